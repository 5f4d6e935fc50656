"""Symbols of Python files as the compiler's own parser sees them: reads {path: text} as JSON on stdin, prints a list of symbols."""

import ast
import json
import sys


def signature(node):
    if isinstance(node, ast.ClassDef):
        return "class " + ", ".join(ast.unparse(base) for base in node.bases + [k.value for k in node.keywords])
    result = "" if node.returns is None else ast.unparse(node.returns)
    return f"{type(node).__name__} ({ast.unparse(node.args)}) -> {result}"


def visit(path, node, scope, into):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            name = scope + [child.name]
            into.append({
                "path": path,
                "name": ".".join(name),
                "start": child.lineno,
                "end": child.end_lineno,
                "signature": signature(child),
            })
            visit(path, child, name, into)
        else:
            visit(path, child, scope, into)


symbols = []
for path, text in json.load(sys.stdin).items():
    try:
        visit(path, ast.parse(text), [], symbols)
    except SyntaxError:
        pass
json.dump(symbols, sys.stdout)
