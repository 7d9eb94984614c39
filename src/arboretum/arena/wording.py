"""How figures are written: the same in the terminal and on the page of a report, in ASCII but for the language."""

from __future__ import annotations

import math

from arboretum.arena.standing import Duel, Standing
from arboretum.arena.stats import Interval
from arboretum.language import all_of, say, say_many


def percent(share: float) -> str:
    """A share, to a tenth of a percent."""
    return f"{100 * share:.1f} %"


def percents(interval: Interval) -> str:
    """An interval of shares."""
    low, high = interval
    return say("{low} to {high} %", low=f"{100 * low:.1f}", high=f"{100 * high:.1f}")


def with_error(value: float, interval: Interval | None, sign: str = "", digits: int = 1) -> str:
    """A mean and half the width of its interval: `12.3 +-0.8`."""
    shown = f"{round(value, digits) + 0.0:{sign}.{digits}f}"  # no -0.0
    return shown if interval is None else f"{shown} +-{(interval[1] - interval[0]) / 2:.{digits}f}"


def elo(value: float) -> str:
    """A difference in Elo that has bounds."""
    return f"{round(value) + 0:+d}"


def elos(interval: Interval) -> str:
    """An interval of differences in Elo; it may have no bound on either side."""
    low, high = interval
    if math.isinf(low) and math.isinf(high):
        return say("anything")
    if math.isinf(high):
        return say("{low} or more", low=elo(low))
    if math.isinf(low):
        return say("{high} or less", high=elo(high))
    return say("{low} to {high}", low=elo(low), high=elo(high))


def duration(seconds: float | None) -> str:
    """A time for a decision."""
    if seconds is None:
        return "-"
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.2f} ms"


def duel_in_words(duel: Duel) -> str:
    """What two bots' games say about their strength, as a sentence or two."""
    told = {
        "bot": duel.bot,
        "rival": duel.rival,
        "share": percent(duel.share),
        "shares": percents(duel.share_ci),
        "elos": elos(duel.elo_ci),
        "superiority": percent(duel.superiority),
    }
    if math.isinf(duel.elo):
        return say(
            "{bot} against {rival}: {share} (95 %: {shares}), in Elo {elos}; likelihood of superiority"
            " {superiority}.",
            **told,
        )
    return say(
        "{bot} against {rival}: {share} (95 %: {shares}), which is {elo} Elo (95 %: {elos});"
        " likelihood of superiority {superiority}.",
        **told,
        elo=elo(duel.elo),
    )


def pairs_in_words(duel: Duel) -> str:
    """The pentanomial counts, as a sentence."""
    assert duel.pairs is not None
    lost, half, even, more, won = duel.pairs
    return say(
        "Decks by what {bot} got of their two games: {lost} times 0, {half} times 1/2, {even} times 1,"
        " {more} times 3/2, {won} times 2.",
        bot=duel.bot,
        lost=lost,
        half=half,
        even=even,
        more=more,
        won=won,
    )


def faults_in_words(standing: Standing) -> str:
    """How often a bot failed and in which ways, as a sentence."""
    kinds = [
        (standing.illegal, say("{number} illegal", number=standing.illegal)),
        (standing.late, say("{number} late", number=standing.late)),
        (standing.failed, say("{number} failed", number=standing.failed)),
    ]
    return say_many(
        "{bot}: {count} fault ({kinds}).",
        "{bot}: {count} faults ({kinds}).",
        standing.faults,
        bot=standing.bot,
        kinds=all_of(words for number, words in kinds if number),
    )
