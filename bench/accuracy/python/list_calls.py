"""Lists call sites and definitions of a Python project as JSON lines, one file each, for ask_pyright.ts.

    list_calls.py PROJECT FILES > FACTS

Invariant: lines count from 1, columns from 0 in UTF-16 units (as the language server protocol has them); a position is
always that of a name token, checked against the text. A file that Python cannot parse is left out.
"""

import ast
import json
import sys

ACCESSORS = {"setter", "getter", "deleter"}


def is_property(decorator):
    """`property`, `cached_property`, `hybridproperty`: what is called is the value behind the name."""
    return decorator in ACCESSORS or decorator.endswith("property")


def list_members(body):
    """Statements of a class's own body, those under its conditions included."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.Try)):
            yield from list_members(statement.body)
            yield from list_members(statement.orelse)
            for handler in getattr(statement, "handlers", []):
                yield from list_members(handler.body)
        else:
            yield statement


class Facts(ast.NodeVisitor):
    """Walks one module; `scope` is the chain of enclosing definitions."""

    def __init__(self, text):
        self.lines = text.split("\n")
        self.raw = [line.encode("utf-8", "surrogatepass") for line in self.lines]
        self.sites = []
        self.definitions = []
        self.assignments = []
        self.imports = []
        self.parameters = []
        self.bound_otherwise = set()
        self.imported = {}
        self.scope = []
        self.decorators = set()

    def position(self, line, byte_column, name):
        """UTF-16 column of a name at a byte column; None where the text there is not that name."""
        if not 0 < line <= len(self.raw):
            return None
        raw = self.raw[line - 1]
        encoded = name.encode("utf-8", "surrogatepass")
        if raw[byte_column : byte_column + len(encoded)] != encoded:
            return None
        before = raw[:byte_column].decode("utf-8", "surrogatepass")
        return len(before.encode("utf-16-le", "surrogatepass")) // 2

    def name_position(self, node):
        """(name, line, column) of the name token of a callee; None where it has none."""
        if isinstance(node, ast.Name):
            column = self.position(node.lineno, node.col_offset, node.id)
            return None if column is None else (node.id, node.lineno, column)
        if isinstance(node, ast.Attribute):
            start = node.end_col_offset - len(node.attr.encode("utf-8"))
            column = self.position(node.end_lineno, start, node.attr)
            return None if column is None else (node.attr, node.end_lineno, column)
        return None

    def add_site(self, callee, form):
        found = self.name_position(callee)
        if found is None:
            return
        name, line, column = found
        root = callee
        while True:
            if isinstance(root, (ast.Attribute, ast.Subscript, ast.Await)):
                root = root.value
            elif isinstance(root, ast.Call):
                root = root.func
            else:
                break
        member = isinstance(callee, ast.Attribute)
        self.sites.append(
            [line, column, name, form, member, root.id if isinstance(root, ast.Name) else ""]
        )

    def visit_Call(self, node):
        self.add_site(node.func, "decorator" if id(node) in self.decorators else "call")
        self.generic_visit(node)

    def visit_definition(self, node, kind):
        for decorator in node.decorator_list:
            if isinstance(decorator, ast.Call):
                self.decorators.add(id(decorator))
            else:
                self.add_site(decorator, "decorator")
        self.bound_otherwise.add(node.name)
        # The name follows the keyword, on the same line but for a continuation that nobody writes.
        line = node.lineno
        text = self.lines[line - 1]
        start = text.find(node.name, node.col_offset + (5 if kind == "class" else 3))
        marks = {self.last_name(decorator) for decorator in node.decorator_list}
        if start < 0:
            start = 0
        bases = []
        methods = {}
        if kind == "class":
            bases = [found[1:] for found in map(self.name_position, node.bases) if found]
            methods = self.list_methods(node)
        self.definitions.append(
            {
                "line": line,
                "column": len(text[:start].encode("utf-16-le")) // 2,
                "name": node.name,
                "kind": "property" if kind == "function" and any(map(is_property, marks)) else kind,
                "overload": "overload" in marks,
                "owner": self.scope[-1][0] if self.scope else "module",
                "within": ".".join(name for _, name in self.scope),
                "init": methods.get("__init__", 0),
                "new": methods.get("__new__", 0),
                "call": methods.get("__call__", 0),
                "bases": bases,
            }
        )
        self.scope.append((kind, f"{node.name}:{line}"))
        self.generic_visit(node)
        self.scope.pop()

    def list_methods(self, node):
        """Line of each method of a class: of overloads the implementation's, else the first."""
        lines = {}
        for member in list_members(node.body):
            if isinstance(member, (ast.FunctionDef, ast.AsyncFunctionDef)):
                overload = "overload" in map(self.last_name, member.decorator_list)
                if not overload or member.name not in lines:
                    lines[member.name] = member.lineno
        return lines

    def last_name(self, node):
        if isinstance(node, ast.Call):
            node = node.func
        if isinstance(node, ast.Attribute):
            return node.attr
        return node.id if isinstance(node, ast.Name) else ""

    def visit_FunctionDef(self, node):
        self.visit_definition(node, "function")

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node):
        self.visit_definition(node, "class")

    def visit_arg(self, node):
        self.bound_otherwise.add(node.arg)
        column = self.position(node.lineno, node.col_offset, node.arg)
        if column is not None:
            self.parameters.append([node.lineno, column])
        self.generic_visit(node)

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store):
            self.bound_otherwise.add(node.id)

    def note_assignment(self, target, value):
        """`f = g` and `f = m.g`: what is called through `f` may be told by the right side."""
        left = self.name_position(target)
        right = self.name_position(value) if value is not None else None
        if left and right:
            self.assignments.append([left[1], left[2], right[1], right[2]])

    def visit_Assign(self, node):
        for target in node.targets:
            self.note_assignment(target, node.value)
        self.generic_visit(node)

    def visit_AnnAssign(self, node):
        self.note_assignment(node.target, node.value)
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            bound = alias.asname or alias.name.split(".")[0]
            self.imported[bound] = alias.name
        self.imports.append([node.lineno, node.end_lineno, node.names[0].name])

    def visit_ImportFrom(self, node):
        module = "." * node.level + (node.module or "")
        for alias in node.names:
            self.imported[alias.asname or alias.name] = module
        self.imports.append([node.lineno, node.end_lineno, module])


def read_facts(root, file):
    with open(f"{root}/{file}", "rb") as handle:
        data = handle.read()
    if data.startswith(b"\xef\xbb\xbf") or b"\r" in data.replace(b"\r\n", b""):
        return None
    try:
        text = data.decode("utf-8")
        tree = ast.parse(data)
    except (SyntaxError, ValueError, RecursionError):
        return None
    facts = Facts(text)
    facts.visit(tree)
    roots = {
        name: module for name, module in facts.imported.items() if name not in facts.bound_otherwise
    }
    return {
        "file": file,
        "sites": facts.sites,
        "definitions": facts.definitions,
        "assignments": facts.assignments,
        "imports": facts.imports,
        "parameters": facts.parameters,
        "roots": roots,
    }


def main():
    sys.setrecursionlimit(10000)
    with open(sys.argv[2], encoding="utf-8") as handle:
        files = handle.read().splitlines()
    for file in files:
        facts = read_facts(sys.argv[1], file)
        if facts is not None:
            print(json.dumps(facts))


if __name__ == "__main__":
    main()
