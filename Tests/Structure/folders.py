"""Fails where folders of a module form a circle, and names what runs back.

folders.py STORE: STORE is the compiler's index store of a debug build, .build/debug/index/store. It says exactly which file names what of which other file.
A file that lies directly in a module's folder counts as a folder of its own.
"""

import collections
import ctypes
import os
import pathlib
import shutil
import sys

# Modules whose folders aren't in order yet.
LEFT = set()

DECLARATION_OR_DEFINITION, REFERENCE = 0b11, 0b100
RECORD = 2


class Text(ctypes.Structure):
    """indexstore_string_ref_t"""

    _fields_ = [("data", ctypes.c_void_p), ("length", ctypes.c_size_t)]

    def __str__(self):
        return ctypes.string_at(self.data, self.length).decode() if self.length else ""


class IndexStore:
    """The part of the toolchain's libIndexStore that tells which file names what."""

    def __init__(self, path):
        swift = shutil.which(os.environ.get("SWIFT", "swift"))
        library = pathlib.Path(swift or "swift").resolve().parent.parent / "lib" / "libIndexStore.so"
        if not library.exists():
            print(f"skipped: the order of folders: {library} isn't there, which Swift's toolchain brings")
            sys.exit(77)
        self._library = ctypes.CDLL(str(library))
        self._store = self._function("store_create", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)(str(path).encode(), None)
        if not self._store:
            sys.exit(f"{path} is no index store; `swift build` makes one")

    def _function(self, name, result, *arguments):
        function = getattr(self._library, "indexstore_" + name)
        function.restype, function.argtypes = result, arguments
        return function

    def units(self, sources):
        """Yields each source file below `sources` with the name of its record."""
        collect = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, Text)
        each = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p, ctypes.c_void_p)
        names = []
        self._function("store_units_apply_f", ctypes.c_bool, ctypes.c_void_p, ctypes.c_uint, ctypes.c_void_p, collect)(
            self._store, 1, None, collect(lambda _, name: names.append(str(name)) or True))
        pointer = ctypes.c_void_p
        open_unit = self._function("unit_reader_create", pointer, pointer, ctypes.c_char_p, pointer)
        close_unit = self._function("unit_reader_dispose", None, pointer)
        main_file = self._function("unit_reader_get_main_file", Text, pointer)
        dependencies = self._function("unit_reader_dependencies_apply_f", ctypes.c_bool, pointer, pointer, each)
        kind = self._function("unit_dependency_get_kind", ctypes.c_int, pointer)
        record = self._function("unit_dependency_get_name", Text, pointer)
        of_file = self._function("unit_dependency_get_filepath", Text, pointer)
        for name in names:
            unit = open_unit(self._store, name.encode(), None)
            path = str(main_file(unit))
            found = []
            # A file that was moved or deleted stays in the store until the next clean build.
            real = pathlib.Path(path).resolve()
            if real.is_relative_to(sources) and real.exists():
                dependencies(unit, None, each(lambda _, item: (
                    kind(item) == RECORD and str(of_file(item)) == path and found.append(str(record(item)))) or True))
            close_unit(unit)
            for item in found:
                yield str(real.relative_to(sources)), item

    def occurrences(self, record):
        """Each symbol of a record with its roles and its name."""
        pointer = ctypes.c_void_p
        each = ctypes.CFUNCTYPE(ctypes.c_bool, pointer, pointer)
        reader = self._function("record_reader_create", pointer, pointer, ctypes.c_char_p, pointer)(self._store, record.encode(), None)
        if not reader:
            return []
        symbol = self._function("occurrence_get_symbol", pointer, pointer)
        roles = self._function("occurrence_get_roles", ctypes.c_uint64, pointer)
        identity = self._function("symbol_get_usr", Text, pointer)
        name = self._function("symbol_get_name", Text, pointer)
        found = []

        def take(_, item):
            found.append((str(identity(symbol(item))), roles(item), str(name(symbol(item)))))
            return True

        self._function("record_reader_occurrences_apply_f", ctypes.c_bool, pointer, pointer, each)(reader, None, each(take))
        self._function("record_reader_dispose", None, pointer)(reader)
        return found


def arrows(store, sources):
    """Which file names what of which other file: (from, to, name)."""
    defined, named = {}, collections.defaultdict(dict)
    for path, record in store.units(sources):
        for identity, roles, name in store.occurrences(record):
            if roles & DECLARATION_OR_DEFINITION:
                defined[identity] = path
            if roles & REFERENCE:
                named[path][identity] = name
    for path, symbols in named.items():
        for identity, name in symbols.items():
            if defined.get(identity, path) != path:
                yield path, defined[identity], name


def place(path):
    """A file's module, and its folder in it."""
    parts = path.split("/")
    depth = 2 if parts[0] == "Providers" else 1
    return "/".join(parts[:depth]), parts[depth]


def circles(graph):
    """The groups of two and more nodes that reach each other."""
    def reached(start):
        seen, left = set(), [start]
        while left:
            for node in graph.get(left.pop(), ()):
                if node not in seen:
                    seen.add(node)
                    left.append(node)
        return seen

    reach = {node: reached(node) for node in graph}
    groups = {frozenset(other for other in reach[node] if node in reach.get(other, ())) for node in graph if node in reach[node]}
    return [group for group in groups if len(group) > 1]


def main():
    sources = pathlib.Path(__file__).resolve().parent.parent.parent / "Sources"
    graphs = collections.defaultdict(lambda: collections.defaultdict(lambda: collections.defaultdict(set)))
    count = 0
    for source, target, name in arrows(IndexStore(sys.argv[1]), sources):
        count += 1
        (module, folder), (other, there) = place(source), place(target)
        if module == other and folder != there:
            graphs[module][folder][there].add(f"{source} -> {target}: {name}")
    if count < 10_000:
        sys.exit(f"the index store has {count} arrows between files: too few to judge by; build again")
    failed = 0
    for module, graph in sorted(graphs.items()):
        # Files beside each other in a module without folders are one room.
        found = [circle for circle in circles(graph) if not all(node.endswith(".swift") for node in circle)]
        if module in LEFT:
            print(f"left out: {module}: {sum(map(len, found))} folders in a circle")
            if not found:
                sys.exit(f"{module} is in order: take it out of LEFT")
            continue
        for circle in found:
            failed += 1
            print(f"{module}: these form a circle: {', '.join(sorted(circle))}")
            for folder in sorted(circle):
                for there in sorted(circle & graph[folder].keys()):
                    names = sorted(graph[folder][there])
                    print(f"  {folder} -> {there}, {len(names)} times, such as {names[0]}")
    print(f"{count} arrows between files of {len(graphs)} modules: {failed} circles of folders")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
