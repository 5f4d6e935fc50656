/**
 * What grammars commonly have for parameters, local names, results, decisions and imports.
 *
 * Stage: before all others. Invariant: plain data; what the grammar at hand does not have is not written down.
 */
import { declarators, declared, type Form } from "./skeleton_forms.ts";

const PARAMETERS: readonly Form[] = [
  ["formal_parameter", "parameter", "type: (_)? @type", "name: (identifier) @name @member"],
  ["spread_parameter", "parameter.rest", "(_) @type", "(variable_declarator name: (identifier) @name)"],
  ["inferred_parameters", "parameter", "(identifier)+ @name"],
  [
    "property_promotion_parameter",
    "parameter",
    "type: (_)? @type",
    "name: (variable_name (name) @field) @name",
    "default_value: (_)? @value",
  ],
  ["simple_parameter", "parameter", "type: (_)? @type", "name: (_) @name", "default_value: (_)? @value"],
  ["variadic_parameter", "parameter.rest", "type: (_)? @type", "name: (_) @name"],
  ["parameter", "parameter", "type: (_)? @type", "name: (identifier) @name @member", "(_)? @value"],
  ["parameter_list", "parameter.rest", "type: (_) @type", "name: (identifier) @name"],
  ["parameter", "parameter", "name: (simple_identifier) @name", "name: (_) @type"],
  ["lambda_parameter", "parameter", "name: (simple_identifier) @name", "name: (_)? @type"],
  ["optional_parameter", "parameter.optional", "name: (_) @name", "value: (_) @value"],
  ["splat_parameter", "parameter.rest", "name: (_)? @name"],
  ["keyword_parameter", "parameter", "name: (_) @name", "value: (_)? @value"],
  ["hash_splat_parameter", "parameter.keywords", "name: (_)? @name"],
  ["block_parameter", "parameter.optional", "name: (_)? @name"],
  ["method_parameters", "parameter", "(identifier)+ @name"],
  ["block_parameters", "parameter", "(identifier)+ @name"],
  ["lambda_parameters", "parameter", "(identifier)+ @name"],
  ["destructured_parameter", "parameter", "(identifier)+ @name"],
  ...declared("parameter_declaration", "parameter", "name", ["type: (_) @type"]),
  ...declared("optional_parameter_declaration", "parameter.optional", "name", ["type: (_) @type"], "default_value: (_) @value"),
  ["type_parameter", "type_parameter", "(type_identifier) @name", "(type_bound (_) @bound)?"],
  ["type_parameter", "type_parameter", "name: (_) @name"],
];

const LOCALS: readonly Form[] = [
  ["assignment_expression", "binding.variable", "left: [(variable_name) (list_literal)] @target", "right: (_) @value"],
  [
    "assignment",
    "binding.variable",
    "left: [(identifier) (constant) (instance_variable) (global_variable) (left_assignment_list)] @target",
    "right: (_) @value",
  ],
  ["operator_assignment", "binding.variable", "left: [(identifier) (instance_variable)] @target", "right: (_) @value"],
  [
    "local_variable_declaration",
    "binding.variable",
    "type: (type_identifier) @own_var",
    "declarator: (variable_declarator name: (identifier) @target value: (_)? @value)",
    '(#eq? @own_var "var")',
  ],
  [
    "local_variable_declaration",
    "binding.variable",
    "type: (_) @type",
    "declarator: (variable_declarator name: (identifier) @target value: (_)? @value)+",
  ],
  ...["local_declaration_statement", "using_statement", "for_statement"].flatMap((node): Form[] => [
    [node, "binding.variable", "(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @target (_)? @value))"],
    [node, "binding.variable", "(variable_declaration type: (_) @type (variable_declarator name: (identifier) @target (_)? @value)+)"],
  ]),
  [
    "declaration",
    "binding.variable",
    "type: (placeholder_type_specifier)",
    "declarator: (init_declarator declarator: [(identifier) @target (_ (identifier) @target)] value: (_) @value)",
  ],
  ...declarators("(identifier) @target")
    .flatMap((one): Form[] => [
      ["declaration", "binding.variable", "type: (_) @type", `declarator: (init_declarator declarator: ${one} value: (_)? @value)`],
      ["declaration", "binding.variable", "type: (_) @type", `declarator: ${one}`],
      ["for_range_loop", "binding.each", "type: (placeholder_type_specifier)", `declarator: ${one}`, "right: (_) @iterable"],
      ["for_range_loop", "binding.variable", "type: (_) @type", `declarator: ${one}`],
    ]),
  [
    "property_declaration",
    "binding.variable",
    "name: (pattern bound_identifier: (simple_identifier) @target)",
    "(type_annotation name: (_) @type)?",
    "value: (_)? @value",
  ],
  ["foreach_statement", "binding.each", "(_) @iterable", "(variable_name) @target"],
  ["foreach_statement", "binding.each", "(_) @iterable", "(pair (_) (variable_name) @target)"],
  ["foreach_statement", "binding.each", "type: (implicit_type)", "left: (identifier) @target", "right: (_) @iterable"],
  ["foreach_statement", "binding.variable", "type: (_) @type", "left: (identifier) @target"],
  ...["if_statement", "guard_statement"].map((node): Form => [node, "binding.variable", "bound_identifier: (simple_identifier) @target"]),
  ["for_statement", "binding.each", "item: (pattern bound_identifier: (_) @target)", "collection: (_) @iterable"],
  ["for", "binding.each", "pattern: (_) @target", "value: (in (_) @iterable)"],
  [
    "enhanced_for_statement",
    "binding.each",
    "type: (type_identifier) @own_var",
    "name: (identifier) @target",
    "value: (_) @iterable",
    '(#eq? @own_var "var")',
  ],
  ["enhanced_for_statement", "binding.variable", "type: (_) @type", "name: (identifier) @target"],
  ["resource", "binding.variable", "type: (_) @type", "name: (identifier) @target", "value: (_) @value"],
  ["catch_clause", "binding.variable", "type: (_) @type", "name: (_) @target"],
  ["catch_formal_parameter", "binding.variable", "(catch_type (_) @type)", "name: (identifier) @target"],
  ["catch_declaration", "binding.variable", "type: (_) @type", "name: (_) @target"],
  ["rescue", "binding.variable", "exceptions: (exceptions (_) @type)?", "variable: (exception_variable (identifier) @target)"],
  ["declaration_pattern", "binding.variable", "type: (_) @type", "name: (identifier) @target"],
  ["instanceof_expression", "binding.variable", "right: (_) @type", "name: (identifier) @target"],
  ["list_literal", "target.sequence", "(_)* @element"],
  ["left_assignment_list", "target.sequence", "(_)* @element"],
  ["block", "scope.block"],
  ["compound_statement", "scope.block"],
  ["statements", "scope.block"],
  ["return_statement", "return", "(_) @value"],
  ["return", "return", "(argument_list (_) @value)"],
  ["control_transfer_statement", "return", "result: (_) @value"],
  ...[
    "if_statement",
    "while_statement",
    "for_statement",
    "foreach_statement",
    "catch_clause",
    "if",
    "unless",
    "elsif",
    "while",
    "rescue",
    "when",
  ]
    .map((node): Form => [node, "branch"]),
];

/** Parameters, local names, results, decisions. */
export const BINDINGS: readonly Form[] = [...PARAMETERS, ...LOCALS];

/** What a file belongs to, and what it takes from others. */
export const IMPORTS: readonly Form[] = [
  ["package_declaration", "package", "[(scoped_identifier) (identifier)] @name"],
  ["namespace_definition", "package", "name: (_) @name", "!body"],
  ["namespace_declaration", "package", "name: (_) @name"],
  ["file_scoped_namespace_declaration", "package", "name: (_) @name"],
  ["import_declaration", "import", "[(scoped_identifier) (identifier)] @module", "(asterisk) @wildcard"],
  ["import_declaration", "import", "(scoped_identifier scope: (_) @module name: (identifier) @name)"],
  ["using_directive", "import", "name: (_) @alias", "(_) @module"],
  ["using_directive", "import", "(_) @module @wildcard"],
  ["namespace_use_declaration", "import.from", "(namespace_name) @module", "body: (namespace_use_group)"],
  ["namespace_use_clause", "import", "(qualified_name prefix: (namespace_name) @module (name) @name)", "alias: (name)? @alias"],
  ["namespace_use_clause", "import", "(name) @name", "alias: (name)? @alias"],
  ["preproc_include", "import", "path: (string_literal) @module @wildcard"],
];
