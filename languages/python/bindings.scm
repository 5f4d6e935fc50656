; Statements that bind names or give them a better type.

(assignment left: (_) @target) @own.assignment
; `type(x).count = value`, which the grammar takes for the declaration of a type.
(type_alias_statement left: (type [(attribute) (subscript)] @own_place) right: (type (_) @own_value)) @own.type_assignment
(augmented_assignment left: (identifier) @target right: (_) @value (#eq? @target "__all__")) @own.export_list
(augmented_assignment left: (identifier) @target right: (_) @value (#eq? @target "urlpatterns")) @own.route_list
(augmented_assignment left: (_) @own_left right: (_) @own_right) @own.augmented
(expression_statement (call function: (attribute object: (identifier) @own_list attribute: (identifier))) (#eq? @own_list "__all__")) @own.export_list

(for_statement left: (_) @target right: (_) @iterable @outer) @own.each @loop
(for_in_clause left: (_) @target right: (_) @iterable) @own.each
(with_item) @own.enter
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (_) @target))) @own.except
(except_clause value: (_) @type) @own.except
(except_clause) @branch
(raise_statement (_) @value) @own.raise
(delete_statement) @own.delete
(global_statement) @own.outer
(nonlocal_statement) @own.outer

(pattern_list (_)* @element) @target.sequence
(tuple_pattern (_)* @element) @target.sequence
(list_pattern (_)* @element) @target.sequence

; isinstance narrows: lower_narrowing.ts. match: lower_match.ts.
(if_statement condition: (_) @own_condition consequence: (block) @body) @own.branch
(elif_clause condition: (_) @own_condition consequence: (block) @body) @own.branch
(while_statement condition: (_) @own_condition body: (block) @body) @own.branch @loop
(if_clause (_) @own_condition) @own.filter
(assert_statement (_) @own_condition) @own.assert
(match_statement) @own.match
