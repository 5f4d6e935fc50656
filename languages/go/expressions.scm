; Values.
(identifier) @expression.name
(selector_expression
  operand: (_) @object
  field: (_) @property) @expression.member
(parenthesized_expression (_) @operand) @expression.same
(slice_expression operand: (_) @operand) @expression.same
(index_expression
  operand: (_) @object
  index: (_) @index) @expression.index
(type_assertion_expression
  operand: (_) @operand
  type: (_) @type) @expression.cast
(type_instantiation_expression) @own.instantiation
[(interpreted_string_literal) (raw_string_literal)] @own.text
(variadic_argument (_) @operand) @expression.spread
(unary_expression operator: "&" operand: (_) @operand) @expression.reference
(unary_expression operator: "*" operand: (_) @operand) @expression.deref
(unary_expression operator: "<-" operand: (_) @operand) @expression.iterate
(unary_expression operator: ["-" "+" "^" "!"] operand: (_) @operand) @expression.same
(binary_expression
  left: (_) @own_left
  operator: ["+" "-" "*" "/" "%" "&" "|" "^" "&^" "<<" ">>" "&&" "||"]
  right: (_) @own_right) @own.arithmetic

; Types.
(type_identifier) @expression.name
(qualified_type) @own.qualified_type
(generic_type) @own.generic_type
(pointer_type (_) @operand) @expression.reference
(parenthesized_type (_) @operand) @expression.same
(negated_type (_) @operand) @expression.same
[(slice_type) (array_type) (implicit_length_array_type) (map_type) (channel_type)] @own.container
(function_type) @own.function_type
[(type_elem) (type_constraint)] @own.constraint
