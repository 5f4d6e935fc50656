"""Which classes of a project are below which, and which satisfy which of its protocols, as mypy sees it.

    python3 list_pairs.py DIR PAIRS.jsonl PLACES.json [--dependencies FOLDER] [--without FILE …]

Needs mypy. FOLDER: where the project's requirements are installed. FILE: a file of DIR on which mypy fails, which is not judged. Invariants: DIR
is not changed; bases come from mypy's own order of resolution, protocols from its own test. A protocol that asks for no more than every object has
is not judged; a class with a base that mypy does not know is listed under `unknown`; typed dictionaries, and classes that share their name with
another of the same scope, are left out.
"""

import argparse
import json
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator

from mypy import build
from mypy.find_sources import create_source_list
from mypy.modulefinder import BuildSource
from mypy.nodes import ClassDef, FuncDef, MypyFile, Statement, TypeInfo
from mypy.options import Options
from mypy.subtypes import is_protocol_implementation
from mypy.typevars import fill_typevars_with_any
from mypy.types import Instance


# What of a statement holds statements.
INNER = ("defs", "body", "else_body", "finally_body", "bodies", "handlers", "items", "func", "impl")


def scopes_in(node: object, classes: list[ClassDef]) -> Iterator[list[ClassDef]]:
    """Classes by the scopes that bind them, those inside functions and methods too. (mypy is compiled: its visitors can't be extended.)"""
    if isinstance(node, (list, tuple)):
        for one in node:
            yield from scopes_in(one, classes)
    elif isinstance(node, (MypyFile, Statement, FuncDef)):
        inner = classes
        if isinstance(node, ClassDef):
            classes.append(node)
        if isinstance(node, (MypyFile, ClassDef, FuncDef)):
            yield (inner := [])
        for name in INNER:
            yield from scopes_in(getattr(node, name, None), inner)


def twins_of(scopes: list[list[ClassDef]]) -> set[ClassDef]:
    """Classes that share their name with another of their scope: mypy takes the first for all, Python the last before."""
    twins: set[ClassDef] = set()
    for classes in scopes:
        count = Counter(one.name for one in classes)
        twins.update(one for one in classes if count[one.name] > 1)
    return twins


def source_files(root: str) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if not one.startswith((".", "__pycache__")))
        yield from (os.path.join(folder, name) for name in sorted(names) if name.endswith((".py", ".pyi")))


def import_roots(files: list[str]) -> list[str]:
    """Folders that hold top-level packages, so that tests and `src` layouts find them."""
    packages = {os.path.dirname(file) for file in files if os.path.basename(file).startswith("__init__.")}
    return sorted({os.path.dirname(one) for one in packages if os.path.dirname(one) not in packages}, key=lambda one: (len(one), one))


def module_sources(files: list[str], options: Options) -> list[BuildSource]:
    """Each module once: of two files of one name mypy takes one."""
    sources: dict[str, BuildSource] = {}
    for file in files:
        try:
            for source in create_source_list([file], options):
                sources.setdefault(source.module, source)
        except Exception as error:  # A file name that is no module's name.
            print(f"left out: {file}: {error}", file=sys.stderr)
    return list(sources.values())


# mypy has its own and takes no other.
BUILT_IN = ("typing_extensions", "mypy_extensions", "_typeshed", "typing")


def link_dependencies(folder: str, into: str) -> None:
    for name in os.listdir(folder):
        if name.split(".")[0] not in BUILT_IN:
            os.symlink(os.path.join(os.path.realpath(folder), name), os.path.join(into, name))


def analyze(root: str, dependencies: list[str], without: set[str]) -> build.BuildResult:
    files = [file for file in source_files(root) if file not in without]
    options = Options()
    options.mypy_path = [*import_roots(files), *dependencies]
    options.namespace_packages = options.explicit_package_bases = True
    options.ignore_missing_imports = options.ignore_errors = True
    options.follow_imports = "silent"
    options.incremental = False
    options.preserve_asts = True
    options.export_types = False
    options.raise_exceptions = False
    options.cache_dir = os.devnull
    parsed = []
    for file in files:
        try:
            with open(file, "rb") as text:
                compile(text.read(), file, "exec", flags=0x400, dont_inherit=True)
            parsed.append(file)
        except (SyntaxError, ValueError):
            print(f"left out: {file}", file=sys.stderr)
    return build.build(module_sources(parsed, options), options)


def is_asking(protocol: TypeInfo, everything: Instance) -> bool:
    """Whether a protocol asks for something that not every object has."""
    return bool(protocol.protocol_members) and not is_protocol_implementation(everything, instance_of(protocol))


def satisfies(info: TypeInfo, protocol: TypeInfo) -> bool:
    # To mypy a class with `__getattr__` has every member; here it has those that it defines.
    has_all = all(info.get(name) is not None for name in protocol.protocol_members)
    return has_all and is_protocol_implementation(instance_of(info), instance_of(protocol))


def instance_of(info: TypeInfo) -> Instance:
    filled = fill_typevars_with_any(info)
    return filled if isinstance(filled, Instance) else filled.partial_fallback


def main(root: str, pairs: str, places: str, dependencies: str | None, without: list[str]) -> None:
    root = os.path.realpath(root)
    with tempfile.TemporaryDirectory() as linked:
        if dependencies is not None:
            link_dependencies(dependencies, linked)
        result = analyze(root, [linked], {os.path.join(root, file) for file in without})
    modules = {
        name: tree
        for name, tree in result.files.items()
        if isinstance(tree, MypyFile) and os.path.realpath(tree.path).startswith(root + os.sep)
    }
    infos: dict[TypeInfo, dict[str, object]] = {}
    for tree in modules.values():
        scopes = list(scopes_in(tree, []))
        twins = {one.info for one in twins_of(scopes)}
        for definition in (one for classes in scopes for one in classes):
            info = definition.info
            # The bases of a TypedDict are no part of its order.
            if not isinstance(info, TypeInfo) or not hasattr(info, "mro") or info.typeddict_type or not twins.isdisjoint(info.mro):
                continue
            file = os.path.relpath(os.path.realpath(tree.path), root)
            infos[info] = {"file": file, "line": definition.line, "name": definition.name}
    everything = instance_of(result.files["builtins"].names["object"].node)  # type: ignore[arg-type]
    unknown = [info for info in infos if info.fallback_to_any]
    protocols = [info for info in infos if info.is_protocol and is_asking(info, everything)]
    count = 0
    with open(pairs, "w", encoding="utf-8") as out:
        for info, place in infos.items():
            if info.is_protocol:
                continue
            above = {base for base in info.mro[1:] if base in infos}
            if not info.fallback_to_any:
                above |= {one for one in protocols if satisfies(info, one)}
            for base in above:
                out.write(json.dumps({"interface": infos[base], "type": place}) + "\n")
                count += 1
    with open(places, "w", encoding="utf-8") as out:
        json.dump(
            {
                "types": [place for info, place in infos.items() if not info.is_protocol],
                "interfaces": [place for info, place in infos.items() if not info.is_protocol or info in protocols],
                "unknown": [infos[info] for info in unknown],
            },
            out,
        )
    print(f"{len(infos)} classes, {len(protocols)} protocols, {count} pairs, {len(unknown)} of unknown bases", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("root")
    parser.add_argument("pairs")
    parser.add_argument("places")
    parser.add_argument("--dependencies")
    parser.add_argument("--without", nargs="*", default=[])
    main(**vars(parser.parse_args()))
