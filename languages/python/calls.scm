; Calls. Some builtin functions say more of their result than a declaration could: lower_calls.ts.

(call function: (identifier) @callee arguments: (argument_list) @arguments
  (#any-of? @callee "super" "type" "getattr" "cast")) @own.known_call
(call function: (attribute attribute: (identifier) @own_name) @callee arguments: (argument_list) @arguments
  (#eq? @own_name "cast")) @own.known_call

(call function: (_) @callee arguments: (generator_expression) @argument) @expression.call
(call function: (_) @callee arguments: (argument_list) @arguments) @expression.call

(binary_operator left: (_) @own_left right: (_) @own_right) @own.operator
(unary_operator argument: (_) @operand) @expression.same
