; What a file brings in from elsewhere.

(use_declaration) @own.use
(extern_crate_declaration) @own.extern_crate
