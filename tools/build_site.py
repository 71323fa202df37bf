"""Builds the documentation site in build/site from the Markdown files of this repository, with Zensical.

python tools/build_site.py                                                # links to source files become plain text
python tools/build_site.py --source https://example.org/parlour/blob/main # or lead to this address
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from posixpath import dirname, join, normpath, relpath
from typing import Any

import yaml
from site_markdown import headings, outside_code, to_python_markdown

ROOT = Path(__file__).parent.parent
WIDE = "---\nhide: [navigation, toc]\n---\n\n"
LINK = re.compile(
    r"`[^`\n]*`|(!?)\[((?:[^\[\]]|!?\[[^\]]*\](?:\([^)]*\))?)*)\]\(([^)\s]+)\)|(src(?:set)?)=\"([^\"]+)\""
)


def main() -> None:
    parser = argparse.ArgumentParser(description="Builds the documentation site in build/site.")
    parser.add_argument("--source", default="", metavar="URL", help="where the files of the repository can be read")
    build(ROOT / "build", parser.parse_args().source)


def build(folder: Path, source: str = "") -> Path:
    """Writes the pages and the site into this folder and returns the folder of the site."""
    names, texts = page_names(), {}
    shutil.rmtree(folder, ignore_errors=True)
    for path, name in names.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        if path.endswith("RULES.md"):
            text = text.replace("# ", "# Rules of ", 1)
        texts[name] = with_links(text, path, names, source, folder)
    for name, text in texts.items():
        write(folder / "pages" / name, to_python_markdown(text))
    front = folder / "pages" / "index.md"
    write(front, WIDE + front.read_text(encoding="utf-8"))
    shutil.copy(ROOT / "docs" / "site.css", folder / "pages")
    config = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    config["nav"] = list(expand(config["nav"], texts))
    write(folder / "mkdocs.yml", json.dumps(config))  # JSON is YAML
    arguments = ["build", "--strict", "--clean", "--config-file", "mkdocs.yml"]
    if subprocess.run([sys.executable, "-m", "zensical", *arguments], cwd=folder, check=False).returncode:
        sys.exit(f"The site is not built. The pages that Zensical read are in {folder / 'pages'}.")
    site = folder / "site"
    for name, text in texts.items():
        write(site / name, text)  # for programs that read Markdown
    write(site / "llms.txt", index_for_models(config, texts))
    write(site / "llms-full.txt", "\n".join(texts[name] for _, name in flat(config["nav"])))
    return site


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def page_names() -> dict[str, str]:
    """Every Markdown file that becomes a page, by its path in the repository, and its path on the site."""
    found = {path: path.removeprefix("docs/").replace("README.md", "index.md") for path in paths("docs/**/*.md")}
    found |= {path: path.lower() for path in paths("*.md") if path not in ("README.md", "AGENTS.md")}
    rules = [*paths("src/parlour/games/*/RULES.md"), *paths("examples/*/*/RULES.md")]
    return found | {path: f"games/rules/{Path(path).parent.name.replace('_', '-')}.md" for path in rules}


def paths(pattern: str) -> list[str]:
    return sorted(path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern))


def with_links(text: str, path: str, names: dict[str, str], source: str, folder: Path) -> str:
    """The text of a page with links that hold on the site. Pictures that it shows are copied there."""
    here = dirname({**names, "README.md": "index.md"}[path])

    def link(found: re.Match[str]) -> str:
        if found[0].startswith("`"):
            return found[0]
        exclamation, label, target, attribute, file = found.groups()
        address, hash_, anchor = (target or file).partition("#")
        wanted = normpath(join(dirname(path), address)) if address else path
        if "://" in address or address.startswith("mailto:"):
            new = address
        elif not (ROOT / wanted).exists():
            sys.exit(f"{path} links to {wanted}, which does not exist")
        elif wanted in names or wanted == "README.md":
            new = relpath(names.get(wanted, "index.md"), here or ".")
        elif f"{wanted}/README.md" in names:
            new = relpath(names[f"{wanted}/README.md"], here or ".")
        elif exclamation or attribute or wanted.endswith(".svg"):
            picture = wanted.removeprefix("docs/")
            write_copy(ROOT / wanted, folder / "pages" / picture)
            new = relpath(picture, here or ".")
        elif source:
            new = f"{source}/{wanted}"
        else:
            return inside(label)
        if attribute:
            return f'{attribute}="{new}"'
        return f"{exclamation}[{inside(label)}]({new}{hash_}{anchor})"

    def inside(label: str) -> str:
        return LINK.sub(link, label)

    return outside_code(lambda part: LINK.sub(link, part), text)


def write_copy(path: Path, copy: Path) -> None:
    copy.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy(path, copy)


def expand(nav: list[Any], texts: dict[str, str]) -> Iterator[Any]:
    """The navigation with every pattern replaced by the pages that match it. Every page must exist."""
    for entry in nav:
        if isinstance(entry, dict):
            [(title, inner)] = entry.items()
            pages = list(expand(inner if isinstance(inner, list) else [inner], texts))
            yield {title: pages if isinstance(inner, list) or "*" in inner else pages[0]}
        else:
            found = sorted(
                (name for name in texts if fnmatch(name, entry)), key=lambda name: (not is_index(name), name)
            )
            if not found:
                sys.exit(f"mkdocs.yml: there is no page {entry}")
            yield from found


def is_index(name: str) -> bool:
    return name.endswith("index.md")


def flat(nav: list[Any], section: str = "") -> Iterator[tuple[str, str]]:
    """Every page of the navigation with the title of its section."""
    for entry in nav:
        if isinstance(entry, dict):
            [(title, inner)] = entry.items()
            yield from flat(inner if isinstance(inner, list) else [inner], section or title)
        else:
            yield section, entry


def index_for_models(config: dict[str, Any], texts: dict[str, str]) -> str:
    """llms.txt: every page with its first sentence."""
    lines, last = [f"# {config['site_name']}", "", f"> {config['site_description']}"], ""
    for section, name in flat(config["nav"]):
        if section != last:
            lines += ["", f"## {section}", ""]
            last = section
        lines.append(f"- [{headings(texts[name])[0]}]({name}): {first_sentence(texts[name])}")
    return "\n".join([*lines, ""])


def first_sentence(text: str) -> str:
    paragraphs = [part for part in text.split("\n\n") if re.match(r"[\w*`\[\"(](?!``)", part)]
    if not paragraphs:
        sys.exit(f"the page {headings(text)[0]} has no sentence, so llms.txt cannot describe it")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(paragraphs[0].split()))
    return re.split(r"(?<=[.!?]) ", plain)[0]


if __name__ == "__main__":
    os.environ.setdefault("NO_COLOR", "1")
    main()
