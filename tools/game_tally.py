"""
Counting what happens in games of `learned` against itself, in compiled code.

All rules stand in this one file: a compiled rule is kept on disk by the file in which it stands, so one that
calls a rule of another script would not see an edit there; nor would it one of the counters (`game_counters`), so
after such an edit this file has to be touched.

Everything is counted in whole numbers, so sums are the same in any order: a win counts twelve twelfths, of which
two who share it get six each, three get four, four get three.
"""

from __future__ import annotations

from typing import Final

from game_counters import (
    BY_CARDS,
    FROM_OWN,
    FROM_PILE,
    FROM_RIVAL,
    LEADS,
    PLACES,
    SCORES,
    THIRDS,
    UNHELD_COUNTS_NOTHING,
    USUAL,
    VALUES,
    WIN,
    Course,
    Tally,
)

from arboretum.bots.choices import CELL_BITS
from arboretum.bots.heuristic_play import done
from arboretum.bots.rollout import random_unseen, source_of, sources_of
from arboretum.bots.search import SEEN, WORLD, copied
from arboretum.rules.jit import Stream, below, rule
from arboretum.rules.layout import Rows, record_of
from arboretum.rules.paths import PURE_FROM, traced
from arboretum.rules.position import (
    DRAW_FIRST,
    DRAW_PILE,
    DRAW_SECOND,
    OVER,
    PLACE,
    SLOTS,
    TIEBREAK_CARDS,
    TIEBREAK_SPECIES,
    UNHELD_EVERYONE,
    UNHELD_NOBODY,
    Position,
)
from arboretum.rules.scoring import crowned, scored
from arboretum.rules.sheet import Sheet
from arboretum.rules.turn import EIGHT, ONE, dealt, opened, slot_of, species_in_play, started, value_of
from arboretum.value.desk import Desk
from arboretum.value.network import Network
from arboretum.value.play import best_of, masked, weighed
from arboretum.worlds import species_left_out

LEARNED: Final = 0
"""Who plays: the network, by all choices that are listed, as the bot `learned` does; ..."""
RANDOM: Final = 1
"""... or chance, which needs no network: for tests."""


@rule
def tally_games(
    desk: Desk,
    network: Network,
    tallies: Rows,
    courses: Rows,
    stream: Stream,
    seats: int,
    games: int,
    by: int,
    is_opening: int,
    is_secret: int,
) -> None:
    """
    Play so many games and count what happens.

    tallies: Tally.dtype[1], added to; courses: Course.dtype[1], room; by: LEARNED or RANDOM; is_opening,
    is_secret: 1 for opening discards (option O4), for secret species (option O3).
    """
    truth = record_of(desk.rows, WORLD)
    course = record_of(courses, 0)
    for _ in range(games):
        deal(truth, course, stream, seats, is_opening, is_secret)
        while truth.phase != OVER:
            choice = decided(desk, network, course, stream, by)
            observe(truth, course, record_of(tallies, 0), choice)
            seat = truth.seat
            done(truth, stream, choice)
            if truth.phase == DRAW_FIRST or truth.phase == OVER:
                look(truth, course, seat)
        settle(truth, record_of(desk.sheets, 0), course, record_of(tallies, 0))


# Playing. -------------------------------------------------------------------------------------------------


@rule
def deal(position: Position, course: Course, stream: Stream, seats: int, is_opening: int, is_secret: int) -> None:
    """Begin a game, and deal (clauses S1-S4, options O3, O4). Seat 0 begins."""
    slots = SLOTS if is_secret == 1 else species_in_play(seats)
    started(position, seats, slots, 0)
    position.tiebreak = TIEBREAK_SPECIES
    position.unheld = UNHELD_EVERYONE
    course.out_of_game = slots - species_in_play(seats)
    species_left_out(position, stream, course.out_of_game)
    for slot in range(slots):
        course.in_play[slot] = 0
    for at in range(position.unseen_size):
        course.in_play[slot_of(position.unseen[at])] = 1
    for _ in range(7):
        for seat in range(seats):
            dealt(position, seat, random_unseen(position, stream))
    if is_opening == 1:
        for seat in range(1, seats):
            opened(position, seat, random_unseen(position, stream))
    course.first_size = position.pile_size
    for seat in range(seats):
        for third in range(THIRDS):
            course.moments[seat, third] = 0
            for place in range(PLACES):
                course.had[seat, third, place] = 0


@rule
def decided(desk: Desk, network: Network, course: Course, stream: Stream, by: int) -> int:
    """What the acting seat of the position that is WORLD does: a choice as `bots.choices` numbers it."""
    if by == RANDOM:
        return random_choice(record_of(desk.rows, WORLD), stream)
    copied(desk.bytes, WORLD, SEEN)
    seen = record_of(desk.rows, SEEN)
    masked(seen)
    if course.out_of_game != 0:
        unknown_species(seen, course)
    best = best_of(desk, weighed(desk, network))
    choice: int = record_of(desk.prospects, 0).choices[best]
    return choice


@rule
def unknown_species(position: Position, course: Course) -> None:
    """Hide which species are not in play: their cards are among the unseen ones, as in a view (option O3)."""
    for slot in range(position.slots):
        if course.in_play[slot] == 0:
            for card in range(8 * slot, 8 * slot + 8):
                position.unseen[position.unseen_size] = card
                position.unseen_at[card] = position.unseen_size
                position.unseen_size += 1


@rule
def random_choice(position: Position, stream: Stream) -> int:
    """Any source, any card on any cell, any card."""
    if position.phase == DRAW_FIRST or position.phase == DRAW_SECOND:
        return source_of(position, below(stream, sources_of(position)))
    card: int = below(stream, position.hand_size[position.seat])
    if position.phase == PLACE:
        return (card << CELL_BITS) | below(stream, position.open_size[position.seat])
    return card


# While a game runs. ---------------------------------------------------------------------------------------


@rule
def third_of(position: Position, course: Course) -> int:
    """How far the game is, by the cards that are left in the draw pile: 0, 1, 2."""
    left = 3 * position.pile_size
    if left > 2 * course.first_size:
        return 0
    return 1 if left > course.first_size else 2


@rule
def observe(position: Position, course: Course, tally: Tally, choice: int) -> None:
    """Count a choice of the acting seat, before it is done."""
    third = third_of(position, course)
    seat = position.seat
    if position.phase == DRAW_FIRST or position.phase == DRAW_SECOND:
        if choice == DRAW_PILE:
            tally.draws[third, FROM_PILE] += 1
        else:
            tally.draws[third, FROM_OWN if choice == seat else FROM_RIVAL] += 1
            top = position.discards[choice, position.discard_size[choice] - 1]
            tally.taken[third, value_of(top) - 1] += 1
    elif position.phase == PLACE:
        tally.placed[third, value_of(position.hands[seat, choice >> CELL_BITS]) - 1] += 1
    else:
        tally.discarded[third, value_of(position.hands[seat, choice]) - 1] += 1


@rule
def look(position: Position, course: Course, seat: int) -> None:
    """Note what a seat has at the end of its turn."""
    third = third_of(position, course)
    course.moments[seat, third] += 1
    for at in range(position.hand_size[seat]):
        course.had[seat, third, value_of(position.hands[seat, at]) - 1] += 1
    for at in range(position.tableau_size[seat]):
        course.had[seat, third, VALUES + value_of(position.tableau_cards[seat, at]) - 1] += 1


# At the end of a game. ------------------------------------------------------------------------------------


@rule
def settle(position: Position, sheet: Sheet, course: Course, tally: Tally) -> None:
    """Count what came of a game."""
    scored(position, sheet)
    tally.games[0] += 1
    tally.lengths[position.turns] += 1
    settle_result(position, sheet, tally, USUAL)
    settle_scores(position, sheet, tally)
    for slot in range(position.slots):
        if course.in_play[slot] == 1:
            tally.species[0] += 1
            settle_right(position, sheet, tally, slot)
            settle_eight(position, sheet, tally, slot)
            settle_paths(position, sheet, tally, slot)
    for seat in range(position.seats):
        settle_points(position, sheet, tally, seat)
        settle_cards(position, tally, seat)
        settle_moments(position, sheet, course, tally, seat)
    position.tiebreak = TIEBREAK_CARDS
    crowned(position, sheet)
    settle_result(position, sheet, tally, BY_CARDS)
    position.tiebreak = TIEBREAK_SPECIES
    position.unheld = UNHELD_NOBODY
    scored(position, sheet)
    settle_result(position, sheet, tally, UNHELD_COUNTS_NOTHING)
    position.unheld = UNHELD_EVERYONE


@rule
def winners_of(position: Position, sheet: Sheet) -> int:
    """How many win."""
    winners = 0
    for seat in range(position.seats):
        winners += sheet.winners[seat]
    return winners


@rule
def win_of(position: Position, sheet: Sheet, seat: int) -> int:
    """The twelfths of the win that a seat gets."""
    return sheet.winners[seat] * (WIN // winners_of(position, sheet))


@rule
def margin_of(position: Position, sheet: Sheet, seat: int) -> int:
    """A seat's points less those of its best rival."""
    rival = 0
    for other in range(position.seats):
        if other != seat:
            rival = max(rival, sheet.totals[other])
    return sheet.totals[seat] - rival


@rule
def settle_result(position: Position, sheet: Sheet, tally: Tally, way: int) -> None:
    """Who won, by how much, and whether it was a tie, counted in one of the ways."""
    highest = 0
    for seat in range(position.seats):
        tally.wins[way, seat] += win_of(position, sheet, seat)
        tally.points[way, seat] += sheet.totals[seat]
        tally.margins[way, seat] += margin_of(position, sheet, seat)
        highest = max(highest, sheet.totals[seat])
    level = 0
    for seat in range(position.seats):
        level += 1 if sheet.totals[seat] == highest else 0
    if level > 1:
        tally.ties[way, 0] += 1
        tally.ties[way, 1 if winners_of(position, sheet) == 1 else 2] += 1


@rule
def settle_scores(position: Position, sheet: Sheet, tally: Tally) -> None:
    """All scores, the highest, how far it is ahead; who ended the game."""
    highest = second = 0
    for seat in range(position.seats):
        points = sheet.totals[seat]
        tally.scores[min(points, SCORES - 1)] += 1
        second = max(second, min(points, highest))
        highest = max(highest, points)
    tally.winning[min(highest, SCORES - 1)] += 1
    tally.leads[min(highest - second, LEADS - 1)] += 1
    last = (position.turns - 1) % position.seats
    tally.last[last] += 1
    tally.last_wins[last] += win_of(position, sheet, last)


@rule
def settle_right(position: Position, sheet: Sheet, tally: Tally, slot: int) -> None:
    """How the right to a species was won."""
    if sheet.held[slot] == 0:
        has_path = 0
        tally.unheld[0] += 1
        for seat in range(position.seats):
            has_path = 1 if sheet.best[seat, slot] != 0 else has_path
            tally.unheld[2] += sheet.points[seat, slot]
        tally.unheld[1] += has_path
        return
    highest = second = holders = 0
    for seat in range(position.seats):
        held = sheet.sums[seat, slot]
        second = max(second, min(held, highest))
        highest = max(highest, held)
        holders += sheet.rights[seat, slot]
        tally.sums[held] += 1
        tally.sums_right[held] += sheet.rights[seat, slot]
    tally.holders[holders] += 1
    tally.winning_sums[highest] += 1
    tally.sum_leads[highest - second] += 1
    if holders == 1:
        tally.idle[0] += 1
        for seat in range(position.seats):
            tally.idle[1] += 1 if sheet.rights[seat, slot] == 1 and sheet.best[seat, slot] == 0 else 0


@rule
def settle_eight(position: Position, sheet: Sheet, tally: Tally, slot: int) -> None:
    """What it cost that a 1 in another hand cancelled an 8 (clause R2)."""
    one, eight = sheet.ones[slot] - 1, sheet.eights[slot] - 1
    if one < 0 or eight < 0 or one == eight:
        return
    tally.cancelled[0] += 1
    best = 0
    for seat in range(position.seats):
        if seat != eight:
            best = max(best, sheet.sums[seat, slot])
    if sheet.rights[eight, slot] == 0 and sheet.sums[eight, slot] + EIGHT >= best:
        tally.cancelled[1] += 1
        tally.cancelled[2] += sheet.best[eight, slot]
        tally.cancelled[3] += sheet.rights[one, slot]


@rule
def settle_paths(position: Position, sheet: Sheet, tally: Tally, slot: int) -> None:
    """Best paths of a species with and without the right, and whether nobody scores any."""
    best = points = 0
    for seat in range(position.seats):
        if sheet.best[seat, slot] != 0:
            right = sheet.rights[seat, slot]
            tally.paths[right] += 1
            tally.path_points[right] += sheet.best[seat, slot]
            best = max(best, sheet.best[seat, slot])
            points += sheet.points[seat, slot]
    if best != 0 and points == 0:
        tally.blocked[0] += 1
        tally.blocked[1] += best


@rule
def settle_points(position: Position, sheet: Sheet, tally: Tally, seat: int) -> None:
    """Where the points of a seat come from."""
    won = sheet.winners[seat]
    tally.winners[won] += 1
    count = 0
    for slot in range(position.slots):
        if sheet.points[seat, slot] != 0:
            count += 1
            traced(position, sheet, seat, slot)
            size = sheet.path_size
            of_species = 0
            for at in range(size):
                of_species += 1 if slot_of(position.tableau_cards[seat, sheet.path[at]]) == slot else 0
            is_double = 1 if size >= PURE_FROM and of_species == size else 0
            has_one = 1 if value_of(position.tableau_cards[seat, sheet.path[0]]) == ONE else 0
            has_eight = 1 if value_of(position.tableau_cards[seat, sheet.path[size - 1]]) == EIGHT else 0
            tally.path_lengths[size] += 1
            tally.path_kinds[0] += is_double
            tally.path_kinds[1] += has_one
            tally.path_kinds[2] += has_eight
            tally.parts[won, 0] += size
            tally.parts[won, 1] += size * is_double
            tally.parts[won, 2] += has_one
            tally.parts[won, 3] += 2 * has_eight
    tally.species_scored[count] += 1


@rule
def settle_cards(position: Position, tally: Tally, seat: int) -> None:
    """Where the cards are in the end."""
    for at in range(position.hand_size[seat]):
        tally.ends[0, value_of(position.hands[seat, at]) - 1] += 1
    for at in range(position.tableau_size[seat]):
        tally.ends[1, value_of(position.tableau_cards[seat, at]) - 1] += 1
    for at in range(position.discard_size[seat]):
        tally.ends[2, value_of(position.discards[seat, at]) - 1] += 1


@rule
def settle_moments(position: Position, sheet: Sheet, course: Course, tally: Tally, seat: int) -> None:
    """What the cards that a seat had at the end of each of its turns came to."""
    margin = margin_of(position, sheet, seat)
    win = win_of(position, sheet, seat)
    for third in range(THIRDS):
        moments = course.moments[seat, third]
        tally.moments[third] += moments
        tally.moment_margins[third] += moments * margin
        tally.moment_wins[third] += moments * win
        for place in range(PLACES):
            count = course.had[seat, third, place]
            tally.had[third, place] += count
            tally.had_margins[third, place] += count * margin
            tally.had_wins[third, place] += count * win
