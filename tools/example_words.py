"""Parts of worked examples in words and Markdown, for `render_examples`."""

from collections.abc import Iterable, Sequence
from typing import Any

from example_kinds import LETTERS, SPECIES, Cell, Decision, Step

TITLES = {code: title for title, code in SPECIES.items()}

PHASES = {
    "DRAW_FIRST": "to draw the first card",
    "DRAW_SECOND": "to draw the second card",
    "PLACE": "to place",
    "DISCARD": "to discard",
}


def sentence_list(words: Sequence[str]) -> str:
    """Words in a row: `A, B and C`; `nobody` for none."""
    if not words:
        return "nobody"
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def players(seats: Iterable[int]) -> str:
    """Seats as the letters of players."""
    return sentence_list([LETTERS[seat] for seat in seats])


def cards(texts: Sequence[str]) -> str:
    """Cards as code, or `none`."""
    return f"`{' '.join(texts)}`" if texts else "none"


def each(values: dict[int, tuple[str, ...]]) -> str:
    """Cards by player: `A none, B OK1 OK5`."""
    return ", ".join(f"{LETTERS[seat]} {cards(texts)}" for seat, texts in values.items())


def grid(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def drawing(board: dict[Cell, str], path: Sequence[str] = ()) -> str:
    """An arboretum as a code block, with the cards of a path in brackets."""
    columns = range(min(x for x, _ in board), max(x for x, _ in board) + 1)
    rows = range(max(y for _, y in board), min(y for _, y in board) - 1, -1)

    def square(cell: Cell) -> str:
        card = board.get(cell, "...")
        return f"[{card}]" if card in path else f" {card} "

    lines = ["".join(square((x, y)) for x in columns).rstrip() for y in rows]
    return "\n".join(["```text", *lines, "```"])


def options_line(options: dict[str, Any]) -> str:
    """The options that differ from the default, or nothing."""
    said = ", ".join(f"`{name} = {value}`" for name, value in options.items())
    return f"Options: {said}." if said else ""


# Decisions.


def pile_name(source: str | int) -> str:
    """The source of a draw."""
    return "the draw pile" if isinstance(source, str) else f"the discard pile of {LETTERS[source]}"


def cell_name(cell: Cell) -> str:
    """A cell as code."""
    return f"`{cell[0]},{cell[1]}`"


def decision_words(decision: Decision) -> str:
    """What a player does: `draws from the draw pile`."""
    match decision:
        case ("draw", source):
            return f"draws from {pile_name(source)}"
        case ("place", card, cell):
            return f"places {card} on {cell_name(cell)}"
        case _:
            return f"discards {decision[1]}"


def refusal_words(decision: Decision) -> str:
    """What a player may not do: `drawing from the draw pile`."""
    verb, rest = decision_words(decision).split(maxsplit=1)
    return {"draws": "drawing", "places": "placing", "discards": "discarding"}[verb] + " " + rest


def decision_code(decision: Decision) -> str:
    """A decision in notation: `+`, `+<B`, `OK5@2,-1`, `-OK5`."""
    match decision:
        case ("draw", "pile"):
            return "+"
        case ("draw", seat):
            return f"+<{LETTERS[seat]}"
        case ("place", card, (x, y)):
            return f"{card}@{x},{y}"
        case _:
            return f"-{decision[1]}"


def turns_words(decisions: Sequence[Decision], seat: int, seats: int) -> tuple[list[str], int]:
    """Decisions in words, a sentence for each player, and who acts after them."""
    said: list[str] = []
    now: list[str] = []
    for decision in decisions:
        words = decision_words(decision)
        if now == [words]:
            now = [words.replace("draws", "draws two cards")]
        else:
            now.append(words)
        if decision[0] == "discard":
            said.append(f"{LETTERS[seat]} {sentence_list(now)}.")
            now, seat = [], (seat + 1) % seats
    if now:
        said.append(f"{LETTERS[seat]} {sentence_list(now)}.")
    return said, seat


# Positions.


def due_fact(step: Step) -> list[str]:
    """Who is to do what, as far as the step says it."""
    if step.phase == "OVER":
        return [] if "over" in step.says else ["The game is over."]
    if step.phase is None:
        return [] if step.acts is None else [f"{LETTERS[step.acts]} is to act."]
    who = "It is time" if step.acts is None else f"{LETTERS[step.acts]} is"
    return [f"{who} {PHASES[step.phase]}."]


def count_facts(step: Step) -> list[str]:
    """Turns, draw pile and sizes of hands, as far as the step says them."""
    facts = []
    if step.turns is not None:
        facts.append(f"Complete turns: {step.turns}.")
    if step.pile is not None:
        facts.append(f"Draw pile: {step.pile} {'card' if step.pile == 1 else 'cards'}.")
    if step.hand_sizes is not None:
        facts.append(f"Cards in hand: {', '.join(f'{LETTERS[s]} {n}' for s, n in enumerate(step.hand_sizes))}.")
    return facts


def card_facts(step: Step) -> list[str]:
    """Where cards are, as far as the step says it."""
    facts = [f"Hand of {LETTERS[seat]}: {cards(hand)}." for seat, hand in step.hands.items()]
    if any(step.discards.values()):
        facts.append(f"Discards, the top card last: {each(step.discards)}.")
    elif step.discards:
        facts.append(f"Discards: {each(step.discards)}.")
    if step.known:
        facts.append(f"What everyone knows to be in a hand: {each(step.known)}.")
    if step.removed is not None:
        facts.append(f"Not in the game: {sentence_list([TITLES[code].lower() for code in step.removed])}.")
    return facts


def choice_facts(step: Step) -> list[str]:
    """What may be done and what is refused, as far as the step says it."""
    facts = []
    if step.draws is not None:
        facts.append(f"To draw from: {sentence_list([pile_name(draw[1]) for draw in step.draws])}.")
    if step.cells is not None:
        facts.append(f"Open cells: {sentence_list([cell_name(cell) for cell in step.cells])}.")
    if step.refused:
        facts.append(f"Refused: {sentence_list([refusal_words(what) for what in step.refused])}.")
    return facts


def step_facts(step: Step) -> str:
    """Everything that a step says of the position; empty if it says nothing."""
    return " ".join([*due_fact(step), *count_facts(step), *card_facts(step), *choice_facts(step)])
