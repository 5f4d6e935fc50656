; Values. Types are lowered by `lower_types.ts`.

(identifier) @expression.name
(nested_identifier
  object: (_) @object
  property: (_) @property) @expression.member
(member_expression
  object: (this)
  property: (property_identifier) @property
  (#eq? @property "constructor")) @own.own_class
(member_expression
  object: (identifier) @object
  property: (property_identifier) @property
  (#eq? @property "name")) @own.name_of
(member_expression
  object: (identifier) @object
  property: (property_identifier) @property
  (#eq? @object "exports")) @own.exports_member
(member_expression
  object: (identifier) @object
  property: (property_identifier) @property
  (#eq? @object "module")
  (#eq? @property "exports")) @own.module_exports
(member_expression
  object: (_) @object
  property: (_) @property) @expression.member
(subscript_expression
  object: (_) @object
  index: (string) @property) @own.string_index
(subscript_expression
  object: (_) @object
  index: [(identifier) (member_expression)] @index) @own.constant_index
(subscript_expression
  object: (_) @object
  index: (number) @index) @own.place
(subscript_expression
  object: (_) @object
  index: [(binary_expression) (template_string)] @index) @own.affixed_index
(subscript_expression
  object: (_) @object
  index: (_) @index) @expression.index
(this) @own.this
(super) @own.super
; Its last name, where a call stands, is that of what it holds.
(parenthesized_expression (_) @property) @own.parentheses
(non_null_expression (_) @operand) @own.non_null
(satisfies_expression (_) @operand) @own.satisfies
(as_expression (_) @operand) @own.as
(type_assertion (type_arguments (_) @type) (_) @operand) @own.asserted
(instantiation_expression
  (_) @object
  type_arguments: (type_arguments (_)* @argument)) @expression.apply
(await_expression (_) @operand) @own.await
(spread_element (_) @operand) @own.spread
(sequence_expression (_) (_) @operand) @expression.same
(ternary_expression consequence: (_) @option alternative: (_) @option) @own.ternary
(binary_expression
  left: (_) @option
  operator: "??"
  right: (_) @option) @expression.either
(binary_expression left: (_) @option operator: "||" right: (_) @option) @own.or
(binary_expression
  operator: "&&"
  right: (_) @property) @own.and
; The grammar reads f<T>`text` as two comparisons.
(binary_expression
  left: (binary_expression operator: "<")
  operator: ">"
  right: (template_string)) @own.tagged
(binary_expression operator: "instanceof" right: (_) @operand) @own.instance_test
(binary_expression operator: ["==" "===" "!=" "!==" "<" "<=" ">" ">=" "in"]) @expression.literal.Boolean
(binary_expression operator: ["-" "*" "/" "%" "**" "&" "|" "^" "<<" ">>" ">>>"]) @expression.literal.Number
(binary_expression
  left: (_) @own_left
  operator: "+"
  right: (_) @own_right) @own.sum
(unary_expression operator: "!") @expression.literal.Boolean
(unary_expression operator: ["-" "+" "~"]) @expression.literal.Number
(unary_expression operator: "typeof") @expression.literal.String
(unary_expression operator: "void") @expression.literal.undefined
(update_expression) @expression.literal.Number
[(string) (template_string)] @expression.literal.String
(number) @expression.literal.Number
[(true) (false)] @expression.literal.Boolean
(regex) @expression.literal.RegExp
[(null) (undefined)] @expression.literal.undefined
(array (_)* @element) @expression.literal.Array
((meta_property) @expression.literal.ImportMeta (#eq? @expression.literal.ImportMeta "import.meta"))
((meta_property) @own.made_class (#not-eq? @own.made_class "import.meta"))
[(jsx_element) (jsx_self_closing_element)] @own.element_value

(call_expression) @own.call
(new_expression) @own.new
(decorator) @own.decorator
(jsx_expression) @own.handed
(jsx_opening_element) @own.element
