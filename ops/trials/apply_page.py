"""Applies the blocks of a tutorial to a copy of the project.

    apply_page.py PAGE FOLDER

The text before a block says what it is for: "New file `path`:" or "Change `path`:". A new file is the block. A change is
one or several blocks in the form of a diff without line numbers: lines that begin with a space or a minus must stand in
the file exactly once, one after the other; they are replaced by the lines that begin with a space or a plus. Blocks of
`console` and `text` are for readers only.
"""

import pathlib
import re
import sys


def blocks(page):
    """The language, the text and the preceding prose of each block."""
    parts = re.split(r"^```(\w+)\n(.*?)^```\n", page, flags=re.MULTILINE | re.DOTALL)
    for at in range(1, len(parts), 3):
        yield parts[at], parts[at + 1], parts[at - 1]


def change(path, diff):
    lines = diff.splitlines()
    if any(line[:1] not in ("", " ", "+", "-") for line in lines):
        sys.exit(f"✘ {path}: a line of the diff begins with neither space, plus nor minus:\n{diff}")
    before = "".join(line[1:] + "\n" for line in lines if line[:1] != "+")
    after = "".join(line[1:] + "\n" for line in lines if line[:1] != "-")
    text = path.read_text()
    count = ("\n" + text).count("\n" + before)
    if count != 1:
        sys.exit(f"✘ {path}: these lines stand in the file {count} times, not once:\n{before}")
    path.write_text(("\n" + text).replace("\n" + before, "\n" + after)[1:])


def main(page, folder):
    path = new = None
    applied = 0
    for language, text, prose in blocks(pathlib.Path(page).read_text()):
        if language in ("console", "text"):
            continue
        places = re.findall(r"(New file|Change) `([^`]+)`:", prose)
        if places:
            new, path = places[-1][0] == "New file", folder / places[-1][1]
            if new == path.exists():
                sys.exit(f"✘ {path} {'exists already' if new else 'does not exist'}")
        if path is None or (new and language == "diff") or (not new and language != "diff"):
            sys.exit(f"✘ no place is named for this block:\n{text}")
        if new:
            path.write_text(text)
            new = None
        else:
            change(path, text)
        applied += 1
    if applied == 0:
        sys.exit("✘ the page has no blocks")


main(sys.argv[1], pathlib.Path(sys.argv[2]))
