; Items, members and what they declare.

(mod_item name: (identifier) @name body: (declaration_list) @body) @definition.namespace
(mod_item) @own.child_module

(struct_item name: (_) @name) @definition.struct
(union_item name: (_) @name) @definition.struct
(enum_item name: (_) @name body: (_) @body) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(field_declaration name: (_) @name type: (_) @type) @definition.field
(trait_item name: (_) @name bounds: (trait_bounds (_)* @supertype)? body: (_) @body) @definition.trait
(impl_item type: (_) @owner body: (_) @body) @definition.impl

(function_item name: (_) @name return_type: (_)? @type body: (block) @body) @definition.function
(function_signature_item name: (_) @name return_type: (_)? @type) @definition.function
(closure_expression return_type: (_)? @type body: (_) @body) @definition.lambda
(const_item name: (identifier) @name type: (_)? @type value: (_)? @value) @definition.constant
(static_item name: (identifier) @name type: (_)? @type value: (_)? @value) @definition.variable
(type_item name: (_) @name type: (_) @type) @definition.type_alias
(macro_definition name: (_) @name) @definition.macro
(macro_rule) @own.macro_rule

(associated_type) @own.associated_type
(type_parameter) @own.type_parameter
(const_parameter) @own.const_parameter
(where_predicate) @own.where_predicate
(attribute_item) @own.attribute

(self_parameter) @own.self_parameter
(parameter) @own.parameter
(closure_parameters) @own.closure_parameters
