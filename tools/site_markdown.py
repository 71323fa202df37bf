"""GitHub's Markdown, in which this repository is written, as the Markdown of the site's generator.

The generator uses Python-Markdown, which wants nested lists indented by four spaces and makes other anchors.
"""

from __future__ import annotations

import re
from collections.abc import Callable

CODE = re.compile(r"(^ *(?:```|~~~).*?^ *(?:```|~~~) *$)", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#{1,6}) +(.+?) *#*$", re.MULTILINE)
ITEM = re.compile(r"( *)([-*+]|\d+[.)])( +)(?=\S)")
PICTURE = re.compile(r'<picture>.*?srcset="([^"]+)".*?<img([^>]*)>.*?</picture>', re.DOTALL)
ATTRIBUTE = re.compile(r'(\w+)="([^"]*)"')


def to_python_markdown(text: str) -> str:
    return with_anchors(outside_code(lambda part: PICTURE.sub(two_pictures, part), indent_lists(console(text))))


def outside_code(change: Callable[[str], str], text: str) -> str:
    """The text with everything changed that is not in a code block."""
    parts = CODE.split(text)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))


def headings(text: str) -> list[str]:
    return [found[1] for part in CODE.split(text)[::2] for found in HEADING.findall(part)]


def anchors(text: str) -> list[str]:
    """The anchors that GitHub gives to the headings of a page."""
    found: list[str] = []
    for heading in headings(text):
        shown = re.sub(r"!?\[([^\]]*)\]\([^)]*\)|<[^>]*>", r"\1", heading)
        anchor = re.sub(r"[^\w\- ]", "", shown.lower()).replace(" ", "-")
        same = sum(each == anchor or re.fullmatch(rf"{re.escape(anchor)}-\d+", each) is not None for each in found)
        found.append(f"{anchor}-{same}" if same else anchor)
    return found


def with_anchors(text: str) -> str:
    names = iter(anchors(text))
    return outside_code(lambda part: HEADING.sub(lambda found: f"{found[1]} {found[2]} {{#{next(names)}}}", part), text)


def two_pictures(found: re.Match[str]) -> str:
    """A picture for each palette, of which style sheets show one. Browsers do not load the other."""
    given = dict(ATTRIBUTE.findall(found[2]))
    width = f' width="{given["width"]}"' if "width" in given else ""
    shown = {"light": given["src"], "dark": found[1]}
    return "".join(
        f"![{given.get('alt', '')}]({file}#only-{palette}){{loading=lazy{width}}}" for palette, file in shown.items()
    )


def console(text: str) -> str:
    """Examples with prompts are highlighted as sessions."""
    return re.sub(r"^```python\n(?=>>> )", "```pycon\n", text, flags=re.MULTILINE)


def indent_lists(text: str) -> str:
    """Nested lists and what belongs to an item are indented by four spaces; a list begins after an empty line."""
    lines: list[str] = []
    open_items: list[int] = []  # the columns where their texts begin
    fenced = last = ""
    for line in text.splitlines():
        indent = len(line) - len(line.lstrip())
        if line.strip() and not fenced:
            item = ITEM.match(line)
            if item or not last.strip():  # other lines may continue a paragraph from any column
                while open_items and indent < open_items[-1]:
                    open_items.pop()
            if item:
                if not open_items and last.strip() and not ITEM.match(last) and not lines[-1].startswith((" ", "#")):
                    lines.append("")
                lines.append("    " * len(open_items) + line[indent:])
                open_items.append(item.end())
                last = line
                continue
        begin = open_items[-1] if open_items else 0
        kept = line[min(indent, begin) :]
        lines.append("    " * len(open_items) + kept if kept.strip() else "")
        if kept.startswith(("```", "~~~")):
            fenced = "" if fenced else kept[:3]
        last = line
    return "\n".join(lines) + "\n"
