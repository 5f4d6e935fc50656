; Parameters.
(formal_parameter type: (_) @type name: (identifier) @name) @parameter
(spread_parameter (_) @type (variable_declarator name: (identifier) @name)) @parameter.rest
(inferred_parameters (identifier)+ @name) @parameter
(catch_formal_parameter (catch_type (_) @type) name: (identifier) @target) @binding.variable

; Local names. `var` says nothing: the value tells what they are.
(local_variable_declaration
  type: (type_identifier) @own_var
  declarator: (variable_declarator name: (identifier) @target value: (_)? @value)
  (#eq? @own_var "var")) @binding.variable
(local_variable_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @target value: (_)? @value)+) @binding.variable
(enhanced_for_statement
  type: (type_identifier) @own_var
  name: (identifier) @target
  value: (_) @iterable
  (#eq? @own_var "var")) @binding.each
(enhanced_for_statement type: (_) @type name: (identifier) @target) @binding.variable
(resource type: (_) @type name: (identifier) @target value: (_) @value) @binding.variable
(instanceof_expression right: (_) @type name: (identifier) @target) @binding.variable

(return_statement (_) @value) @return
(if_statement) @branch
(while_statement) @branch
(for_statement) @branch
(catch_clause) @branch
(switch_label) @branch
