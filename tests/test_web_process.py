"""The real process: started, reached by its socket, ended by signals, killed, started again."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from web_process import ARBORETUM, process


def test_a_game_goes_on_after_sigterm_and_after_kill_9(tmp_path: Path) -> None:
    with process(tmp_path) as first:
        table = first.play()
        view = first.my_turn(table)
        assert first.act(table, view, "+") == 200
        drawn = first.view(table)
        assert first.end() < 10
        assert "Traceback" not in first.said
        jar = first.jar
    with process(tmp_path) as second:
        second.jar._cookies = jar._cookies  # type: ignore[attr-defined]
        again = second.view(table)
        assert again["hand"] == drawn["hand"]
        assert again["v"] == drawn["v"]
        assert second.act(table, view, "+") == 200, "the same command again is answered as before"
        assert second.view(table)["v"] == drawn["v"]
        assert second.act(table, again, "+") == 200
        kept = second.view(table)
        second.process.kill()
        second.process.wait()
    with process(tmp_path) as third:
        third.jar._cookies = jar._cookies  # type: ignore[attr-defined]
        assert third.view(table)["hand"] == kept["hand"]
        assert third.view(table)["v"] == kept["v"]
        assert third.view(table)["phase"] == "PLACE"


def test_sigterm_ends_it_while_streams_are_open(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        table = server.play()
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in server.jar)
        streams = []
        for path, more in (
            (f"/t/{table}/stream.ndjson", ""),
            (
                f"/t/{table}/stream",
                f"Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://127.0.0.1:{server.port}\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n",
            ),
        ):
            stream = socket.create_connection(("127.0.0.1", server.port), 5)
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nCookie: {cookies}\r\n{more}\r\n"
            stream.sendall(head.encode())
            assert stream.recv(20).startswith((b"HTTP/1.1 200", b"HTTP/1.1 101"))
            streams.append(stream)
        assert server.end() < 10
        for stream in streams:
            stream.close()
        assert "Traceback" not in server.said


def test_ctrl_c_ends_it_without_a_word(tmp_path: Path) -> None:
    with process(tmp_path, "--no-browser") as server:
        server.play()
        told = server.said
        assert server.end(signal.SIGINT) < 10
        assert server.said == told
        assert server.process.returncode == 0


def test_a_socket_of_another_site_is_refused_by_the_real_server(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        table = server.play()
        for host, origin, status in (
            (f"127.0.0.1:{server.port}", "http://evil.example", b" 403 "),
            ("evil.example", "http://evil.example", b" 421 "),
        ):
            with socket.create_connection(("127.0.0.1", server.port), 5) as stream:
                stream.sendall(
                    f"GET /t/{table}/stream HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
                )
                assert status in stream.recv(200)


def test_the_server_does_not_load_the_compiler_and_its_bots_are_niced(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        table = server.play()
        view = server.my_turn(table)
        for action in ("+", "+"):
            assert server.act(table, view, action) == 200
            view = server.view(table)
        turn = {"kind": "turn", "id": "end-of-turn", "seat": 0, "expected": view["v"]}
        turn |= {"place": f"{view['hand'][0]}@{view['open'][0]}", "discard": f"-{view['hand'][1]}"}
        assert server.ask(f"/t/{table}/commands", json.dumps(turn).encode())[0] == 200
        server.my_turn(table)
        pid = server.process.pid
        maps = Path(f"/proc/{pid}/maps")
        if not maps.exists():
            pytest.skip("this system does not tell what a process has loaded")
        assert "llvmlite" not in maps.read_text()
        assert "numpy" in maps.read_text()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        assert children
        for child in children:
            assert os.getpriority(os.PRIO_PROCESS, int(child)) > 0


def test_the_bot_of_the_page_about_programs_plays_a_whole_game(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "6-api.md").read_text()
    block = re.search(r"## A bot in .*?```python\n(.*?)```", page, re.DOTALL)
    assert block is not None
    bot = tmp_path / "bot.py"
    bot.write_text(block[1])
    with process(tmp_path, "--no-browser", "--pace", "0") as server:
        _, url, _ = server.ask("/play", b"seats=2&bot=random", "application/x-www-form-urlencoded")
        table = url.rpartition("/")[2]
        token = json.loads(server.ask(f"/t/{table}/link", b'{"seat":0}')[2])["token"]
        playing = subprocess.Popen([sys.executable, str(bot), url, token], stderr=subprocess.PIPE)
        try:
            until = time.monotonic() + 40
            while server.view(table)["status"] != "over" and time.monotonic() < until:
                assert playing.poll() is None, playing.communicate()[1]
                time.sleep(0.3)
            assert server.view(table)["score"]["win"]
        finally:
            playing.kill()
            playing.communicate()


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        command = [*ARBORETUM, "serve", "--port", port, "--db", str(tmp_path / "t.db"), "--no-browser"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    assert f"Port {port} is taken" in done.stderr
    assert f"--port {int(port) + 1}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--host", "192.0.2.200"], "no address 192.0.2.200"),
        (["--public-url", "trees"], "like https://"),
        (["--db", "/dev/null/tables.db"], "--db FILE"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(tmp_path: Path, options: list[str], said: str) -> None:
    command = [*ARBORETUM, "serve", "--port", "0", "--db", str(tmp_path / "t.db"), "--no-browser", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_screen_it_says_where_to_look(tmp_path: Path) -> None:
    with process(tmp_path) as server:
        server.end()
        assert "No browser opens by itself here" in server.said
        assert f"open http://127.0.0.1:{server.port}/ yourself" in server.said


def test_the_browser_is_opened_at_the_table(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {seen}\n')
    browser.chmod(0o755)
    with process(tmp_path, BROWSER=str(browser)) as server:
        until = time.monotonic() + 5
        while not (seen.exists() and seen.read_text()) and time.monotonic() < until:
            time.sleep(0.05)
        assert seen.read_text() == f"http://127.0.0.1:{server.port}/"
    with process(tmp_path, "--no-browser", BROWSER=str(browser)) as server:
        server.end()
        assert "No browser" not in server.said


def test_the_whole_network_is_told_what_is_exposed(tmp_path: Path) -> None:
    with process(tmp_path, "--host", "0.0.0.0", "--no-browser") as server:
        server.end()
        assert "Everyone on this network can reach this server" in server.said
        assert "plain HTTP" in server.said
        assert "█" in server.said
    with process(tmp_path, "--no-browser") as server:
        server.end()
        assert "Everyone on this network" not in server.said


def test_backup_while_it_runs_and_prune(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    with process(tmp_path, "--no-browser") as server:
        table = server.play()
        done = _cli("backup", str(copy / "tables.db"), "--db", str(server.file))
        assert done.returncode == 0, done.stderr
        view, jar = server.view(table), server.jar
        again = _cli("backup", str(copy / "tables.db"), "--db", str(server.file))
        assert again.returncode == 1
        assert "overwrites nothing" in again.stderr
    with process(copy, "--no-browser") as server:
        server.jar._cookies = jar._cookies  # type: ignore[attr-defined]
        assert server.view(table)["hand"] == view["hand"]
    kept = _cli("prune", "--older", "1", "--db", str(copy / "tables.db"))
    assert kept.stdout == "0 tables were forgotten: older than a day.\n"
    none = _cli("prune", "--older", "1", "--db", str(tmp_path / "nothing.db"))
    assert none.returncode == 1
    assert "no such file" in none.stderr


def _cli(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*ARBORETUM, *words], capture_output=True, text=True, timeout=20, check=False)
