"""A copy of the package with every mutant of the catalogue compiled in beside the original code. `CHAIRSIDE_MUTANT` is the number of
the mutant to switch on. Without it the copy behaves like the original."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import mutant_catalogue
from mutant_catalogue import ROOT, Entry

COPIED = ["Package.swift", "Package.resolved", "README.md", "ops", "Plugins", "Sources", "Tests", "fixtures", "migrations"]

# Compiler warnings are suppressed in the copy, for example about code that a mutant makes unreachable.
PACKAGE = """
// Written by ops/mutants.
for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings = [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .unsafeFlags(["-suppress-warnings"]),
    ]
    target.dependencies.append("Mutant")
}
package.targets.append(.target(name: "Mutant", path: "Sources/Mutant"))
"""

SWITCH = """#if canImport(Glibc)
import Glibc
#endif

/// The mutant that CHAIRSIDE_MUTANT names by its number, if any.
public enum Mutant {
    public static let chosen: Int = getenv("CHAIRSIDE_MUTANT").flatMap { Int(String(cString: $0)) } ?? 0

    public static func `is`(_ number: Int) -> Bool { chosen == number }

    /// A migration's script, with the mutant's text in place of its own.
    public static func script(_ name: String, _ script: [UInt8]) -> [UInt8] {
        guard let change = changes[chosen], change.name == name else { return script }
        return Array(String(decoding: script, as: UTF8.self).replacing(change.original, with: change.mutant).utf8)
    }

    private static let changes: [Int: (name: String, original: String, mutant: String)] = [CHANGES]
}
"""


def write(folder: pathlib.Path, entries: list[Entry]):
    """Updates the copy. Unchanged files are not written, so that little is compiled again."""
    texts = _sources(entries)
    texts["Package.swift"] = (ROOT / "Package.swift").read_text() + PACKAGE
    texts["Sources/Mutant/Mutant.swift"] = _switch(entries)
    migration = "Sources/Migrations/Migration.swift"
    own = (ROOT / migration).read_text()
    line = "        self.script = script\n"
    if own.count(line) != 1:
        raise mutant_catalogue.Wrong(f"{migration} does not take its script as ops/mutants expects")
    texts[migration] = "import Mutant\n" + own.replace(
        line, "        let script = Mutant.script(name, script)\n" + line)

    texts["mutants.json"] = json.dumps(contents(entries), indent=1)

    wanted = set(texts)
    for name in COPIED:
        for path in _files(ROOT / name):
            file = str(path.relative_to(ROOT))
            wanted.add(file)
            if file not in texts:
                _copy(path, folder / file)
    for file, text in texts.items():
        path = folder / file
        if not path.is_file() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for name in COPIED:
        for path in _files(folder / name):
            if str(path.relative_to(folder)) not in wanted:
                path.unlink()


def syntax_errors(entries: list[Entry]) -> list[str]:
    """Parses the sources that have mutants; types are not checked."""
    with tempfile.TemporaryDirectory() as folder:
        for file, text in _sources(entries).items():
            pathlib.Path(folder, file.replace("/", "+")).write_text(text)
        files = sorted(str(path) for path in pathlib.Path(folder).iterdir())
        run = subprocess.run(["swiftc", "-frontend", "-parse", *files], capture_output=True, text=True)
    return [] if run.returncode == 0 else [run.stderr]


def _sources(entries: list[Entry]) -> dict[str, str]:
    texts = {}
    for file in {entry.file for entry in entries if not entry.is_migration}:
        own = [entry for entry in entries if entry.file == file]
        texts[file] = mutant_catalogue.mutated((ROOT / file).read_text(), own)
    return texts


def contents(entries: list[Entry]) -> dict[str, list[str]]:
    """The target that contains each entry."""
    return {entry.name: [entry.file, entry.after, entry.form, entry.original, entry.mutant] for entry in entries}


def written(folder: pathlib.Path) -> dict[str, list[str]]:
    """The entries that are compiled into the copy."""
    path = folder / "mutants.json"
    return json.loads(path.read_text()) if path.is_file() else {}


def _switch(entries: list[Entry]) -> str:
    changes = []
    for entry in entries:
        if not entry.is_migration:
            continue
        text = (ROOT / entry.file).read_text()
        begin, end = mutant_catalogue.locate(entry, text)
        name = pathlib.Path(entry.file).stem.split("_", 1)[1]
        # The text before the original is included, since an original must be unique only after the text that `after` names.
        start = text.rindex(entry.after, 0, begin) if entry.after else begin
        kept = text[start:begin]
        changes.append(f"        {entry.number}: ({_literal(name)}, {_literal(text[start:end])},"
                       f" {_literal(kept + entry.mutant)}),\n")
    return SWITCH.replace("[CHANGES]", "[\n" + "".join(changes) + "    ]" if changes else "[:]")


def _literal(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _files(path: pathlib.Path):
    """Returns the files and links of a folder. Links are not followed."""
    if path.is_symlink() or path.is_file():
        yield path
        return
    for folder, folders, files in os.walk(path):
        for name in files + [name for name in folders if os.path.islink(os.path.join(folder, name))]:
            yield pathlib.Path(folder) / name


def _copy(path: pathlib.Path, to: pathlib.Path):
    if path.is_symlink():
        if not to.is_symlink():
            to.parent.mkdir(parents=True, exist_ok=True)
            to.symlink_to(os.readlink(path))
    elif not to.is_file() or to.read_bytes() != path.read_bytes():
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, to)
        os.utime(to)
