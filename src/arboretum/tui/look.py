"""Answers to what a person asks about the table. Each is made from the person's own view and draft."""

from __future__ import annotations

from arboretum import explaining
from arboretum.actions import SEAT_LETTERS, Place
from arboretum.cards import Card
from arboretum.language import say, say_many
from arboretum.options import Options
from arboretum.tableau import Tableau
from arboretum.telling import log
from arboretum.tui import helptext
from arboretum.tui.commands import Ask, Word
from arboretum.tui.draft import Draft
from arboretum.tui.draw import cell_numbers, hand_lines, listed, pile_words, view_lines
from arboretum.tui.ink import Ink, joined, wrapped
from arboretum.view import View


def answer(ask: Ask, view: View, draft: Draft, ink: Ink, columns: int, stacked: bool) -> list[str]:
    """What a person wants to see, as lines that fit the columns. END, UNDO and QUIT are no questions."""
    seat = view.me if ask.seat is None else ask.seat
    match ask.word:
        case Word.HELP:
            return helptext.commands_help(columns)
        case Word.TABLE:
            return view_lines(view, ink=ink, columns=columns, stacked=stacked, draft=draft.place)
        case Word.HAND:
            return hand(view, ink, columns)
        case Word.PATHS:
            return _filled(_paths(ask, view, draft, seat), columns)
        case Word.PILE:
            seats = range(view.seats) if ask.seat is None else [ask.seat]
            return [line for each in seats for line in pile(view, each, ink, columns)]
        case Word.LIST:
            return _filled(listed(view, seat), columns)
        case Word.LOG:
            return _filled(log(view)[-(ask.number or 1000) :], columns)
        case Word.UNSEEN:
            return unseen(view, ink, columns)
        case _:
            return _filled(_about(ask.word, view), columns)


def _about(word: Word, view: View) -> list[str]:
    """The rules, options and species of this game."""
    if word is Word.RULES:
        return explaining.rules_lines(view.setup)
    if word is Word.OPTIONS:
        return explaining.options_in_force(view.options)
    return explaining.species_lines(view.setup)


def _filled(lines: list[str], columns: int) -> list[str]:
    return [part for line in lines for part in wrapped(line, columns, "  ")]


def hand(view: View, ink: Ink, columns: int) -> list[str]:
    """One's cards, and the sum of each species, which is what rights are decided by (clause R1)."""
    kinds = sorted({card.species for card in view.hand})
    sums = [ink.card(view.hand.of(kind)[0], f"{kind.code} {view.hand.total(kind)}") for kind in kinds]
    return [
        *hand_lines(view, ink, columns),
        *joined([say("Sums:"), *sums], columns, "  ", "  "),
    ]


def _paths(ask: Ask, view: View, draft: Draft, seat: int) -> list[str]:
    if ask.card is not None and ask.cell is not None:
        return preview(view, Place(ask.card, ask.cell))
    if ask.card is not None:
        return previews(view, ask.card)
    if ask.seat is not None and ask.seat != view.me:
        return explained(view.tableaux[seat], say("{name}'s paths", name=view.players[seat]))
    whose = say("Your paths with {placing}", placing=draft.place) if draft.place else say("Your paths")
    return explained(draft.tableau(view), whose)


def explained(tableau: Tableau, whose: str) -> list[str]:
    """The best path of each species, with its cards and why its points."""
    if not tableau.paths:
        return [
            say(
                "{whose}: none yet. A path is at least two cards of one species joined by rising values.",
                whose=whose,
            )
        ]
    lines = [f"{path.species.title} {path.points}: {path} ({path.why})." for path in tableau.paths.values()]
    return [say("{whose}. Each counts only with the right to its species at the end.", whose=whose), *lines]


def preview(view: View, place: Place) -> list[str]:
    """What one's paths would be worth with a card placed."""
    after = _placed(view, place)
    return [gained(place, view.tableau, after), *explained(after, say("Then your paths"))]


def previews(view: View, card: Card) -> list[str]:
    """What a card would add on each open cell; cells that would add the same together."""
    groups: dict[str, list[int]] = {}
    for cell, number in cell_numbers(view.my_open_cells).items():
        groups.setdefault(gain(view.tableau, _placed(view, Place(card, cell))), []).append(number)
    return [
        say("{card} on {cell}: {what}.", card=card, cell=_brackets(numbers), what=what)
        for what, numbers in groups.items()
    ]


def _brackets(numbers: list[int]) -> str:
    return " ".join(f"[{number}]" for number in numbers)


def _placed(view: View, place: Place) -> Tableau:
    """One's arboretum with a card more, whoever holds it. Raises ScoreError if it cannot be."""
    return view.tableau.placing(place.card, place.cell)


def gain(before: Tableau, after: Tableau) -> str:
    """How the worth of one's paths changes, in words."""
    changed = [
        say(
            "{species} {points} (now {before})",
            species=kind.title,
            points=points,
            before=before.points.get(kind, 0),
        )
        for kind, points in after.points.items()
        if points != before.points.get(kind, 0)
    ]
    return ", ".join(changed) or say("no path changes")


def gained(place: Place, before: Tableau, after: Tableau) -> str:
    """What a placing makes of one's paths, as a sentence."""
    return say("{card} on {cell}: {what}.", card=place.card, cell=place.cell, what=gain(before, after))


def pile(view: View, seat: int, ink: Ink, columns: int) -> list[str]:
    """A discard pile from its top; with option O6 its top card only."""
    cards = view.discards[seat]
    letter = SEAT_LETTERS[seat]
    title = say("{name}'s discard pile ({letter})", name=view.players[seat], letter=letter)
    if seat == view.me:
        title = say("Your discard pile ({letter})", letter=letter)
    if not cards:
        return [say("{pile} is empty.", pile=title)]
    if view.options.piles == Options(piles="top-card").piles:
        top = pile_words(view, seat, ink)
        return [say("{pile}, of which this table shows the top card: {top}", pile=title, top=top)]
    row = [ink.card(card) for card in reversed(cards)]
    above = say_many(
        "{pile}, {count} card, top first:", "{pile}, {count} cards, top first:", len(cards), pile=title
    )
    return joined([above, *row], columns, "  ")


def unseen(view: View, ink: Ink, columns: int) -> list[str]:
    """The cards whose place one does not know, by species."""
    lines = wrapped(_not_seen(view), columns)
    kinds = sorted({card.species for card in view.unseen})
    parts = []
    for kind in kinds:
        cards = sorted(card for card in view.unseen if card.species is kind)
        parts.append(ink.card(cards[0], f"{kind.code} " + " ".join(str(card.value) for card in cards)))
    return lines + joined(["", *parts], columns, "", "   ")


def _not_seen(view: View) -> str:
    """How many cards one has not seen, and where they can be."""
    count = len(view.unseen)
    if view.setup.species:
        return say_many(
            "{count} card you have not seen, in the draw pile or a hand:",
            "{count} cards you have not seen, in the draw pile or a hand:",
            count,
        )
    return say_many(
        "{count} card you have not seen, in the draw pile, a hand, or not in play:",
        "{count} cards you have not seen, in the draw pile, a hand, or not in play:",
        count,
    )
