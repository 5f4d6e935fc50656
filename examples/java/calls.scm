; Receiver and name lie side by side in a call.
(method_invocation
  object: (_)? @object
  name: (identifier) @property
  arguments: (argument_list) @arguments) @expression.call
; `new Task(…) { … }`: a class without a name, and what makes one.
(object_creation_expression
  type: (_) @supertype @callee
  arguments: (argument_list) @arguments
  (class_body) @body) @definition.class
(object_creation_expression type: (_) @callee arguments: (argument_list) @arguments) @expression.new
(explicit_constructor_invocation constructor: [(super) (this)] @callee arguments: (argument_list) @arguments) @expression.call

(identifier) @expression.name
(type_identifier) @expression.name
[(integral_type) (floating_point_type) (boolean_type)] @expression.name
(this) @expression.self
(super) @expression.super
(field_access object: (_) @object field: (identifier) @property) @expression.member
(scoped_type_identifier (_) @object (type_identifier) @property) @expression.member
(generic_type (_) @object (type_arguments (_)* @argument)) @expression.apply
(method_reference (_) @object (identifier) @property) @expression.path
(array_access array: (_) @object index: (_) @index) @expression.index
(parenthesized_expression (_) @operand) @expression.same
(cast_expression type: (_) @type value: (_) @operand) @expression.cast
(ternary_expression consequence: (_) @option alternative: (_) @option) @expression.either

(string_literal) @expression.literal.String
(decimal_integer_literal) @expression.literal.Integer
(decimal_floating_point_literal) @expression.literal.Double
(true) @expression.literal.Boolean
(false) @expression.literal.Boolean
