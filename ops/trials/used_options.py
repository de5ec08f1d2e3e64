"""Compares the command lines of a trial with the program's help, and prints every option and argument that none of them has used.

    used_options.py HELP LINES

HELP is what `chairside --experimental-dump-help` prints. LINES has a JSON array for each command line, without the program's name.
"""

import json
import sys

# The argument parser adds these to every command.
OF_EVERY_COMMAND = {"--help", "--version", "-h"}


def leaves(command, path=()):
    """Every command without subcommands, by its path."""
    subcommands = command.get("subcommands") or []
    if not subcommands:
        yield path, command.get("arguments") or []
    for subcommand in subcommands:
        if subcommand["commandName"] != "help":
            yield from leaves(subcommand, (*path, subcommand["commandName"]))


def names(argument):
    """All names of an option or flag, as they are written on a command line."""
    return {("--" if name["kind"].startswith("long") else "-") + name["name"] for name in argument.get("names") or []}


def label(argument):
    return f"<{argument['valueName']}>" if argument["kind"] == "positional" else sorted(names(argument), key=len)[-1]


def used(words, arguments):
    """The labels of the arguments that a command line uses."""
    positional = [argument for argument in arguments if argument["kind"] == "positional"]
    words = list(words)
    while words:
        word = words.pop(0)
        name, has_value, _ = word.partition("=")
        named = [argument for argument in arguments if name in names(argument)] if word.startswith("-") else []
        if named:
            yield label(named[0])
            if named[0]["kind"] == "option" and not has_value:
                words.pop(0)
        elif positional:
            yield label(positional[0])
            if not positional[0].get("isRepeating"):
                positional.pop(0)


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        commands = dict(leaves(json.load(file)["command"]))
    missing = {path: {label(a) for a in arguments} - OF_EVERY_COMMAND | {""} for path, arguments in commands.items()}
    with open(sys.argv[2], encoding="utf-8") as file:
        for line in file:
            words = json.loads(line)
            path = next((tuple(words[:n]) for n in range(len(words), 0, -1) if tuple(words[:n]) in commands), None)
            if path is not None:
                missing[path] -= {"", *used(words[len(path) :], commands[path])}
    for path, labels in sorted(missing.items()):
        for name in sorted(labels):
            print("chairside", *path, name or "(the command itself)")


main()
