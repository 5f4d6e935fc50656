"""Lists where a Python project reads attributes that bear the name of one of its properties, as JSON lines, one file each.

    list_reads.py PROJECT FILES > READS

A line is `{"file", "properties": [[line, column, name]], "reads": [[line, column, name, "member" | "called"]]}`. Invariant: lines
count from 1, columns from 0 in UTF-16 units, and a position is that of a name, as in list_calls.py.
"""

import ast
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "python"))
from list_calls import Facts  # noqa: E402


class Reads(Facts):
    def __init__(self, text):
        super().__init__(text)
        self.reads = []
        self.callees = set()

    def visit_Call(self, node):
        self.callees.add(id(node.func))
        super().visit_Call(node)

    def visit_definition(self, node, kind):
        self.callees.update(map(id, node.decorator_list))
        super().visit_definition(node, kind)

    def visit_Attribute(self, node):
        found = self.name_position(node)
        if found and isinstance(node.ctx, ast.Load):
            name, line, column = found
            self.reads.append([line, column, name, "called" if id(node) in self.callees else "member"])
        self.generic_visit(node)


def main():
    sys.setrecursionlimit(10000)
    found = []
    for file in Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        data = Path(sys.argv[1], file).read_bytes()
        if data.startswith(b"\xef\xbb\xbf") or b"\r" in data:
            continue
        try:
            reads = Reads(data.decode("utf-8"))
            reads.visit(ast.parse(data))
        except (SyntaxError, ValueError, RecursionError):
            continue
        found.append((file, reads))
    properties = [
        [one["line"], one["column"], one["name"], file]
        for file, reads in found
        for one in reads.definitions
        if one["kind"] == "property" and one["owner"] == "class"
    ]
    names = {name for _, _, name, _ in properties}
    for file, reads in found:
        own = [one[:3] for one in properties if one[3] == file]
        print(json.dumps({"file": file, "properties": own, "reads": [one for one in reads.reads if one[2] in names]}))


main()
