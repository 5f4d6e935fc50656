; What binds names, and what counts.

[(statement_block) (switch_body)] @scope.block
(class_static_block) @scope.function
[(function_type) (constructor_type) (conditional_type)] @scope.function

(required_parameter pattern: (_) @target) @own.parameter
(optional_parameter pattern: (_) @target) @own.parameter
(type_parameter name: (_) @name) @own.type_parameter
(class_heritage) @own.heritage
(extends_type_clause) @own.heritage
(enum_body) @own.enum_members

(variable_declarator name: (_) @name) @own.declarator
(assignment_expression
  left: (_) @target
  right: (_) @value) @own.assignment
(augmented_assignment_expression
  left: (_) @target
  operator: ["||=" "??=" "&&="]
  right: (_) @value) @own.assignment
(for_in_statement
  left: (_) @target
  right: (_) @iterable
  body: (statement_block)) @own.each
(for_in_statement
  left: (_) @target
  right: (_) @iterable) @own.each @block
(catch_clause parameter: (_) @target) @own.catch
(if_statement) @own.if
(while_statement) @own.loop
(do_statement) @own.loop
(for_statement) @own.loop @block
(switch_statement) @own.switch
(expression_statement (call_expression)) @own.assertion
(expression_statement (member_expression object: (this))) @own.announced
(template_substitution (identifier)) @own.filled

(return_statement (_) @value) @own.return
(yield_expression "*") @own.yield_all
(yield_expression (_) @value) @own.yield

["if" "while" "for" "case" "catch" "&&" "||" "??"] @branch
