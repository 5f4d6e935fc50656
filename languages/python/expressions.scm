; Expressions that say what they are. Comparisons are truth values unless a class says otherwise; arithmetic: calls.scm.

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
(subscript value: (_) @own_operand subscript: (slice)) @own.slice
(subscript value: (_) @object subscript: (_)* @index) @own.subscript

(string) @own.text
(concatenated_string) @own.text
(integer) @expression.literal.int
(float) @expression.literal.float
(true) @own.truth
(false) @own.truth
(none) @expression.literal.None
(comparison_operator) @own.comparison
(not_operator) @expression.literal.bool

(list (_)* @element) @own.sequence
(set (_)* @element) @own.sequence
(tuple (_)* @element) @own.tuple
(expression_list (_)* @element) @own.tuple
(dictionary) @own.dictionary
(keyword_argument name: (identifier) @key value: (_) @value) @expression.pair

; The first iterable is evaluated outside of the comprehension.
(list_comprehension body: (_) @element (for_in_clause right: (_) @outer)) @own.sequence @scope
(set_comprehension body: (_) @element (for_in_clause right: (_) @outer)) @own.sequence @scope
(generator_expression body: (_) @element (for_in_clause right: (_) @outer)) @own.sequence @scope
(dictionary_comprehension body: (pair) @own_pair (for_in_clause right: (_) @outer)) @own.dictionary @scope
