"""
Random games through the normal interface of each library that researchers use: what `peers.py` runs beside ours.

It needs nothing of ours and runs in an environment of its own. Each line of its input names a game, for how many
seconds of processor time to play it, and a seed; each line of its output says what was played, or why not.
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any


def open_spiel(name: str, seed: int) -> Iterator[int]:
    """OpenSpiel, in C++: a state, its chance outcomes, its legal actions. The decisions of each game."""
    game = importlib.import_module("pyspiel").load_game(name)
    chance = random.Random(seed)
    while True:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, chances)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                decisions += 1
        state.returns()
        yield decisions


def pettingzoo_hanabi(seed: int) -> Iterator[int]:
    """PettingZoo: agent after agent, a mask of legal actions in what is observed, a sample from the space."""
    environment = importlib.import_module("pettingzoo.classic").hanabi_v5.env()
    for agent in environment.possible_agents:
        environment.action_space(agent).seed(seed)
    while True:
        environment.reset(seed=seed)
        seed += 1
        decisions = 0
        for agent in environment.agent_iter():
            seen, _, is_over, is_cut, _ = environment.last()
            if is_over or is_cut:
                environment.step(None)
            else:
                environment.step(environment.action_space(agent).sample(seen["action_mask"]))
                decisions += 1
        yield decisions


def rlcard_gin_rummy(seed: int) -> Iterator[int]:
    """RLCard: a state with its legal actions, step by step."""
    environment = importlib.import_module("rlcard").make("gin-rummy", config={"seed": seed})
    chance = random.Random(seed)
    while True:
        state, _ = environment.reset()
        decisions = 0
        while not environment.is_over():
            state, _ = environment.step(chance.choice(list(state["legal_actions"])))
            decisions += 1
        environment.get_payoffs()
        yield decisions


def python_chess(seed: int) -> Iterator[int]:
    """python-chess: a board, its legal moves, until the game is over."""
    chess = importlib.import_module("chess")
    chance = random.Random(seed)
    while True:
        board = chess.Board()
        decisions = 0
        while not board.is_game_over():
            board.push(chance.choice(list(board.legal_moves)))
            decisions += 1
        yield decisions


GAMES: dict[str, Callable[[int], Iterator[int]]] = {
    "OpenSpiel gin_rummy (C++)": lambda seed: open_spiel("gin_rummy", seed),
    "OpenSpiel hearts (C++)": lambda seed: open_spiel("hearts", seed),
    "OpenSpiel hanabi (C++)": lambda seed: open_spiel("hanabi", seed),
    "PettingZoo hanabi_v5": pettingzoo_hanabi,
    "RLCard gin-rummy": rlcard_gin_rummy,
    "python-chess": python_chess,
}


def played(games: Iterator[int], seconds: float) -> dict[str, float]:
    """Play for so many seconds of processor time, to the end of the last game: games, decisions, seconds."""
    count = decisions = 0
    start = time.process_time()
    while time.process_time() - start < seconds:
        decisions += next(games)
        count += 1
    return {"games": count, "decisions": decisions, "seconds": time.process_time() - start}


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """What was played of what was asked, or why it cannot be."""
    try:
        games = GAMES[asked["game"]](asked["seed"])
        next(games)  # what is loaded and made at first does not count
        return played(games, asked["seconds"])
    except Exception as error:
        why = (str(error).strip().splitlines() or [""])[0]
        return {"missing": f"{type(error).__name__}: {why}"}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line))), flush=True)
