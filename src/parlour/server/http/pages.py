"""The page: one document for every address, and its files under names that contain their digest."""

import gzip
import hashlib
import posixpath
import re
from functools import cache, partial
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from parlour.drawing.theme import LIGHT, css_colours

TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
ADDRESSES = {
    "/": "home",
    "/m/{id}": "match",
    "/review": "review",
    "/review/{id}": "review",
    "/explore/{game}": "explore",
    "/rules/{game}": "rules",
    "/bots": "bots",
    "/watch": "watch",
}
NOWHERE = ""  # the page that only says that there is none
NEED_GAMES = ("home", "explore", "watch")  # these pages ask for the games first of all
IMPORT = re.compile(rb"^(?:import|export) .*? from '(.*)';$", re.MULTILINE)


def page_routes() -> list[Route]:
    return [
        *(Route(address, partial(document, page=page), methods=["GET"]) for address, page in ADDRESSES.items()),
        Route("/static/{digest}/{path:path}", static, methods=["GET"]),
    ]


async def document(_: Request, page: str) -> Response:
    return Response(index(page), media_type="text/html", headers={"cache-control": "no-cache"})


def no_such_page() -> Response:
    """For people who mistyped an address."""
    return Response(index(NOWHERE), 404, media_type="text/html")


async def static(request: Request) -> Response:
    """A file of the page. The address changes with the content, so browsers may keep it forever."""
    content = contents().get(request.path_params["path"])
    if content is None or request.path_params["digest"] != digest():
        raise HTTPException(404)
    suffix = Path(request.path_params["path"]).suffix
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        content, headers["content-encoding"] = compress(content), "gzip"
    return Response(content, media_type=TYPES[suffix], headers=headers)


@cache
def compress(content: bytes) -> bytes:
    """Only these files: the length of compressed answers that depend on a match could reveal their content."""
    return gzip.compress(content, mtime=0)


@cache
def contents() -> dict[str, bytes]:
    """Every file of the page, by its path."""
    folder = Path(__file__).parents[1] / "page"
    paths = [path for path in folder.rglob("*") if path.suffix in TYPES]
    found = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    return {**found, "theme.css": theme_css().encode()}


def theme_css() -> str:
    """The colours of every style as CSS variables: the page draws scenes in the same colours as every other picture."""
    styles = "".join(
        f".style-{style} {{ {' '.join(f'--{part}: var(--{style}-{part});' for part in paint._fields)} }}\n"
        for style, paint in LIGHT.styles.items()
    )
    return css_colours() + styles


@cache
def digest() -> str:
    """Of all files together: modules import each other by relative addresses, so all must change at once."""
    text = hashlib.sha256()
    for name, content in sorted(contents().items()):
        text.update(name.encode() + b"\0" + content + b"\0")
    return text.hexdigest()[:16]


@cache
def index(page: str) -> bytes:
    """The document for a page. It names all modules of the page, so that browsers load them at the same time."""
    links = [f'<link rel="modulepreload" href="/static/{{{{digest}}}}/{path}">' for path in modules(page)]
    links += ['<link rel="preload" href="/api/games" as="fetch" crossorigin>'] if page in NEED_GAMES else []
    text = contents()["index.html"].replace(b"{{modules}}", "\n".join(links).encode())
    return text.replace(b"{{digest}}", digest().encode())


def modules(page: str) -> list[str]:
    """The module of a page, and all that it imports."""
    found = ["main.js", *([f"pages/{page}.js"] if page != NOWHERE else [])]
    for path in found:  # it grows meanwhile
        imports = [posixpath.join(posixpath.dirname(path), name.decode()) for name in IMPORT.findall(contents()[path])]
        found += [each for each in dict.fromkeys(map(posixpath.normpath, imports)) if each not in found]
    return found
