"""A02, A16, A22, A23, A29, A30 with a real browser and a hostile page at another address."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from browser.conftest import browser, server, tabs
from browser.tabs import Tab, Tabs, see
from playwright.sync_api import expect
from server.serving import HOST, Party, new_party

__all__ = ["browser", "server", "tabs"]

CHOICE = {"turn": 1, "taken_back": 0, "action": 5, "key": "k"}
ANYTHING = re.compile("")  # the browser says what it has blocked


@contextmanager
def hostile(document: str) -> Iterator[str]:
    """The address of a page of somebody else, at the same host as the server."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that http.server asks for
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(document.encode())

        def log_message(self, *_: object) -> None:
            pass

    other = ThreadingHTTPServer((HOST, 0), Page)
    Thread(target=other.serve_forever, daemon=True).start()
    try:
        yield f"http://{HOST}:{other.server_port}/"
    finally:
        other.shutdown()
        other.server_close()


def seated(tabs: Tabs, url: str, **wanted: Any) -> tuple[Tab, Party]:
    """The first player in a browser, ready to choose."""
    party = new_party(url, public=True, **wanted)
    tab = tabs.open()
    tab.go(f"/m/{party.first.match}#{party.first.secret}")
    see(tab.page.get_by_role("heading", name="Choose in secret"))
    return tab, party


FETCH = """
<form method=post action="ADDRESS/choice" enctype="text/plain" target=nowhere><input name='BODY' value=''></form>
<iframe name=nowhere></iframe>
<script>
  document.title = 'trying';
  const body = 'BODY';
  const socket = new WebSocket('ADDRESS/socket'.replace('http', 'ws'));
  const opened = new Promise((done) => {
    socket.onmessage = () => done('read');
    socket.onclose = () => done('closed');
  });
  const sent = ['application/json', 'text/plain'].map((type) =>
    fetch('ADDRESS/choice', {method: 'POST', credentials: 'include', body, headers: {'content-type': type}})
      .then((answer) => answer.status, () => 'blocked'));
  const read = fetch('ADDRESS', {credentials: 'include'}).then((answer) => answer.text(), () => 'blocked');
  document.forms[0].submit();
  Promise.all([opened, read, ...sent]).then((found) => setTimeout(() => document.title = found.join(' '), 500));
</script>
"""


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a22_a23_another_site_can_neither_choose_nor_listen(tabs: Tabs, server: str, host: str) -> None:
    """With the player's own cookies, by fetch, form and socket, from another port and from another host name."""
    tab, party = seated(tabs, server)
    tab.expected = ANYTHING
    address = f"{server}/api/matches/{party.first.match}"
    with hostile(FETCH.replace("ADDRESS", address).replace("BODY", json.dumps(CHOICE))) as url:
        tab.go(url.replace(HOST, host))
        expect(tab.page).not_to_have_title("trying")
        assert set(tab.page.title().split()) <= {"closed", "blocked", "403", "415"}
    assert not party.second.view()["match"]["seats"][0]["chosen"]


def test_a29_the_page_cannot_be_framed(tabs: Tabs, server: str) -> None:
    tab, party = seated(tabs, server)
    tab.expected = ANYTHING
    with hostile(f"<iframe src='{server}/m/{party.first.match}'></iframe>") as url:
        tab.go(url)
        tab.page.wait_for_timeout(500)
        frame = tab.page.frames[1]
        assert not frame.url.startswith(server)
        assert "Parlour" not in frame.content()


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", "</script><b>x", "{{7*7}} ${7*7}"])
def test_a30_a_name_stays_text(tabs: Tabs, server: str, name: str) -> None:
    """Any script that ran, and any violation of the security policy, would be an error of the tab."""
    tab, party = seated(tabs, server)
    assert party.second.post("name", name=name).status_code == 200
    see(tab.page.get_by_text(name).first)
    assert tab.page.locator("img[src=x]").count() == 0


def test_a02_a16_a_sealed_choice_is_nowhere_in_the_pages_of_others(tabs: Tabs, server: str) -> None:
    """And going back after the reveal shows what is now, because the browser keeps nothing."""
    ann, party = seated(tabs, server, rules={"tokens": 10_000})
    eve = tabs.open()
    eve.go(f"/m/{party.first.match}#{party.spectator.secret}")
    see(eve.page.locator(".strip[data-seat='1']"))
    assert party.second.choose(7777).status_code == 200
    for tab in (ann, eve):
        see(tab.page.locator(".strip[data-seat='1']").get_by_text("sealed"))
        assert "7777" not in tab.page.content()
    ann.go("/")
    ann.page.go_back()
    see(ann.page.get_by_role("heading", name="Choose in secret"))
    ann.page.go_forward()
    assert party.first.choose(5).status_code == 200
    ann.page.go_back()
    see(ann.page.locator(".history").get_by_text("7777").first)
