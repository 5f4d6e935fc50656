; What binds names. Go pairs both sides of `=` or takes one call apart, so statements have rules of their own.

(parameter_list) @own.parameters
(type_parameter_list) @own.type_parameters
(var_spec) @own.variables
(const_spec) @own.constants
(short_var_declaration) @own.short_variables
(assignment_statement) @own.assignment
(range_clause) @own.range
(receive_statement) @own.receive
"type" @own.type_switch
(return_statement) @own.return
(send_statement value: (_) @value) @own.send
(keyed_element value: (literal_element (_) @value)) @own.element
(literal_element (_) @value) @own.element
