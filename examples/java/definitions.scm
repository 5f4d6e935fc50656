; Types. `@static`, `@abstract`, `@exported` are there where the word is there.
(class_declaration
  (modifiers ["public" @exported "static" @static "abstract" @abstract]*)?
  name: (identifier) @name
  superclass: (superclass (_) @supertype)?
  interfaces: (super_interfaces (type_list (_)* @supertype))?
  body: (_) @body) @definition.class
(interface_declaration
  (modifiers ["public" @exported "static" @static]*)?
  name: (identifier) @name
  (extends_interfaces (type_list (_)* @supertype))?
  body: (_) @body) @definition.interface
(enum_declaration
  (modifiers "public" @exported)?
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_)* @supertype))?
  body: (_) @body) @definition.enum
(record_declaration
  (modifiers "public" @exported)?
  name: (identifier) @name
  interfaces: (super_interfaces (type_list (_)* @supertype))?
  body: (_) @body) @definition.class
(enum_constant name: (identifier) @name arguments: (argument_list)? @arguments body: (class_body)? @body) @definition.enum_member

; Members.
(method_declaration
  (modifiers ["public" @exported "static" @static "abstract" @abstract]*)?
  type: (_) @type
  name: (identifier) @name
  body: (_)? @body) @definition.method
(constructor_declaration
  (modifiers "public" @exported)?
  name: (identifier) @name
  body: (_) @body) @definition.constructor
(field_declaration
  (modifiers ["public" @exported "static" @static]*)?
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @value)) @definition.field

(lambda_expression parameters: (identifier) @parameters body: (block) @body) @definition.lambda
(lambda_expression parameters: (identifier) @parameters body: (_) @value) @definition.lambda
(lambda_expression body: (block) @body) @definition.lambda
(lambda_expression body: (_) @value) @definition.lambda

(block) @scope.block
(type_parameter (type_identifier) @name (type_bound (_) @bound)?) @type_parameter
