/**
 * What grammars commonly have for calls, members and other expressions.
 *
 * Stage: before all others. Invariant: plain data; what the grammar at hand does not have is not written down.
 */
import { type Form, type Forms } from "./skeleton_forms.ts";

const CALLS: readonly Form[] = [
  [
    "call",
    "base",
    "!receiver",
    "method: (identifier) @property",
    "arguments: (argument_list (_)+ @mixin)",
    '(#any-of? @property "include" "prepend")',
  ],
  ["call", "expression.super_call", "method: (super) @property", "arguments: (_)? @arguments"],
  ["call_expression", "expression.call", "function: (_) @callee", "arguments: (_) @arguments"],
  ["call_expression", "expression.call", "(_) @callee", "(call_suffix (value_arguments)? @arguments)"],
  ["function_call_expression", "expression.call", "function: (_) @callee", "arguments: (_) @arguments"],
  ["function_call", "expression.call", "name: (_) @callee", "arguments: (_) @arguments"],
  ["invocation_expression", "expression.call", "function: (_) @callee", "arguments: (_) @arguments"],
  ["method_invocation", "expression.call", "object: (_)? @object", "name: (_) @property", "arguments: (_) @arguments"],
  ["explicit_constructor_invocation", "expression.call", "constructor: [(super) (this)] @callee", "arguments: (argument_list) @arguments"],
  ["constructor_initializer", "expression.call", '["base" "this"] @callee', "(argument_list) @arguments"],
  ...["member_call_expression", "nullsafe_member_call_expression"].map((
    node,
  ): Form => [node, "expression.call", "object: (_) @object", "name: (_) @property", "arguments: (_) @arguments"]),
  ["scoped_call_expression", "expression.call", "scope: (_) @object", "name: (_) @property", "arguments: (_) @arguments"],
  [
    "call",
    "expression.new",
    "receiver: (_) @callee",
    "method: (identifier) @property",
    "arguments: (_)? @arguments",
    '(#eq? @property "new")',
  ],
  ["alias", "skip"],
  ["undef", "skip"],
  ["implicit_object_creation_expression", "expression.new", "(argument_list) @arguments"],
  ["call", "expression.call", "receiver: (_)? @object", "method: (_) @property", "arguments: (_)? @arguments"],
  ["object_creation_expression", "expression.same", "(anonymous_class) @operand"],
  ["object_creation_expression", "expression.new", "type: (_) @callee", "arguments: (_)? @arguments"],
  ["object_creation_expression", "expression.new", "(_) @callee", "(arguments)? @arguments"],
  ["new_expression", "expression.new", "type: (_) @callee", "arguments: (_)? @arguments"],
  ["constructor_expression", "expression.call", "constructed_type: (_) @callee", "(constructor_suffix (value_arguments) @arguments)"],
];

const MEMBERS: readonly Form[] = [
  ["member_expression", "expression.member", "object: (_) @object", "property: (_) @property"],
  ...["member_access_expression", "nullsafe_member_access_expression"].flatMap((node): Form[] => [
    [node, "expression.member", "object: (_) @object", "name: (name) @property"],
    [node, "expression.member", "expression: _ @object", "name: (generic_name (identifier) @property)"],
    [node, "expression.member", "expression: _ @object", "name: (_) @property"],
  ]),
  [
    "conditional_access_expression",
    "expression.member",
    "condition: (_) @object",
    "(member_binding_expression name: (identifier) @property)",
  ],
  [
    "navigation_expression",
    "expression.member",
    "target: (_) @object",
    "suffix: (navigation_suffix suffix: (simple_identifier) @property)",
  ],
  ["field_access", "expression.member", "object: (_) @object", "field: (_) @property"],
  ["field_expression", "expression.member", "argument: (_) @object", "field: (_) @property"],
  ["dot_index_expression", "expression.member", "table: (_) @object", "field: (_) @property"],
  ["scoped_property_access_expression", "expression.path", "scope: (_) @object", "name: (variable_name (name) @property)"],
  ["class_constant_access_expression", "expression.path", "(_) @object", "(name) @property"],
  ["qualified_name", "expression.name", "(name) @property"],
  ["qualified_identifier", "expression.path", "scope: (_) @object", "name: (_) @property"],
  ["scope_resolution", "expression.path", "scope: (_) @object", "name: (_) @property"],
  ["scoped_type_identifier", "expression.member", "(_) @object", "(type_identifier) @property"],
  ["qualified_name", "expression.member", "qualifier: (_) @object", "name: (_) @property"],
  ["method_reference", "expression.path", "(_) @object", "(identifier) @property"],
  ["array_access", "expression.index", "array: (_) @object", "index: (_) @index"],
  ["element_access_expression", "expression.index", "expression: (_) @object", "subscript: (bracketed_argument_list (_) @index)"],
  ["subscript_expression", "expression.index", "(_) @object", "(_) @index"],
  ["generic_type", "expression.apply", "(_) @object", "(type_arguments (_)* @argument)"],
  ["generic_name", "expression.apply", "(identifier) @object", "(type_argument_list (_)* @argument)"],
  ["template_type", "expression.apply", "name: (_) @object", "arguments: (template_argument_list (_)* @argument)"],
  ["template_function", "expression.apply", "name: (_) @object", "arguments: (template_argument_list (_)* @argument)"],
];

const EXPRESSIONS: readonly Forms[] = [
  ["variable_name", "expression.self", '(#eq? @expression.self "$this")'],
  ["this", "expression.self"],
  ['"this"', "expression.self"],
  ["self", "expression.self"],
  ["self_expression", "expression.self"],
  ["instance_variable", "expression.own_member"],
  ["super", "expression.super"],
  ["super_expression", "expression.super"],
  ['"base"', "expression.super"],
  ["relative_scope", "expression.super", '(#eq? @expression.super "parent")'],
  ["relative_scope", "expression.self_type"],
  ["name", "expression.self_type", '(#any-of? @expression.self_type "self" "static")'],
  ["await_expression", "expression.await", "(_) @operand"],
  ["cast_expression", "expression.cast", "type: (_) @type", "value: (_) @operand"],
  ["as_expression", "expression.cast", "left: (_) @operand", "right: (_) @type"],
  ["as_expression", "expression.cast", "expr: (_) @operand", "name: (_) @type"],
  ["ternary_expression", "expression.either", "consequence: (_) @option", "alternative: (_) @option"],
  ["conditional_expression", "expression.either", "consequence: (_) @option", "alternative: (_) @option"],
  ["conditional_expression", "expression.either", "body: (_) @option", "alternative: (_) @option"],
  ["conditional", "expression.either", "consequence: (_) @option", "alternative: (_) @option"],
  ["union_type", "expression.either", "(_)+ @option"],
  ["type_list", "expression.either", "(_)+ @option"],
  ...[
    "parenthesized_expression",
    "argument",
    "value_argument",
    "named_type",
    "optional_type",
    "nullable_type",
    "user_type",
    "type_descriptor",
    "primary_constructor_base_type",
    "clone_expression",
    "arrow_expression_clause",
    "directly_assignable_expression",
    "try_expression",
  ]
    .map((node): Form[] => [
      [node, "expression.same", "value: (_) @operand"],
      [node, "expression.same", "wrapped: (_) @operand"],
      [node, "expression.same", "expr: (_) @operand"],
      [node, "expression.same", "type: (_) @operand"],
      [node, "expression.same", "(_) @operand"],
    ]),
  ...[
    "simple_identifier",
    "constant",
    "type_identifier",
    "namespace_identifier",
    "field_identifier",
    "variable_name",
    "name",
    "global_variable",
    "class_variable",
    "implicit_parameter",
    "primitive_type",
    "predefined_type",
    "integral_type",
    "floating_point_type",
    "boolean_type",
    "namespace_name",
    "word",
  ].map((node): Form => [node, "expression.name"]),
];

/** What a plain name is. */
export const NAMES: readonly Form[] = [["identifier", "expression.name"]];
/** The same where a name is a call if no variable of it is bound, and so is `super`. */
export const BARE_NAMES: readonly Form[] = [["identifier", "expression.bare"], ["super", "expression.super_call"]];

/** What is called, and what expressions are made of. A class that is made where it is declared is no mere instance, so it comes first. */
export const CALLED: readonly Forms[] = [
  [
    "object_creation_expression",
    "definition.class",
    "type: (_) @supertype @callee",
    "arguments: (argument_list) @arguments",
    "(class_body) @body",
  ],
  ...CALLS,
  ...MEMBERS,
  ...EXPRESSIONS,
];
