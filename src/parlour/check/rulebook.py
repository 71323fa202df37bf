"""The form of RULES.md."""

from __future__ import annotations

import re

from parlour.check.results import Failure, Result, failed
from parlour.check.subject import Subject

SECTIONS = ("Goal", "How to play", "A worked turn", "Rulings", "Variants", "Tips")
WIDTH = 80


def check_rulebook(subject: Subject) -> Result:
    """Its title, sections, width and characters; every parameter is explained."""
    try:
        lines = (subject.folder / "RULES.md").read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        return failed("RULES.md", Failure("RULES.md is not UTF-8 text"))
    wrong = []
    title = getattr(subject.words, "TITLE", None)
    if not lines or not lines[0].startswith("# "):
        wrong.append('line 1 must be the title: "# ..."')
    elif title is not None and lines[0] != f"# {title}":
        wrong.append(f'line 1 must be the title of words.py: "# {title}"')
    headings = [line.removeprefix("## ") for line in lines if line.startswith("## ")]
    wrong += [f'the section "## {section}" is missing' for section in SECTIONS if section not in headings]
    for number, line in enumerate(lines, start=1):
        if len(line) > WIDTH:
            wrong.append(f"line {number} is {len(line)} columns wide; the most is {WIDTH}")
        if not line.isascii():
            wrong.append(f"line {number} has characters that are not ASCII")
    variants = "\n".join(lines).partition("\n## Variants\n")[2].partition("\n## ")[0]
    fields = getattr(getattr(subject.rules, "Rules", None), "_fields", ())
    explained = set(re.findall(r"^\| *`?(\w+)`? *\|", variants, re.M)) | set(re.findall(r"`(\w+)`", variants))
    wrong += [f'"## Variants" does not explain the parameter {name}' for name in fields if name not in explained]
    if wrong:
        return failed("RULES.md", *map(Failure, wrong))
    return Result("RULES.md", "passed", "it has its title and sections, and explains every parameter")
