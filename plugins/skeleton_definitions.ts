/**
 * What grammars commonly have for definitions.
 *
 * Stage: before all others. Invariant: plain data; what the grammar at hand does not have is not written down.
 */
import { declarators, type Form, type Forms, WORDS } from "./skeleton_forms.ts";

/** What may stand before a definition's name: these words, each in a node of its own or all in one. */
const MODIFIERS = [`(modifiers ${WORDS}*)?`, `(modifier ${WORDS}?)*`, "(static_modifier)? @static", "(abstract_modifier)? @abstract"];

/** What a type builds on, between its name and its body. What a class mixes in goes before its bases. */
const BASES = [
  "superclass: (superclass (_) @supertype)?",
  "interfaces: (super_interfaces (type_list (_)* @supertype))?",
  "(extends_interfaces (type_list (_)* @supertype))?",
  "(base_clause (_)* @supertype)?",
  "(class_interface_clause (_)* @supertype)?",
  "(base_list (_)* @supertype)?",
  "(base_class_clause [(type_identifier) (qualified_identifier) (template_type)]* @supertype)?",
  "(inheritance_specifier inherits_from: (_) @supertype)*",
];
const BODIES = ["body: (declaration_list (use_declaration (_)* @mixin)*) @body", "body: (_)? @body"];

/** A type that is declared by a node of one of these kinds. */
function types(rule: string, ...nodes: string[]): Form[][] {
  return nodes.map((node) => BODIES.map((body) => [node, `definition.${rule}`, ...MODIFIERS, "name: (_) @name", ...BASES, body]));
}

/** A function or method: its result stands before or behind its name, its body is a block or the value that it gives. */
function functions(rule: string, ...nodes: string[]): Form[] {
  const head = ["returns: (_)? @type", "type: (_)? @type", "name: (_) @name", "return_type: (_)? @type", "result: (_)? @type"];
  return nodes.flatMap((node): Form[] => [
    [node, `definition.${rule}`, ...MODIFIERS, ...head, "body: (arrow_expression_clause (_) @value) @body"],
    [node, `definition.${rule}`, ...MODIFIERS, ...head, "body: (_)? @body"],
  ]);
}

const DEFINITIONS: readonly Forms[] = [
  [
    "anonymous_class",
    "definition.class",
    "(arguments)? @arguments",
    "(base_clause (_) @supertype @callee)",
    "(class_interface_clause (_)* @supertype)?",
    "body: (_) @body",
  ],
  ["anonymous_class", "definition.class", "(class_interface_clause (_)* @supertype)?", "body: (_) @body"],
  [
    "class_declaration",
    "definition.struct",
    "(modifiers)?",
    'declaration_kind: "struct"',
    "name: (type_identifier) @name",
    ...BASES,
    "body: (_) @body",
  ],
  [
    "class_declaration",
    "definition.enum",
    "(modifiers)?",
    'declaration_kind: "enum"',
    "name: (type_identifier) @name",
    ...BASES,
    "body: (_) @body",
  ],
  ["class_declaration", "definition.impl", "(modifiers)?", 'declaration_kind: "extension"', "name: (_) @type", "body: (_) @body"],
  ...types("class", "class_declaration", "class_definition", "class_specifier", "class", "record_declaration"),
  ...types("interface", "interface_declaration"),
  ...types("protocol", "protocol_declaration"),
  ...types("trait", "trait_declaration"),
  ...types("struct", "struct_declaration", "struct_specifier"),
  ...types("enum", "enum_declaration", "enum_specifier"),
  ["enum_constant", "definition.enum_member", "name: (_) @name", "arguments: (_)? @arguments", "body: (_)? @body"],
  ["enum_case", "definition.enum_member", "name: (_) @name", "value: (_)? @value"],
  ["enum_member_declaration", "definition.enum_member", "name: (_) @name", "value: (_)? @value"],
  ["enumerator", "definition.enum_member", "name: (_) @name", "value: (_)? @value"],
  ["module", "definition.trait", "name: (_) @name", "body: (body_statement (method)) @body"],
  ["module", "package.around", "name: (_) @name", "body: (_)? @body"],
  ["namespace_definition", "definition.namespace", "name: (_) @name", "body: (_) @body"],
  [
    "method_declaration",
    "definition.method",
    `(modifier ["public" @exported]?)*`,
    "returns: (_)? @type",
    "name: (_) @name",
    "parameters: (parameter_list (parameter (modifier) @own_this type: (_) @owner))",
    "body: (_)? @body",
    '(#eq? @own_this "this")',
  ],
  ...functions("function", "function_declaration", "function_definition", "local_function_statement"),
  ...functions("method", "method_declaration", "method_definition", "method", "protocol_function_declaration"),
  ["singleton_class", "statics", "value: (self)"],
  ["singleton_method", "definition.method", "object: (self) @static", "name: (_) @name", "body: (_)? @body"],
  ["constructor_declaration", "definition.constructor", ...MODIFIERS, "name: (_) @name", "body: (_)? @body"],
  ["init_declaration", "definition.constructor", ...MODIFIERS, 'name: "init" @name', "body: (_)? @body"],
];

/** Functions whose name and parameters stand together, behind the type of their result (C, C++). */
const DECLARATORS: readonly Form[] = [
  ...["(identifier)", "(field_identifier)", "(operator_name)"].flatMap((name) => {
    const rule = name === "(identifier)" ? "definition.function" : "definition.method";
    return declarators(`(function_declarator declarator: ${name} @name)`)
      .map((one): Form => ["function_definition", rule, "type: (_)? @type", `declarator: ${one}`, "body: (_) @body"]);
  }),
  ...declarators("(field_identifier) @name").map((
    one,
  ): Form => ["field_declaration", "definition.field", "type: (_) @type", `declarator: ${one}`]),
];

const FIELDS: readonly Form[] = [
  [
    "property_declaration",
    "definition.field",
    ...MODIFIERS,
    "type: (_)? @type",
    "(property_element name: (variable_name (name) @name) default_value: (_)? @value)",
  ],
  [
    "property_declaration",
    "definition.field",
    ...MODIFIERS,
    "type: (_) @type",
    "name: (_) @name",
    "value: (arrow_expression_clause (_) @value)?",
  ],
  [
    "field_declaration",
    "definition.field",
    ...MODIFIERS,
    "type: (_) @type",
    "declarator: (variable_declarator name: (_) @name value: (_)? @value)",
  ],
  [
    "field_declaration",
    "definition.field",
    ...MODIFIERS,
    "(variable_declaration type: (_) @type (variable_declarator name: (_) @name (_)? @value))",
  ],
  ["const_declaration", "definition.constant", "(const_element (name) @name (_) @value)"],
];

const LAMBDAS: readonly Form[] = [
  ["anonymous_function", "definition.lambda", "body: (_) @body"],
  ["arrow_function", "definition.lambda", "body: (_) @value"],
  ...["parameters: (identifier) @parameters", "parameters: (implicit_parameter) @parameters", ""].flatMap((parameters): Form[] =>
    ["body: (block) @body", "body: (compound_statement) @body", "body: (_) @value"].map((
      body,
    ) => ["lambda_expression", "definition.lambda", parameters, body])
  ),
  ["lambda_literal", "definition.lambda", "(statements)? @body"],
  ["lambda", "definition.lambda", "body: (_) @body"],
  ["do_block", "definition.lambda", "body: (_)? @body"],
  ["block", "definition.lambda", "parameters: (block_parameters)?", "body: (block_body) @body"],
];

/** Types, functions, fields and what else is defined, special forms first. */
export const DEFINED: readonly Forms[] = [...DEFINITIONS, ...DECLARATORS, ...FIELDS, ...LAMBDAS];
