(import_spec) @own.import
