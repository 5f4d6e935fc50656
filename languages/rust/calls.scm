; Calls, and expressions that a receiver or a value may be made of.

(call_expression function: (_) @callee arguments: (arguments) @arguments) @own.call
(macro_invocation) @own.macro
(struct_expression) @own.struct

(identifier) @expression.name
(self) @expression.self
(scoped_identifier name: (_) @property) @own.path
(generic_function function: (identifier) @own_name type_arguments: (type_arguments) @own_arguments (#eq? @own_name "None")) @own.nothing
(generic_function function: (_) @object type_arguments: (type_arguments (_)* @argument)) @expression.apply
(field_expression value: [(if_expression) (match_expression) (loop_expression) (block)] @object field: (_) @property) @own.member
(field_expression value: (_) @object field: (_) @property) @expression.member

(parenthesized_expression [(if_expression) (match_expression) (loop_expression) (block)] @operand) @own.branches
(parenthesized_expression (_) @operand) @expression.same
(unary_expression "*" (_) @operand) @expression.deref
(unary_expression (_) @operand) @own.negated
(reference_expression value: (_) @operand) @own.reference
(try_expression (_) @operand) @own.try
(await_expression (_) @operand) @expression.await
(index_expression (_) @object (range_expression)) @expression.index
(index_expression (_) @object (_) @index) @expression.index
(type_cast_expression) @own.cast
(binary_expression operator: ["==" "!="]) @own.compared
(binary_expression operator: ["<" ">" "<=" ">="]) @expression.literal.bool
(binary_expression operator: ["&&" "||"]) @own.logical
(binary_expression left: (_) right: (_)) @own.operated
(unsafe_block) @own.block
(const_block) @own.block
(async_block) @own.async

(tuple_expression (_)* @element) @own.tuple
(unit_expression) @expression.tuple
(array_expression (_) @element length: (_)) @expression.literal.array
(array_expression (_)* @element) @expression.literal.array
(range_expression (_) @element "..=" (_) @element) @expression.literal.RangeInclusive
(range_expression (_) @element [".." "..."] (_) @element) @expression.literal.Range
(range_expression (_) @element "..") @expression.literal.RangeFrom
(range_expression ".." (_) @element) @expression.literal.RangeTo
(range_expression) @expression.literal.RangeFull
(string_literal) @own.string
(raw_string_literal) @own.string
(char_literal) @own.character
(boolean_literal) @expression.literal.bool
(integer_literal) @own.integer
(float_literal) @own.float
