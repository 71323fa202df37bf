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

CONFIGURATION = """
daemon off;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log {folder}/access.log;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
    server {{
        listen 127.0.0.1:{port} ssl;
        ssl_certificate {folder}/certificate.pem;
        ssl_certificate_key {folder}/key.pem;
        location / {{
            proxy_pass {inner};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_buffering off;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""


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
        configuration = folder / "nginx.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=port, inner=running.url))
        with (folder / "output").open("wb") as output:
            process = subprocess.Popen([nginx, "-c", configuration, "-p", folder], stdout=output, stderr=output)
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
