"""
A server of the public tournament, written from its description: what it sends, in its order, with its faults.

Cards and rules are those of a game of ours, which is told nothing of the bots. The card that a bot draws from the
deck is told to the other one too, as that server does; a late or illegal move becomes a random one.
"""

from __future__ import annotations

import dataclasses
import json
import random
import subprocess
import time
import uuid
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Any

from arboretum import Action, Card, Cell, Discard, DrawDiscard, DrawPile, Game, Place, Species
from arboretum.events import Drew

SPECIES = {
    "J": "Jacaranda",
    "R": "Royal poinciana",
    "C": "Cassia",
    "M": "Maple",
    "O": "Oak",
    "W": "Willow",
}
LETTER = {Species.parse(name): letter for letter, name in SPECIES.items()}
SUB_TURN = {"DRAW_FIRST": 0, "DRAW_SECOND": 1, "PLACE": 2, "DISCARD": 3}
Json = dict[str, Any]


def code(card: Card) -> list[Any]:
    return [LETTER[card.species], card.value]


def card(value: Any) -> Card:  # noqa: ANN401
    return Card.of(Species.parse(SPECIES[value[0]]), value[1])


class Bot:
    """A program that takes part."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, bufsize=1
        )
        self.lines: SimpleQueue[str] = SimpleQueue()
        assert self.process.stdout is not None
        Thread(target=self._read, args=(self.process.stdout,), daemon=True).start()
        self.sent = 0
        self.replies: list[Any] = []
        self.late = 0
        self.illegal = 0

    def _read(self, stream: IO[str]) -> None:
        for line in stream:
            self.lines.put(line)

    def ask(self, state: Json, seconds: float) -> Any:  # noqa: ANN401
        """Its move, or None if it is late."""
        number = str(uuid.uuid4())
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"state": state, "messageID": number}) + "\n")
        self.process.stdin.flush()
        self.sent += 1
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                said = json.loads(self.lines.get(timeout=left))
            except (Empty, ValueError):
                continue
            self.replies.append(said)
            if said["messageID"] == number:
                return said["move"]
        self.late += 1
        return None

    def end(self) -> int:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        status = self.process.wait(20)
        self.process.stdout.close()
        return status


@dataclasses.dataclass
class Tournament:
    """Two bots, one game after the other."""

    bots: tuple[Bot, Bot]
    seconds: float = 20.0

    def play(self, number: int, seed: int) -> Game:
        """One game; in those of even number the second bot begins."""
        players = self.bots if number % 4 in (1, 0) else self.bots[::-1]
        names = [f"bot-{self.bots.index(bot)}" for bot in players]
        from arboretum import Options

        game = Game.new(names, Options(start=0), species=list(LETTER), seed=seed)
        chance = random.Random(seed)
        table = _Table(game, names)
        for bot in players:
            bot.ask({"message": "NEWGAME", "gameNumber": number, "round": "Round 1"}, self.seconds)
        while not game.is_over:
            seat = game.seat
            players[1 - seat].ask(table.state(1 - seat), self.seconds)
            move = players[seat].ask(table.state(seat), self.seconds)
            table.play(seat, self._action(game, seat, move, players[seat], chance))
        for seat, bot in enumerate(players):
            bot.ask(table.end(seat), self.seconds)
        return game

    def _action(self, game: Game, seat: int, move: Any, bot: Bot, chance: random.Random) -> Action:  # noqa: ANN401
        legal = game.view(seat).legal_actions
        if move is not None and move != "RANDOM":
            phase = game.view(seat).phase.name
            action: Action
            if phase.startswith("DRAW"):
                action = DrawPile() if move == 0 else DrawDiscard(seat if move == 1 else 1 - seat)
            elif phase == "PLACE":
                x, y = move["coord"] if len(game.view(seat).tableau) else (0, 0)
                action = Place(card(move["card"]), Cell(x, y))
            else:
                action = Discard(card(move))
            if action in legal:
                return action
            bot.illegal += 1
        return legal[int(chance.random() * len(legal))]


class _Table:
    """The server's own state, told from each side's point of view."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self.game, self.names = game, names
        self.hands = [list(game.view(seat).hand) for seat in (0, 1)]
        self.known: list[set[Card]] = [set(), set()]
        self.previous: Json = {"move": False, "metaData": False}

    def play(self, seat: int, action: Action) -> None:
        event = self.game.play(seat, action)
        meta: Any = False
        if isinstance(event, Drew):
            assert event.card is not None
            self.hands[seat].append(event.card)
            if not isinstance(action, DrawPile):
                self.known[seat].add(event.card)
            meta = code(event.card)  # told to both: the server's fault
        elif isinstance(action, Place | Discard):
            self.hands[seat].remove(action.card)
            self.known[seat].discard(action.card)
        self.previous = {"move": self._move(seat, action), "metaData": meta}

    def _move(self, seat: int, action: Action) -> Any:  # noqa: ANN401
        match action:
            case DrawPile():
                return 0
            case DrawDiscard(owner):
                return 1 if owner == seat else 2
            case Place(placed, cell):
                return {"card": code(placed), "coord": list(cell)}
            case Discard(thrown):
                return code(thrown)

    def _area(self, seat: int) -> Json:
        area: Json = {}
        for cell, placed in self.game.view(0).tableaux[seat].items():
            area.setdefault(str(cell.x), {})[str(cell.y)] = code(placed)
        return area

    def _discard(self, seat: int) -> list[Any]:
        return [code(thrown) for thrown in self.game.view(0).discards[seat]]

    def state(self, seat: int) -> Json:
        other = 1 - seat
        view = self.game.view(seat)
        return {
            "deck": view.pile_size,
            "hand": [code(held) for held in self.hands[seat]],
            "opponentHand": [code(held) if held in self.known[other] else None for held in self.hands[other]],
            "discard": self._discard(seat),
            "opponentDiscard": self._discard(other),
            "playArea": self._area(seat),
            "opponentPlayArea": self._area(other),
            "turn": view.turn - 1,
            "subTurn": SUB_TURN[view.phase.name],
            "activeTurn": self.game.seat == seat,
            "previousTurn": self.previous,
            "showPreviousTurn": False,
            "opponent": self.names[other],
        }

    def end(self, seat: int) -> Json:
        totals, winners = self.game.score.totals, self.game.score.winners
        assert totals is not None
        assert winners is not None
        return {
            "message": "ENDGAME",
            "result": 2 if len(winners) == 2 else 0 if seat in winners else 1,
            "score": totals[seat],
            "opponentScore": totals[1 - seat],
            "finalState": {"deck": [], "handA": [code(held) for held in self.hands[0]]},
        }
