"""
Stands for the process that gives hints: tells what it was asked, and advises to draw from the draw pile.

What the file MODE says it does instead: `hang`, `end`, `fail` or `nonsense`.
"""

from __future__ import annotations

import json
import os
import sys
import time

print("ready", flush=True)
for line in sys.stdin:
    request = json.loads(line)
    with open(os.environ["MODE"]) as file:
        mode = file.read()
    if mode == "hang":
        time.sleep(60)
    if mode == "end":
        sys.exit(1)
    if mode == "nonsense":
        print("{", flush=True)
        continue
    if mode == "fail":
        print(json.dumps({"failed": "ValueError: it held OK5."}), flush=True)
        continue
    last = request["seen"][-1]
    choice = {"action": "+", "say": "Draw from the draw pile.", "win": 0.5, "margin": 0.25}
    told = {
        "say": f"{request['language']} {request['seat']} {len(request['seen'])} {last['event']}",
        "choices": [choice],
        "why": [],
        "instead": None if request["instead"] is None else choice | {"action": request["instead"]},
        "warning": None,
        "against": [],
    }
    print(json.dumps(told), flush=True)
