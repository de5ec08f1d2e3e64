"""The catalogue of ops/mutants: the entries of ops/mutants.d/*.txt, and their places in the code.

An entry is a line with its name, which describes the defect, and indented lines:

    Unlock a session that has ended
      file: Sources/Identity/Unlocking/Unlock.swift
      after: func unlock(                    (optional) the text is searched after this one
      tests: UnlockTests ClinicTests/ErasureTests   test files, with their target if the name is ambiguous
      - session.isOpen                       the original text; once in the file, or after `after`
      + true                                 its replacement in the mutant
      survives: the reason why no test can notice it   (optional)

Several lines of `-` or `+` are one text; indentation does not matter. The form in which the mutant is compiled beside the
original depends on the text:

    an expression          (Mutant.is(7) ? (mutant) : (original))
    `as: statement`        if Mutant.is(7) { mutant } else { original }
    part of a literal      the whole literal, as an expression
    MUTANT in the mutant   is used as it is, with Mutant.is(7) for MUTANT
    a file of migrations/  the text is replaced when the migration is read
"""

import dataclasses
import pathlib
import re
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDER = ROOT / "ops" / "mutants.d"
QUOTES = '"""'


class Wrong(Exception):
    pass


@dataclasses.dataclass
class Entry:
    name: str
    subject: str
    line: int
    file: str = ""
    after: str = ""
    form: str = ""
    tests: list[str] = dataclasses.field(default_factory=list)
    original: str = ""
    mutant: str = ""
    survives: str = ""

    @property
    def number(self) -> int:
        """Computed from the name, so that it does not change with other entries, and nothing is compiled again."""
        return zlib.crc32(self.name.encode()) >> 1

    @property
    def place(self) -> str:
        return f"{FOLDER.relative_to(ROOT)}/{self.subject}.txt:{self.line}"

    @property
    def is_migration(self) -> bool:
        return self.file.startswith("migrations/")


def read() -> list[Entry]:
    """Returns every entry, in the order of the files' names."""
    entries = [entry for path in sorted(FOLDER.glob("*.txt")) for entry in _read(path)]
    numbers = set()
    for entry in entries:
        if entry.number in numbers:
            raise Wrong(f"{entry.place}: another entry has this name")
        numbers.add(entry.number)
    return entries


def _read(path: pathlib.Path) -> list[Entry]:
    entries: list[Entry] = []
    minus: list[str] = []
    plus: list[str] = []

    def finish():
        if not entries:
            return
        entry = entries[-1]
        entry.original, entry.mutant = "\n".join(minus), "\n".join(plus)
        minus.clear()
        plus.clear()
        if not (entry.file and entry.tests and entry.original):
            raise Wrong(f"{entry.place}: the entry needs a file, tests, and a text to change")

    for number, line in enumerate(path.read_text().split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith("  "):
            finish()
            entries.append(Entry(line.strip(), path.stem, number))
            continue
        field = re.fullmatch(r"  (?:([-+])(?: (.*))?|([a-z]+): (.*))", line)
        if field is None or not entries:
            raise Wrong(f"{path.name}:{number}: not a field of an entry")
        sign, text, name, value = field.groups()
        if sign:
            (minus if sign == "-" else plus).append(text or "")
        elif name == "tests":
            entries[-1].tests = value.split()
        elif name in ("file", "after", "survives"):
            setattr(entries[-1], name, value)
        elif name == "as" and value == "statement":
            entries[-1].form = value
        else:
            raise Wrong(f"{path.name}:{number}: {name} is not a field of an entry")
    finish()
    return entries


def locate(entry: Entry, text: str) -> tuple[int, int]:
    """Returns the begin and end of the entry's original in its file's text."""
    start = 0
    if entry.after:
        if text.count(entry.after) != 1:
            raise Wrong(f"{entry.place}: {entry.file} has {text.count(entry.after)} times: {entry.after}")
        start = text.index(entry.after) + len(entry.after)
    lines = [re.escape(line.strip()) for line in entry.original.split("\n")]
    found = list(re.finditer(r"\n[ ]*".join(lines), text[start:]))
    if not found or (len(found) > 1 and not entry.after):
        raise Wrong(f"{entry.place}: {entry.file} has {len(found)} times: {entry.original}")
    return start + found[0].start(), start + found[0].end()


def check(entries: list[Entry]) -> list[str]:
    """Returns the errors of the catalogue, one line each."""
    wrong = []
    tests = set()
    for path in (ROOT / "Tests").rglob("*.swift"):
        tests |= {path.stem, f"{path.relative_to(ROOT / 'Tests').parts[0]}/{path.stem}"}
    for entry in entries:
        path = ROOT / entry.file
        try:
            if not path.is_file():
                raise Wrong(f"{entry.place}: there is no {entry.file}")
            locate(entry, path.read_text())
            for name in entry.tests:
                if name not in tests:
                    raise Wrong(f"{entry.place}: there is no test file {name}.swift")
        except Wrong as error:
            wrong.append(str(error))
    if not wrong:
        for file in {entry.file for entry in entries if not entry.is_migration}:
            try:
                mutated((ROOT / file).read_text(), [entry for entry in entries if entry.file == file])
            except Wrong as error:
                wrong.append(str(error))
    return wrong


def mutated(text: str, entries: list[Entry]) -> str:
    """Returns a Swift file's text with all of its mutants compiled in."""
    places: dict[tuple[int, int], list[tuple[Entry, str]]] = {}
    for entry in entries:
        begin, end = locate(entry, text)
        mutant = entry.mutant
        if (literal := _literal(text, begin, end)) and "MUTANT" not in mutant:
            first, last = literal
            mutant = text[first:begin] + _indented(mutant, text, begin) + text[end:last]
            begin, end = first, last
        places.setdefault((begin, end), []).append((entry, mutant))
    before = len(text) + 1
    for begin, end in sorted(places, reverse=True):
        group = places[begin, end]
        if end > before:
            raise Wrong(f"{group[0][0].place}: its text overlaps with another entry's")
        before = begin
        text = text[:begin] + _switch(text[begin:end], group) + text[end:]
    return "import Mutant\n" + text


def _literal(text: str, begin: int, end: int) -> tuple[int, int] | None:
    """Returns the begin and end of the literal that contains a text. A literal in one line contains no quotation marks."""
    if text[:begin].count(QUOTES) % 2 == 1:
        return text.rindex(QUOTES, 0, begin), text.index(QUOTES, end) + len(QUOTES)
    line = text.rfind("\n", 0, begin) + 1
    if text[line:begin].count('"') % 2 == 1 and "//" not in text[line:begin]:
        return text.rindex('"', line, begin), text.index('"', end) + 1
    return None


def _indented(mutant: str, text: str, begin: int) -> str:
    """Returns the lines of a part of a literal with the indentation of their line."""
    line = text[text.rindex("\n", 0, begin) + 1 : begin]
    indent = re.match(r" *", line + text[begin:]).group()
    return ("\n" + indent).join(part.strip() for part in mutant.split("\n"))


def _switch(original: str, group: list[tuple[Entry, str]]) -> str:
    first = group[0][0]
    if "MUTANT" in first.mutant or first.form:
        if len(group) > 1:
            raise Wrong(f"{group[1][0].place}: another entry has the same text, and one of them is not an expression")
        if "MUTANT" in first.mutant:
            return first.mutant.replace("MUTANT", f"Mutant.is({first.number})")
        return f"if Mutant.is({first.number}) {{\n{first.mutant}\n}} else {{\n{original}\n}}"
    text = f"({original})"
    for entry, mutant in group:
        text = f"(Mutant.is({entry.number}) ? ({mutant}) : {text})"
    return text


if __name__ == "__main__":
    problems = check(read())
    print("\n".join(problems) or f"{len(read())} entries apply")
    sys.exit(1 if problems else 0)
