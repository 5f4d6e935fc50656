; Calls. Some builtin functions say more of their result than a declaration could: lower_calls.ts.

(call function: (identifier) @callee arguments: (argument_list) @arguments
  (#any-of? @callee "super" "type" "getattr" "cast" "NewType" "NamedTuple" "methodcaller" "path" "re_path" "url" "include" "action"
    "import_module" "__import__" "module_from_spec" "load_source" "ModuleType" "patch" "getmembers" "setattr"
    "SimpleNamespace" "Namespace" "Fire" "eval" "exec" "timeit" "repeat" "Timer" "closing" "aclosing")) @own.known_call
(call function: (attribute attribute: (identifier) @own_name) @callee arguments: (argument_list) @arguments
  (#any-of? @own_name "cast" "NewType" "NamedTuple" "methodcaller" "register"
    "import_module" "module_from_spec" "load_source" "ModuleType" "patch" "object" "setattr" "__setattr__" "delattr" "spy" "get"
    "usefixtures" "getfixturevalue" "getmembers" "append" "appendleft" "add" "insert" "setdefault" "put" "put_nowait"
    "set_defaults" "SimpleNamespace" "Namespace" "Fire" "eval" "exec" "timeit" "repeat" "Timer" "run" "runctx" "closing" "aclosing"))
  @own.known_call
(call function: (attribute object: (call function: (identifier) @own_holder) attribute: (identifier) @own_name) @callee
  arguments: (argument_list) @arguments (#any-of? @own_holder "globals" "vars") (#any-of? @own_name "items" "values")) @own.known_call
(call function: (attribute object: (attribute attribute: (identifier) @own_holder) attribute: (identifier) @own_name) @callee
  arguments: (argument_list) @arguments (#eq? @own_holder "__dict__") (#any-of? @own_name "items" "values")) @own.known_call

(call function: [(identifier) (attribute)] @callee arguments: (argument_list) @arguments) @expression.call
(call function: [(identifier) (attribute)] @callee arguments: (generator_expression) @argument) @expression.call
; Of a display's only element the grammar gives the star to the first name: `[*load(x)]`.
(call function: (list_splat (identifier) @callee) arguments: (argument_list) @arguments) @expression.call
(call function: (list_splat (identifier) @callee) arguments: (generator_expression) @argument) @expression.call
; What is called has no name of its own: `handlers[key](x)`, `(a or b)(x)`.
(call function: (_) @callee arguments: (argument_list) @arguments) @own.computed_call
(call function: (_) @callee arguments: (generator_expression) @argument) @own.computed_call

(binary_operator left: (_) @own_left right: (_) @own_right) @own.operator
(unary_operator argument: (_) @own_operand) @own.sign
