(package_declaration [(scoped_identifier) (identifier)] @name) @package

; `import a.b.*;`, `import static a.b.Type.*;`
(import_declaration [(scoped_identifier) (identifier)] @module (asterisk) @wildcard) @import
; `import a.b.Type;`, `import static a.b.Type.member;`
(import_declaration (scoped_identifier scope: (_) @module name: (identifier) @name)) @import
