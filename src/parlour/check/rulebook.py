"""The form of RULES.md."""

import re
from collections.abc import Iterator

from parlour.check.results import CheckResult, Mistake, check_result, failed_check
from parlour.check.subject import CheckedGame
from parlour.games.rulebook import named_parameters, sections
from parlour.games.vocabulary import count

SECTIONS = ("Goal", "How to play", "A worked turn", "Rulings", "Variants", "Tips")
WIDTH = 80


def check_rulebook(subject: CheckedGame) -> CheckResult:
    """Its title, sections, width and characters; every parameter is explained."""
    try:
        lines = (subject.folder / "RULES.md").read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return failed_check("RULES.md", Mistake("RULES.md is not UTF-8 text"))
    wrong = []
    title = getattr(subject.words, "TITLE", None)
    if not lines or not lines[0].startswith("# "):
        wrong.append('line 1 must be the title: "# ..."')
    elif title is not None and lines[0] != f"# {title}":
        wrong.append(f'line 1 must be the title of words.py: "# {title}"')
    found = dict(sections("\n".join(lines)))
    missing = [f'"## {title}"' for title in SECTIONS if title not in found]
    if missing:
        wrong.append(f"the section {missing[0]} is missing" if len(missing) == 1 else f"missing: {', '.join(missing)}")
    for number, line in enumerate(lines, start=1):
        if len(line) > WIDTH:
            wrong.append(f"line {number} is {len(line)} columns wide; the most is {WIDTH}")
        if not line.isascii():
            wrong.append(f"line {number} has characters that are not ASCII")
    variants = found.get("Variants", "")
    fields = getattr(getattr(subject.rules, "Rules", None), "_fields", ())
    unexplained = [name for name in fields if name not in named_parameters(variants)]
    if unexplained:
        wrong.append(f'"## Variants" does not explain {count(len(unexplained), "parameter")}: {", ".join(unexplained)}')
    wrong += table_problems(subject, variants)
    right = "it has its title and sections, and explains every parameter"
    return check_result("RULES.md", map(Mistake, wrong), right)


def table_problems(subject: CheckedGame, variants: str) -> Iterator[str]:
    """Where the table of parameters gives other values than `rules.py`."""
    if subject.limits is None:
        return
    (lowest, highest), defaults, choices = subject.limits, subject.rules.Rules(), subject.words.CHOICES
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in variants.splitlines() if "|" in line]
    for row in rows[1:]:
        cells = dict(zip(rows[0], row, strict=False))
        name = row[0]
        if name not in defaults._fields:
            continue
        low, default, high = (getattr(each, name) for each in (lowest, defaults, highest))
        if name in choices:
            standard, allowed = choices[name][default], ", ".join(choices[name])
        else:
            standard, allowed = str(default), f"{low} to {high}"
        for column, value in (("standard", standard), ("allowed", allowed)):
            if column in cells and plain(cells[column]) != plain(value):
                yield f'in the table of "## Variants", {column} of {name} must be {value}, not {cells[column]}'


def plain(value: str) -> list[str]:
    """The numbers or names in a cell, however they are separated and written: "1 to 10,000", "no, yes"."""
    value = re.sub(r"(?<=\d)[,_](?=\d)", "", value)
    return re.findall(r"(?<!\w)-?\d+", value) or re.findall(r"[\w-]+", value)
