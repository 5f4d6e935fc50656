; Every block owns its names, and so do the implicit blocks of `if`, `for`, `switch`, `select` and each of their cases.

[
  (block) (if_statement) (for_statement) (expression_switch_statement) (type_switch_statement)
  (expression_case) (default_case) (communication_case)
] @scope.block
(type_case) @scope.block

["if" "for" "case" "&&" "||"] @branch
