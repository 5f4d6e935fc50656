; Definitions of Go. A struct or interface type is defined where its body stands; `describe` gives it the name of the
; `type` that declares it, or leaves it anonymous. Package-level variables come from `own.variables` (one statement, several names).

(function_declaration
  name: (identifier) @name
  result: (_)? @type
  body: (block)? @body) @definition.function

(method_declaration
  name: (field_identifier) @name
  result: (_)? @type
  body: (block)? @body) @definition.method

(method_elem
  name: (field_identifier) @name
  result: (_)? @type) @definition.method

(func_literal
  result: (_)? @type
  body: (block) @body) @definition.lambda

(struct_type (field_declaration_list) @body) @definition.object
(interface_type "{" @body) @definition.object

(field_declaration
  name: (field_identifier) @name
  type: (_) @type) @definition.field
; An embedded field bears the name of its type.
(field_declaration type: (_) @type) @definition.field

; `type T U` and `type T = U` for every U that has no body of its own. The first is a type apart from U, with U's fields and elements:
; U stands as its supertype.
(type_spec
  name: (type_identifier) @name
  type: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (array_type) (slice_type)
    (map_type) (channel_type) (function_type) (parenthesized_type)
  ] @type @supertype) @definition.type_alias
(type_alias
  name: (type_identifier) @name
  type: [
    (type_identifier) (qualified_type) (generic_type) (pointer_type) (array_type) (slice_type)
    (map_type) (channel_type) (function_type) (parenthesized_type)
  ] @type) @definition.type_alias
