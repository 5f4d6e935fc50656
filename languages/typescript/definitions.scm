; Definitions of TypeScript and JavaScript. One text serves both grammars. Functions, classes and objects that stand as values are
; anonymous here; what holds them (a declarator, a pair, a field, an assignment, an export) gives them their names.

(function_declaration
  name: (_) @name
  return_type: (_)? @type
  body: (_) @body) @definition.function
(generator_function_declaration
  name: (_) @name
  return_type: (_)? @type
  body: (_) @body) @definition.function
(function_signature
  name: (_) @name
  return_type: (_)? @type) @definition.function

(function_expression
  return_type: (_)? @type
  body: (_) @body) @definition.lambda
(generator_function
  return_type: (_)? @type
  body: (_) @body) @definition.lambda
(arrow_function
  return_type: (_)? @type
  body: (statement_block) @body) @definition.lambda
(arrow_function
  return_type: (_)? @type
  body: (_) @body @value) @definition.lambda

(method_definition
  name: (_) @name
  return_type: (_)? @type
  body: (_) @body) @definition.method
(method_signature
  name: (_) @name
  return_type: (_)? @type) @definition.method
(abstract_method_signature
  name: (_) @name
  return_type: (_)? @type) @definition.method
(call_signature return_type: (_)? @type) @definition.method
(construct_signature type: (_)? @type) @definition.method
(index_signature
  index_type: (_)
  type: (_) @type) @definition.method

(class_declaration
  name: (_) @name
  body: (_) @body) @definition.class
(abstract_class_declaration
  name: (_) @name
  body: (_) @body) @definition.class
(class body: (_) @body) @definition.class
(interface_declaration
  name: (_) @name
  body: (_) @body) @definition.interface
(enum_declaration
  name: (_) @name
  body: (_) @body) @definition.enum
(type_alias_declaration
  name: (_) @name
  value: (_) @type) @definition.type_alias
(internal_module
  name: (_) @name
  body: (_) @body) @definition.namespace
(module
  name: (_) @name
  body: (_)? @body) @definition.namespace

; A member that is a function or a class is that function or class.
(public_field_definition
  name: (_) @name
  value: [
    (arrow_function) (function_expression) (generator_function) (class)
    (parenthesized_expression [(arrow_function) (function_expression) (generator_function)])
    (as_expression [(arrow_function) (function_expression) (generator_function)])
    (as_expression (parenthesized_expression [(arrow_function) (function_expression) (generator_function)]))
    (satisfies_expression [(arrow_function) (function_expression) (generator_function)])
    (satisfies_expression (parenthesized_expression [(arrow_function) (function_expression) (generator_function)]))
  ] @value) @own.function_member
(public_field_definition
  name: (_) @name
  type: (_)? @type
  value: (_)? @value) @definition.field
(pair
  key: (_) @name
  value: [
    (arrow_function) (function_expression) (generator_function) (class)
    (parenthesized_expression [(arrow_function) (function_expression) (generator_function)])
    (as_expression [(arrow_function) (function_expression) (generator_function)])
    (as_expression (parenthesized_expression [(arrow_function) (function_expression) (generator_function)]))
    (satisfies_expression [(arrow_function) (function_expression) (generator_function)])
    (satisfies_expression (parenthesized_expression [(arrow_function) (function_expression) (generator_function)]))
  ] @value) @own.function_member
(pair
  key: (_) @name
  value: (_) @value) @definition.field
(shorthand_property_identifier) @definition.field
(property_signature
  name: (_) @name
  type: (_)? @type) @definition.field
[(object) (object_type)] @definition.object
