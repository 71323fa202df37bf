"""Behind nginx with TLS: sockets and streams pass, limits are for people and not for the proxy, cookies need HTTPS."""

from __future__ import annotations

import datetime
import json
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from server.serving import free_port, live, new_party
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from parlour.server.store.sqlite import SQLiteStore

DOCUMENTED = Path(__file__).parents[3] / "container" / "nginx.conf"
TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def configuration(folder: Path, port: int, inner: str) -> str:
    """The documented configuration on other ports and in other folders."""
    changes = {
        "pid /run/nginx.pid;": f"pid {folder}/pid; daemon off; error_log {folder}/error.log;",
        "http {\n": "http {\n" + "".join(f"{name}_temp_path {folder}/{name};\n" for name in TEMPORARY),
        "listen 80;": f"listen 127.0.0.1:{free_port()};",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "/etc/nginx/certificates/fullchain.pem": f"{folder}/certificate.pem",
        "/etc/nginx/certificates/privkey.pem": f"{folder}/key.pem",
        "http://parlour:8000": inner,
    }
    text = DOCUMENTED.read_text()
    for old, new in changes.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[str]:
    """The address of nginx, with a server behind it."""
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    if nginx is None:
        assert "PARLOUR_REQUIRE_NGINX" not in os.environ, "nginx is missing"
        pytest.skip("no nginx here: apt-get install nginx")
    folder = tmp_path / "nginx"
    folder.mkdir()
    folder.chmod(0o755)
    write_certificate(folder)
    store, port = SQLiteStore(tmp_path / "m.sqlite"), free_port()
    with live(store, limits=1.0, proxies="127.0.0.1") as running:
        (folder / "nginx.conf").write_text(configuration(folder, port, running.url))
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen([nginx, "-c", folder / "nginx.conf", "-p", folder], stdout=output, stderr=output)
        try:
            wait_for(f"https://localhost:{port}")
            yield f"https://localhost:{port}"
        finally:
            process.terminate()
            process.wait()
    store.close()


def wait_for(url: str) -> None:
    transport = httpx2.HTTPTransport(verify=False, retries=10)
    with httpx2.Client(transport=transport) as http:
        assert http.get(f"{url}/api/limits").status_code == 200


def write_certificate(folder: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    (folder / "certificate.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    (folder / "key.pem").write_bytes(
        key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )


def from_address(address: str, url: str) -> httpx2.Client:
    """Somebody who lives elsewhere."""
    return httpx2.Client(base_url=url, transport=httpx2.HTTPTransport(verify=False, local_address=address))


def test_cookies_are_for_https_only(outside: str) -> None:
    party = new_party(outside)
    with httpx2.Client(base_url=outside, verify=False) as browser:
        path = f"/api/matches/{party.first.match}"
        answer = browser.post(f"{path}/join", json={"secret": party.first.secret}, headers={"origin": outside})
        assert answer.headers["set-cookie"].startswith("__Secure-parlour=")
        assert "Secure" in answer.headers["set-cookie"]
        assert browser.get(path).json()["you"]["seat"] == 0


def test_a_browser_may_post_from_a_page_on_any_port(outside: str) -> None:
    """It sends the port in Origin and in Host. The server compares both."""
    assert not outside.endswith(":443")
    with httpx2.Client(base_url=outside, verify=False) as browser:
        content = {"game": "token-showdown"}
        own = {"origin": outside, "sec-fetch-site": "same-origin"}
        assert browser.post("/api/matches", json=content, headers=own).status_code == 201
        assert browser.post("/api/matches", json=content, headers={"origin": "https://localhost"}).status_code == 403


@pytest.mark.parametrize("claim", ["", "127.0.0.1"])
def test_health_and_metrics_are_not_for_the_proxy(outside: str, claim: str) -> None:
    with httpx2.Client(base_url=outside, verify=False) as http:
        for page in ("/health", "/metrics"):
            assert http.get(page, headers={"x-forwarded-for": claim} if claim else {}).status_code == 404


def test_sockets_and_streams_pass(outside: str) -> None:
    party = new_party(outside)
    trusting = ssl.create_default_context()
    trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
    url = f"wss{outside.removeprefix('https')}/api/matches/{party.first.match}/socket"
    headers = {"cookie": f"__Secure-parlour={party.second.secret}"}
    with connect(url, additional_headers=headers, origin=Origin(outside), ssl=trusting) as socket:
        assert json.loads(socket.recv(30))["you"]["seat"] == 1
        with party.spectator.stream() as lines:
            assert json.loads(next(lines))["match"]["turn"] == 1
            party.first.choose(5)
            while not json.loads(next(lines))["match"]["seats"][0]["chosen"]:
                pass
        while not json.loads(socket.recv(30))["match"]["seats"][0]["chosen"]:
            pass
    other = Origin("https://evil.example")
    with pytest.raises(InvalidStatus), connect(url, additional_headers=headers, origin=other, ssl=trusting):
        pass


def test_limits_are_for_people_and_not_for_the_proxy(outside: str) -> None:
    party = new_party(outside)
    path = f"/api/matches/{party.first.match}"
    with from_address("127.0.0.2", outside) as guesser, from_address("127.0.0.3", outside) as other:
        statuses = []
        for number in range(60):  # whatever the guesser claims about the address
            headers = {"authorization": f"Bearer {number}", "x-forwarded-for": f"10.0.0.{number}"}
            statuses.append(guesser.get(path, headers=headers).status_code)
        assert statuses[-1] == 429
        assert other.get(path, headers={"authorization": f"Bearer {party.first.secret}"}).status_code == 200
