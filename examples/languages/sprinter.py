"""A bot for the tournament Hackaranda: it races through the draw pile, and throws away its lowest card."""

import json
import sys


def low(card):
    return card[1]


def place(state):
    """The lowest card, east of the arboretum's end on the line through the first card."""
    x = 0
    while "0" in state["playArea"].get(str(x), {}):
        x += 1
    return {"card": min(state["hand"], key=low), "coord": [x, 0]}


def move(state):
    if "message" in state or not state["activeTurn"]:
        return 0  # nothing to be decided, but every message is answered
    if state["subTurn"] < 2:
        return 0 if state["deck"] else 1 if state["discard"] else 2
    return place(state) if state["subTurn"] == 2 else min(state["hand"], key=low)


for line in sys.stdin:
    told = json.loads(line)
    print(json.dumps({"move": move(told["state"]), "messageID": told["messageID"]}), flush=True)
