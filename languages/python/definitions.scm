; What defines a name or opens a scope. Flags, methods and receivers: describe_definition.ts.

(function_definition name: (identifier) @name return_type: (type)? @type body: (block) @body) @definition.function

; Type parameters in brackets are seen by the bases, so these are looked up inside of the class; all others outside.
(class_definition name: (identifier) @name type_parameters: (type_parameter)
  superclasses: (argument_list [(identifier) (attribute) (subscript) (call)]* @supertype) body: (block) @body) @definition.class
(class_definition name: (identifier) @name
  superclasses: (argument_list [(identifier) (attribute) (subscript) (call)]* @supertype) @outer body: (block) @body) @definition.class
(class_definition name: (identifier) @name body: (block) @body) @definition.class

(lambda body: (_) @body) @definition.lambda

(type_alias_statement left: (type (identifier) @name) right: (type) @type) @definition.type_alias
(type_alias_statement left: (type (generic_type (identifier) @name)) right: (type) @type) @definition.type_alias

; Branches and loops: names bound in them may or may not be bound after them.
(block) @scope.block
(case_clause) @scope.block

(parameters) @own.parameters
(lambda_parameters) @own.parameters
(type_parameter) @own.type_parameters
(decorated_definition) @own.decorators

; Annotations are read by those to whom they belong: lower_types.ts.
; Not what no type is made of: values of `type(x).count = value` and of annotations that call something.
(type [(identifier) (attribute) (subscript) (generic_type) (union_type) (constrained_type) (member_type) (splat_type) (binary_operator)
  (string) (concatenated_string) (none) (ellipsis) (list) (tuple) (integer) (true) (false) (type)]) @skip

(return_statement (_) @value) @return
(yield) @own.yield
