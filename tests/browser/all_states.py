"""All groups of states, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from browser.states import Come, States, ending, four, lobby, own_pages, plain_pages, screen, sheets, turn
from browser.states_hints import hints
from browser.states_over import importing, practice, replay, score_page
from browser.states_review import review, review_four

Group: TypeAlias = Callable[[Come], States]

GROUPS: Final[dict[str, Group]] = {
    each.__name__: each
    for each in (
        plain_pages,
        own_pages,
        lobby,
        turn,
        hints,
        sheets,
        screen,
        four,
        ending,
        replay,
        practice,
        review,
        review_four,
        importing,
        score_page,
    )
}
