; Blocks, and the names that patterns bind in them.

(block) @scope.block
(match_arm) @scope.block
(let_chain) @scope.block

(let_declaration) @own.let
(let_condition) @own.let_condition
(match_pattern) @own.match_pattern
(for_expression) @own.for
(return_expression) @own.return
(break_expression) @own.break
(assignment_expression) @own.assignment

(if_expression) @branch
(while_expression) @branch
