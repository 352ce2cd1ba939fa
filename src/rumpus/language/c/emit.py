"""The C emitter: a checked program becomes one C file that reads like the rules it came from.

Every rule is a static function under its own name. Rules that tell the log are written twice:
without the log, for simulations, and as `told_...` with the log as second parameter. A rule that
takes rows is written once for each kind of row it is given. This module writes the file, emit_rule
each rule.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from types import FunctionType
from typing import Any, NamedTuple

from rumpus.language.declare import Slot
from rumpus.language.kinds import NOTHING, Type, fits, table_type
from rumpus.language.program import Program
from rumpus.language.reading import Rule

from .emit_rule import RuleWriter, Version, local_names
from .text import DIGEST, LOG, PRELUDE, c_int, comment, free_names, literal, safe, sizes, wrapped

ENTRY_ROW = Type("array", 32, (0,))
"""The type of every row passed between Python and C."""
C_TYPES = {"state": "State *", "number": "int64_t ", "row": "int32_t *"}


class Parameter(NamedTuple):
    """A parameter of an entry point, as Python passes it."""

    name: str
    kind: str  # state, number, row


class EntryPoint(NamedTuple):
    """An entry point: its name in the library, its parameters, whether it has a result."""

    name: str
    parameters: tuple[Parameter, ...]
    has_result: bool


def emit(program: Program, title: str) -> tuple[str, list[EntryPoint]]:
    """The C file of a program, and its entry points."""
    emitter = Emitter(program)
    return emitter.file(title), emitter.entries


def exported(entry: str, form: str) -> str:
    """The name of an entry point in the library: plain, telling the log, or for each of many."""
    return "_".join(filter(None, ("rumpus", form, entry)))


class Emitter:
    """Writes one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.entries: list[EntryPoint] = []
        self.versions: dict[Version, str] = {}
        self.functions: list[str] = []
        self.tables: list[str] = []
        self.constants: list[str] = []
        self.names: dict[Hashable, str] = {}
        self.fields = free_names(slot.name for slot in program.layout.slots)
        rules = program.rules.values()
        self.taken = {name for rule in rules for name in local_names(rule).values()}
        """C names that are in use: a rule's own name must not hide a global."""
        self.taken |= {
            exported(entry, form) for entry in program.entries for form in ("", "told", "each")
        }

    # ----------------------------------------------------------------------------- the file
    def file(self, title: str) -> str:
        """The whole C file."""
        exports = [text for name, rule in self.program.entries.items()
                   for text in self.export(name, rule)]  # fmt: skip
        constants = "".join(self.constants)
        return "\n".join(
            [
                comment(f"{title}: generated from its rules; change those, not this file."),
                PRELUDE,
                self.struct(),
                LOG,
                f"enum {{\n{constants}}};\n" if constants else "",
                *self.tables,
                "",
                *self.functions,
                "/* ---- entry points ---- */",
                *exports,
                "",
            ]
        )

    def struct(self) -> str:
        """The state, field by field in memory order, and how it is cleared."""
        layout = self.program.layout
        fields = [
            f"{c_int(slot.bits)} {self.fields[slot.name]}{sizes(slot.shape)}"
            for slot in layout.slots
        ]
        if layout.padding:
            fields.append(f"int8_t rk_padding[{layout.padding}]")
        body = "".join(f"  {field};\n" for field in fields)
        starts = "".join(f"  {start}\n" for start in map(self.start, layout.slots) if start)
        return (
            f"typedef struct {{\n{body}}} State;\n"
            f"_Static_assert(sizeof(State) == {layout.size}, "
            '"Python and C must agree on the layout");\n'
            "RULE void rk_clear(State *s) {\n"
            f"  __builtin_memset(s, 0, sizeof *s);\n{starts}}}\n"
            f"{DIGEST}"
        )

    def start(self, slot: Slot) -> str:
        """The line that gives a field its starting value; none if that is 0."""
        if not slot.start:
            return ""
        counters = "ijk"[: len(slot.shape)]
        loops = "".join(
            f"for (int {i} = 0; {i} < {size}; {i}++) "
            for i, size in zip(counters, slot.shape, strict=True)
        )
        indexes = "".join(f"[{i}]" for i in counters)
        return f"{loops}s->{self.fields[slot.name]}{indexes} = {literal(slot.start)};"

    # ----------------------------------------------------------------------------- names
    def unique(self, key: Hashable, wanted: str) -> str:
        """A C name for a thing: its own, with a number added if that is taken."""
        if key not in self.names:
            name, n = safe(wanted), 2
            while name in self.taken:
                name, n = f"{safe(wanted)}_{n}", n + 1
            self.taken.add(name)
            self.names[key] = name
        return self.names[key]

    def version(self, function: FunctionType, rows: tuple[Type, ...], *, told: bool) -> str:
        """The C function for a rule with these rows; written on first use."""
        version = Version(function, rows, told)
        if version not in self.versions:
            rule = self.program.rules[function]
            name = self.unique(version, f"told_{rule.name}" if told else rule.name)
            self.versions[version] = name
            self.functions.append(RuleWriter(self, rule, version).function_text(name))
        return self.versions[version]

    def global_name(self, name: str, thing: Any) -> str:
        """A constant or table of numbers; written on first use."""
        key = (name, thing)
        if key not in self.names:
            unique = self.unique(key, name)
            if isinstance(thing, tuple):
                self.tables.append(self.table(unique, thing))
            elif fits(32, thing):
                self.constants.append(f"  {unique} = {literal(int(thing))},\n")
            else:
                self.tables.append(f"TABLE int64_t {unique} = {literal(int(thing))};")
        return self.names[key]

    @staticmethod
    def table(name: str, table: tuple[Any, ...]) -> str:
        """A table, over several lines if it is long."""

        def braces(values: Any) -> str:
            if isinstance(values, tuple):
                return "{" + ", ".join(map(braces, values)) + "}"
            return literal(int(values))

        kind = table_type(table)
        assert kind is not None
        head = f"TABLE {c_int(kind.bits)} {name}{sizes(kind.shape)} ="
        if len(kind.shape) == 1:
            return wrapped(f"{head} {braces(table)};", indent="  ")
        rows = "".join(wrapped(f"  {braces(row)},", indent="   ") + "\n" for row in table)
        return f"{head} {{\n{rows}}};"

    # ----------------------------------------------------------------------------- entry points
    def export(self, name: str, rule: Rule) -> Iterator[str]:
        """The entry points of one rule: for one state, for many states, and with the log if it
        tells."""
        kinds = {"state": "state", "number": "number", "yes/no": "number", "array": "row"}
        if any(len(kind.shape) > 1 for kind in rule.parameters.values()):
            raise TypeError(f"{rule.name} is called from outside, so it takes rows only, no grids")
        parameters = tuple(Parameter(n, kinds[k.kind]) for n, k in rule.parameters.items())
        entry = EntryPoint(name, parameters, rule.returns != NOTHING)
        self.entries.append(entry)
        rows = tuple(ENTRY_ROW for parameter in parameters if parameter.kind == "row")
        silent = self.version(rule.function, rows, told=False)
        yield self.export_one(entry, silent, told=False)
        if rule.tells:
            yield self.export_one(entry, self.version(rule.function, rows, told=True), told=True)
        yield self.export_each(entry, silent)

    def export_one(self, entry: EntryPoint, function: str, *, told: bool) -> str:
        """The rule for one state."""
        names = list(free_names(p.name for p in entry.parameters).values())
        parameters = [
            C_TYPES[p.kind] + name for p, name in zip(entry.parameters, names, strict=True)
        ]
        if told:
            parameters.insert(1, "Log *log")
            names.insert(1, "log")
        result, returns = ("int64_t", "return ") if entry.has_result else ("void", "")
        name = exported(entry.name, "told" if told else "")
        head = wrapped(f"EXPORT {result} {name}({', '.join(parameters)}) {{")
        return f"{head}\n  {returns}{function}({', '.join(names)});\n}}"

    def export_each(self, entry: EntryPoint, function: str) -> str:
        """The rule for n states in turn; a step of 0 passes the same argument to all of them."""
        parameters, arguments = ["int64_t rk_n", "int64_t *rk_result"], []
        names = free_names(p.name for p in entry.parameters)
        for p in entry.parameters:
            of, step = names[p.name], f"rk_{names[p.name]}_step"
            pointer = "const int64_t *" if p.kind == "number" else C_TYPES[p.kind]
            parameters += [pointer + of, f"int64_t {step}"]
            index = f"rk_i * {step}"
            arguments.append(f"{of}[{index}]" if p.kind == "number" else f"{of} + {index}")
        head = wrapped(f"EXPORT void {exported(entry.name, 'each')}({', '.join(parameters)}) {{")
        call = f"{function}({', '.join(arguments)});"
        if entry.has_result:
            head, call = f"{head}\n", f"rk_result[rk_i] = {call}"
        else:
            head = f"{head}\n  (void)rk_result;\n"
        call = wrapped(f"    {call}", indent="        ")
        return f"{head}  for (int64_t rk_i = 0; rk_i < rk_n; rk_i++) {{\n{call}\n  }}\n}}"
