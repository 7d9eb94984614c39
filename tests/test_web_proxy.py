"""The nginx configuration of docs/7-run-it.md, with a real nginx, a real certificate and the real server."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from web_process import process

ROOT = Path(__file__).parents[1]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
NAME = "trees.example.org"

pytestmark = pytest.mark.skipif(
    NGINX is None or shutil.which("openssl") is None, reason="nginx and openssl are not installed here"
)


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def nginx(folder: Path, behind: int) -> Iterator[int]:
    """The documented proxy on a port of its own, before a server on another."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subject = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}", "-days", "1"]
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        str(key),
        "-out",
        str(certificate),
    ]
    subprocess.run([*made, *subject], check=True, capture_output=True)
    block = re.search(r"```nginx\n(.*?)```", (ROOT / "docs/7-run-it.md").read_text(), re.DOTALL)
    assert block is not None
    port = free_port()
    server = (
        block[1].replace("listen 443", f"listen 127.0.0.1:{port}").replace("127.0.0.1:8420", f"127.0.0.1:{behind}")
    )
    server = re.sub(r"(ssl_certificate\s+).*;", rf"\g<1>{certificate};", server)
    server = re.sub(r"(ssl_certificate_key\s+).*;", rf"\g<1>{key};", server)
    own = "".join(
        f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    file = folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log;\nevents {{}}\n"
        f"http {{ access_log {folder}/access.log;\n{own}{server} }}\n"
    )
    folder.chmod(0o755)
    assert NGINX is not None
    running = subprocess.Popen([NGINX, "-e", f"{folder}/error.log", "-c", str(file)], stderr=subprocess.PIPE)
    try:
        until = time.monotonic() + 5
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            assert running.poll() is None, running.communicate()[1]
            time.sleep(0.05)
        yield port
    finally:
        running.terminate()
        running.communicate(timeout=5)


class Tls:
    """A client of the proxy that writes its requests itself."""

    def __init__(self, port: int, certificate: Path) -> None:
        self._port = port
        self._context = ssl.create_default_context(cafile=str(certificate))
        self.cookie = ""

    def ask(self, head: str, more: str = "", body: str = "", enough: bytes | None = None) -> str:
        """Send a request by the public name; what is answered, to the end or until something is in it."""
        lines = [head, f"Host: {NAME}", *([f"Cookie: {self.cookie}"] if self.cookie else [])]
        text = "\r\n".join(lines) + f"\r\nContent-Length: {len(body)}\r\n{more}\r\n{body}"
        answer = b""
        with (
            socket.create_connection(("127.0.0.1", self._port), 5) as plain,
            self._context.wrap_socket(plain, server_hostname=NAME) as stream,
        ):
            stream.sendall(text.encode())
            while enough is None or enough not in answer:
                part = stream.recv(65536)
                if not part:
                    break
                answer += part
        return answer.decode(errors="replace")


def test_a_table_behind_nginx(tmp_path: Path) -> None:
    with (
        process(tmp_path, "--no-browser", "--public-url", f"https://{NAME}") as server,
        nginx(tmp_path, server.port) as port,
    ):
        client = Tls(port, tmp_path / "certificate.pem")
        close = "Connection: close\r\n"
        assert client.ask("GET / HTTP/1.1", close).startswith("HTTP/1.1 200")
        form = f"Origin: https://{NAME}\r\nContent-Type: application/x-www-form-urlencoded\r\n{close}"
        opened = client.ask("POST /play HTTP/1.1", form, "seats=2")
        assert opened.startswith("HTTP/1.1 303")
        cookie = re.search(r"set-cookie: (__Host-arb=[^;]+);(.*)", opened, re.IGNORECASE)
        assert cookie is not None
        assert "Secure" in cookie[2]
        place = re.search(r"location: (/t/\w+)", opened, re.IGNORECASE)
        assert place is not None
        foreign = form.replace(f"https://{NAME}", "https://evil.example")
        assert client.ask("POST /play HTTP/1.1", foreign, "seats=2").startswith("HTTP/1.1 403")
        client.cookie = cookie[1]
        assert '"hand":["' in client.ask(f"GET {place[1]}/view HTTP/1.1", close)
        _streams(client, place[1])
        client.ask("GET /join/some-secret-token HTTP/1.1", close)
        log = (tmp_path / "access.log").read_text()
        assert place[1] in log
        assert "some-secret-token" not in log
        _rates(client)


def _streams(client: Tls, table: str) -> None:
    """Both streams come through at once, and a page from elsewhere gets none."""
    upgrade = (
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    ours, foreign = f"Origin: https://{NAME}\r\n", "Origin: https://evil.example\r\n"
    stream = client.ask(f"GET {table}/stream?since=0 HTTP/1.1", upgrade + ours, enough=b'"presence"')
    assert stream.startswith("HTTP/1.1 101")
    assert '"hand":["' in stream
    assert client.ask(f"GET {table}/stream HTTP/1.1", upgrade + foreign, enough=b"\r\n").startswith("HTTP/1.1 403")
    lines = client.ask(f"GET {table}/stream.ndjson HTTP/1.1", enough=b'"presence"')
    assert '"hand":["' in lines


def _rates(client: Tls) -> None:
    """The proxy's word on who asks counts; the visitor's own does not, so the limit is one visitor's."""
    statuses = []
    for number in range(12):
        more = f"Connection: close\r\nX-Forwarded-For: 192.0.2.{number}\r\n"
        more += "Content-Type: application/x-www-form-urlencoded\r\n"
        statuses.append(client.ask("POST /play HTTP/1.1", more, "seats=2").split()[1])
    assert statuses[-1] == "429"
