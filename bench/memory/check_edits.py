"""Compares links of edits with Python's own parser: check_edits.py TRANSCRIPTS SESSIONS_DB

TRANSCRIPTS are those of make_transcripts.ts on a Python project, SESSIONS_DB what was read of them. For every edit the innermost definition around
the changed line, as Python's ast sees the file after the edit, is compared with the functions that the message was linked to.
"""
import ast, glob, json, sqlite3, sys

def innermost(text, line):
    best = None
    def visit(node, names):
        nonlocal best
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                first = min([child.lineno] + [d.lineno for d in child.decorator_list])
                own = names + [child.name]
                if first <= line <= child.end_lineno:
                    best = ".".join(own)
                visit(child, own)
            else:
                visit(child, names)
    visit(ast.parse(text), [])
    return best

db = sqlite3.connect(sys.argv[2])
links = {}
for session, at, name, line in db.execute("SELECT session_id, timestamp, name, line FROM call_graph_memory WHERE evidence = 'edit'"):
    links.setdefault((session, at), set()).add((name, line))
right = wrong = skipped = none = 0
for file in sorted(glob.glob(sys.argv[1] + "/*.jsonl")):
    for raw in open(file):
        edit = json.loads(raw)
        result = edit.get("toolUseResult")
        if not isinstance(result, dict) or "oldString" not in result or not result["filePath"].endswith(".py"):
            continue
        after = result["originalFile"].replace(result["oldString"], result["newString"], 1)
        line = after[:after.index(result["newString"])].count("\n") + 1
        try:
            name = innermost(after, line)
        except SyntaxError:
            skipped += 1
            continue
        made = links.get((edit["sessionId"], edit["timestamp"]), set())
        if not made and name is None:
            none += 1
        elif made == {(name, line)}:
            right += 1
        else:
            wrong += 1
            print("differs:", result["filePath"], line, "ast:", name, "links:", made)
print(f"{right} as Python's parser has it, {wrong} not; {none} outside of all definitions and without a link; {skipped} files did not parse")
