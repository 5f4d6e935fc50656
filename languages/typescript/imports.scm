; Imports and exports of modules; CommonJS is in calls (`require`) and assignments (`module.exports`).

(import_statement) @own.import
(import_alias) @own.import_alias
(export_statement) @own.export
