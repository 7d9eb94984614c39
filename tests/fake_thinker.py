"""
Stands for the process in which bots think, at a moment when there is but one thing to do: draw from the pile.

Started with the names of bots, it gets ready when the file GO is there, and not at all if that says "fail"; a file
`late` beside it makes those bots hang. Every start and every question is noted in the file NOTES.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path


def note(text: str) -> None:
    """Tell the test."""
    with open(os.environ["NOTES"], "a") as file:
        print(text, file=file)


go, searching = Path(os.environ["GO"]), sys.argv[1:]
note(" ".join(["start", *searching]))
while searching and not go.exists():
    time.sleep(0.01)
if searching and go.read_text() == "fail":
    sys.exit(1)
print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    note(f"{request['bot']} {request['seconds']:g}")
    if searching and go.with_name("late").exists():
        time.sleep(60)
    print(json.dumps({"action": "+"}), flush=True)
