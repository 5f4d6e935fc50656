; Expressions that say what they are. Comparisons are truth values; arithmetic: calls.scm.

(identifier) @expression.name
(attribute object: (_) @object attribute: (identifier) @property) @expression.member
(parenthesized_expression (_) @operand) @expression.same
(await (_) @operand) @expression.await
(conditional_expression (_) @option (_) @own_condition (_) @option) @own.conditional
(boolean_operator left: (_) @own_left operator: "and" right: (_) @own_right) @own.conjunction
(boolean_operator left: (_) @option operator: "or" right: (_) @option) @own.disjunction
(list_splat (_) @operand) @expression.spread
(dictionary_splat (_) @operand) @own.dictionary_splat
(named_expression name: (identifier) @target value: (_) @value) @own.walrus

; Part of a sequence is a sequence of the same.
(subscript value: (_) @operand subscript: (slice)) @expression.same
(subscript value: (_) @object subscript: (_)* @index) @own.subscript

(string) @expression.literal.str
(concatenated_string) @expression.literal.str
(integer) @expression.literal.int
(float) @expression.literal.float
(true) @expression.literal.bool
(false) @expression.literal.bool
(none) @expression.literal.None
(comparison_operator) @expression.literal.bool
(not_operator) @expression.literal.bool

(list (_)* @element) @own.sequence
(set (_)* @element) @own.sequence
(tuple (_)* @element) @expression.tuple
(expression_list (_)* @element) @expression.tuple
(dictionary) @own.dictionary
(keyword_argument name: (identifier) @key value: (_) @value) @expression.pair

; The first iterable is evaluated outside of the comprehension.
(list_comprehension body: (_) @element (for_in_clause right: (_) @outer)) @expression.literal.list @scope
(set_comprehension body: (_) @element (for_in_clause right: (_) @outer)) @expression.literal.set @scope
(generator_expression body: (_) @element (for_in_clause right: (_) @outer)) @expression.literal.Generator @scope
(dictionary_comprehension body: (pair) @own_pair (for_in_clause right: (_) @outer)) @own.dictionary @scope
