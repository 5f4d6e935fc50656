; Imports: lower_imports.ts.

(import_statement) @own.import
(import_from_statement) @own.import_from
