"""Notes which functions of a project its call sites really call, as a pytest plugin, for compare_ran.ts.

    RAN_ROOT=DIR RAN_OUT=OUT.jsonl PYTHONPATH=bench/accuracy/python python -m pytest -p trace_calls --assert=plain …

Writes a truth (bench/accuracy/truth.ts): of each site what was called there, in `accepts` what a wrapper holds and calls
in turn. Sites of kind "started", at column 0, say at which line something ran that no call names there (operators, `with`,
functions that a library calls back). Needs Python 3.12 (`sys.monitoring`).

Invariant: nothing is noted but what ran: a site that is not there, and a target that a site does not have, mean nothing.
"""

import ast
import atexit
import functools
import inspect
import json
import os
import sys
import types

ROOT = os.path.realpath(os.environ["RAN_ROOT"]) + os.sep
OUT = os.environ["RAN_OUT"]
MOST_CALLS = 50
"""Calls of one site, and runs of one function, that are looked at."""
MOST_STARTS = 400
MOST_WRAPPERS = 6
LASTING = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
FUNCTION = inspect.CO_OPTIMIZED | inspect.CO_NEWLOCALS

monitoring = sys.monitoring
events = monitoring.events
calls = {}
"""(code, offset) -> (what ran, what it holds) of each call, both as places."""
starts = {}
"""(code, offset) -> places of functions that started there."""
counts = {}


def place_of_code(code):
    """A function of the project; a lambda has no name to be listed by."""
    if not code.co_filename.startswith(ROOT) or code.co_name.startswith("<"):
        return None
    return ("code", code.co_filename, code.co_firstlineno, code.co_name)


def place_of_class(made):
    file = getattr(sys.modules.get(made.__module__), "__file__", None) or ""
    return ("class", file, made.__qualname__, made.__name__) if file.startswith(ROOT) else None


def describe_class(made):
    """The constructor that the class itself has, else the class; what else making it runs is accepted."""
    own = [place_of_code(function.__code__) for name in ("__init__", "__new__") if (function := function_of(vars(made).get(name)))]
    inherited = [function_of(getattr(made, name, None)) for name in ("__init__", "__new__")]
    inherited.append(function_of(getattr(type(made), "__call__", None)))
    ran = own[0] if own and own[0] else place_of_class(made)
    return ran, [*own, place_of_class(made), *(place_of_code(one.__code__) for one in inherited if one)]


def function_of(value):
    value = getattr(value, "__func__", value)
    return value if isinstance(value, types.FunctionType) else None


def describe(called, depth=0):
    """What runs when this is called, and what that may hand the call on to."""
    if isinstance(called, type):
        return describe_class(called)
    function = function_of(called)
    if function is None and not isinstance(called, functools.partial):
        function = function_of(getattr(type(called), "__call__", None))
    held = [] if depth > MOST_WRAPPERS else held_by(called, function)
    accepted = [place for one in held for place in flatten(describe(one, depth + 1))]
    return (place_of_code(function.__code__) if function else None), accepted


def flatten(described):
    return [described[0], *described[1]]


def held_by(called, function):
    """What a wrapper has in its closure, its fields or under the names by which `functools` keeps it."""
    held = [getattr(called, name, None) for name in ("__wrapped__", "func")]
    for cell in (function.__closure__ or ()) if function else ():
        try:
            held.append(cell.cell_contents)
        except ValueError:
            pass
    if not isinstance(called, (types.FunctionType, types.MethodType, types.BuiltinFunctionType)):
        held += vars(called).values() if hasattr(called, "__dict__") else ()
    return [one for one in held if isinstance(one, (types.FunctionType, types.MethodType, functools.partial, type))]


def is_mock(called):
    return type(called).__module__ in ("unittest.mock", "mock", "mock.mock")


def note_call(code, offset, called, _first):
    if not code.co_filename.startswith(ROOT):
        return monitoring.DISABLE
    key = (code, offset)
    counts[key] = count = counts.get(key, 0) + 1
    try:
        if not is_mock(called):
            ran, accepted = describe(called)
            calls.setdefault(key, set()).add((ran, frozenset(one for one in accepted if one and one != ran)))
    except Exception:  # Whatever a project's own attributes raise.
        pass
    return monitoring.DISABLE if count >= MOST_CALLS else None


def note_start(code, _offset):
    place = place_of_code(code)
    # A generator starts where it is asked first, and a class's body is no function.
    if place is None or code.co_flags & LASTING or code.co_flags & FUNCTION != FUNCTION:
        return monitoring.DISABLE
    counts[code] = count = counts.get(code, 0) + 1
    frame = sys._getframe(1).f_back
    if frame is not None and frame.f_code.co_filename.startswith(ROOT):
        starts.setdefault((frame.f_code, frame.f_lasti), set()).add(place)
    return monitoring.DISABLE if count >= MOST_STARTS else None


class Names:
    """Where the names of a file stand: those of calls by where the calls begin and end, those of definitions by where they begin."""

    def __init__(self, file):
        with open(file, encoding="utf-8") as opened:
            text = opened.read()
        self.lines = [line.encode() for line in text.split("\n")]
        self.calls = {}
        self.functions = {}
        self.classes = {}
        self.visit(ast.parse(text), "")

    def visit(self, node, scope):
        for child in ast.iter_child_nodes(node):
            inner = scope
            if isinstance(child, ast.Call):
                self.name_call(child, child.func)
            elif isinstance(child, ast.Assign) and isinstance(child.value, ast.Call) and isinstance(child.targets[0], ast.Name):
                # A class may be made by a call (`namedtuple`), and bears what it is told as its name.
                told = [one.value for one in child.value.args[:1] if isinstance(one, ast.Constant)]
                for name in (scope + child.targets[0].id, *told):
                    self.classes.setdefault(name, child.lineno)
            elif isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = self.define(child, scope)
            self.visit(child, inner)

    def define(self, node, scope):
        for decorator in node.decorator_list:
            if not isinstance(decorator, ast.Call):
                self.name_call(decorator, decorator)
        if isinstance(node, ast.ClassDef):
            self.classes[scope + node.name] = node.lineno
            return scope + node.name + "."
        first = node.decorator_list[0] if node.decorator_list else node
        self.functions[first.lineno, node.name] = node.lineno
        return f"{scope}{node.name}.<locals>."

    def name_call(self, node, callee):
        """Keeps line and column (in UTF-16 units from 1) of the callee's name; a chain over lines begins where that stands."""
        line, start = callee.lineno, callee.col_offset
        if isinstance(callee, ast.Attribute):
            line, start = callee.end_lineno, callee.end_col_offset - len(callee.attr.encode())
        before = self.lines[line - 1][:start].decode(errors="replace")
        position = line, len(before.encode("utf-16-le")) // 2 + 1
        for begin in (node.lineno, node.col_offset), (line, start):
            self.calls[*begin, node.end_lineno, node.end_col_offset] = position


@functools.cache
def names_of(file):
    try:
        return Names(file)
    except (OSError, SyntaxError, UnicodeDecodeError):
        return None


def to_place(place):
    """A place as a truth has it; None where the text does not have it (it was made while running)."""
    kind, file, where, name = place
    names = names_of(file)
    if names is None:
        return None
    line = names.classes.get(where) if kind == "class" else names.functions.get((where, name))
    decorated = {"decorated": True} if kind == "code" and line != where else {}
    return line and {"file": os.path.relpath(file, ROOT), "line": line, "name": name, **decorated}


def to_places(places):
    return [found for found in map(to_place, sorted(places, key=repr)) if found]


@functools.cache
def positions_of(code):
    return list(code.co_positions())


def position_at(code, offset):
    """(line, column) of the call that an instruction makes, and its line."""
    line, end_line, start, end = positions_of(code)[offset // 2]
    names = names_of(code.co_filename)
    return (names.calls.get((line, start, end_line, end)) if names else None), line


def to_sites():
    merged = {}
    for (code, offset), ran in calls.items():
        named, _ = position_at(code, offset)
        if named:
            site = merged.setdefault((code.co_filename, *named), (set(), set()))
            site[0].update(one for one, _ in ran)
            site[1].update(*(accepted for _, accepted in ran))
    for (file, line, column), (ran, accepted) in merged.items():
        targets = to_places(ran - {None})
        yield to_site(file, line, column, "ran", targets, to_places(accepted))
    for (code, offset), started in starts.items():
        named, line = position_at(code, offset)
        if line:
            yield to_site(code.co_filename, named[0] if named else line, 0, "started", to_places(started), [])


def to_site(file, line, column, kind, targets, accepts):
    place = {"file": os.path.relpath(file, ROOT), "line": line, "column": column, "name": ""}
    return {**place, "kind": kind, "targets": targets, "external": not targets, "accepts": accepts}


def write():
    monitoring.set_events(monitoring.PROFILER_ID, 0)
    with open(OUT, "a", encoding="utf-8") as out:
        for site in to_sites():
            out.write(json.dumps(site) + "\n")


def watch():
    monitoring.use_tool_id(monitoring.PROFILER_ID, "trace_calls")
    monitoring.register_callback(monitoring.PROFILER_ID, events.CALL, note_call)
    monitoring.register_callback(monitoring.PROFILER_ID, events.PY_START, note_start)
    monitoring.set_events(monitoring.PROFILER_ID, events.CALL | events.PY_START)
    atexit.register(write)


watch()
