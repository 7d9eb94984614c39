"""Pictures of cards, arboretums, positions and scores: whole, true, and with nothing hidden in them."""

from __future__ import annotations

import dataclasses
import random
import re
from pathlib import Path

import pytest

import arboretum
from arboretum import NOBODY, Card, Cell, Game, Hand, Score, Tableau
from arboretum.cards import CARDS, Species
from arboretum.language import speaking
from arboretum.pictures import (
    THEMES,
    Theme,
    can_png,
    general_preview,
    picture_of,
    png,
    position_picture,
    preview_picture,
)
from arboretum.pictures.arboretum import arboretum_picture
from arboretum.pictures.art import inks
from arboretum.pictures.bed import bed_size, card_width, lanes
from arboretum.pictures.cards import LARGE, MIDDLE, SMALL, STROKES, Drawing, drawing_for
from arboretum.pictures.lettering import clean, covers, faces, fitted, runs, width_of, wrapped
from picture_reading import colours, drawings, letters, parsed, size_of, told
from tables import finished, new_game, play_on, twin

STATIC = Path(arboretum.__file__).parent / "web" / "static"
ROW = Tableau({Cell(x, 0): Card(5 * x) for x in range(17)})
COLUMN = Tableau({Cell(0, y): Card(5 * y) for y in range(17)})


def played(seats: int, seed: int, decisions: int) -> Game:
    """A game in the middle."""
    game = new_game(seats, seed)
    for _ in play_on(game, random.Random(seed), decisions):
        pass
    return game


# Cards. ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("species", list(Species), ids=lambda s: s.code)
def test_every_card_shows_value_code_mark_and_tree(species: Species, theme: Theme) -> None:
    for value in range(1, 9):
        svg = picture_of(Tableau({Cell(0, 0): Card.of(species, value)}), theme=theme)
        assert drawings(svg) == {f"tree-{species.code}": 1, f"leaf-{species.code}": 1}
        assert letters(svg, "serif") == {str(value): 1}
        assert letters(svg, "bold") == dict.fromkeys(species.code, 1)
        for ink in ("soft", "hill", "mark", "ink"):
            assert inks(theme).of(ink, species.code) in svg


def test_a_tree_grows_with_its_value() -> None:
    scales = []
    for value in range(1, 9):
        svg = picture_of(Tableau({Cell(0, 0): Card.of(Species.parse("Oak"), value)}))
        tree = re.search(r'<use href="#tree-OK" transform="translate\([^)]*\) scale\(([\d.]+)\)', svg)
        assert tree is not None
        scales.append(float(tree[1]))
    assert scales == sorted(set(scales))
    assert scales[0] == pytest.approx(0.4 * scales[-1], rel=0.01)


def test_cards_are_drawn_with_the_numbers_of_the_table_in_the_browser() -> None:
    script = (STATIC / "card.js").read_text()
    for name, drawing in (("L", LARGE), ("M", MIDDLE), ("S", SMALL)):
        block = re.search(rf"^  {name}: \{{(.*?)^  \}}", script, re.MULTILINE | re.DOTALL)
        assert block is not None
        for field in dataclasses.fields(Drawing):
            found = re.search(rf'\b{field.name}: ("[^"]*"|\[[^\]]*\]|null|[\d.]+)', block[1])
            assert found is not None, field.name
            value = getattr(drawing, field.name)
            plain = found[1].strip('"[]')
            if isinstance(value, str):
                assert plain == value
            elif value is None:
                assert plain == "null"
            else:
                numbers = value if isinstance(value, tuple) else (value,)
                assert tuple(map(float, plain.split(","))) == numbers
    assert f'"{STROKES}"' in script


def test_no_drawing_is_used_outside_its_range() -> None:
    assert [drawing_for(width).w for width in (24, 49, 50, 71, 72, 110)] == [44, 44, 66, 66, 110, 110]


def test_the_two_themes_differ_in_colours_alone() -> None:
    light, dark = (re.sub(r"#[0-9a-f]{6,8}", "", picture_of(ROW, theme=theme)) for theme in THEMES)
    assert light == dark
    assert picture_of(ROW) != picture_of(ROW, theme="dark")
    with pytest.raises(ValueError, match="no theme"):
        inks("blue")


# Letters. -------------------------------------------------------------------------------------------------


def test_letters_are_there_for_the_names_and_words_of_europe() -> None:
    for text in ("Zażółć gęślą jaźń", "Øystein Åse Þór", "Ωμέγα", "Юлия Ёж", "0123456789 – “quoted” ‘s’ … !?"):
        assert covers(text, "serif"), text
        assert covers(text, "sans"), text
    for name, face in faces().items():
        assert all(outline.startswith("M") or not outline for _, outline in face.letters.values()), name
        assert {outline for letter, (_, outline) in face.letters.items() if not outline} == {""}
        assert [letter for letter, (_, outline) in face.letters.items() if not outline] == [" "]
    assert len({faces()["serif"].letters[digit][0] for digit in "0123456789"}) == 1


def test_a_name_that_has_no_letters_here_is_left_to_the_fonts_of_the_machine() -> None:
    svg = picture_of(Tableau.parse("OK1"), title="花子 <&> \x07\u202eevil")
    assert svg.count("</text>") == 1
    assert ">花子</text>" in svg
    assert letters(svg, "serif") == letters(picture_of(Tableau.parse("OK1"), title="<&> evil"), "serif")
    assert runs("Ada 花 子 & Юлия", "sans") == [("Ada ", True), ("花 子 ", False), ("& Юлия", True)]
    assert "\u202e" not in svg
    assert told(svg)[0] == "花子 <&> evil"
    assert clean(" e\u0301 \n\ta\x00\ud800 ") == "é a"


def test_texts_keep_to_their_room() -> None:
    name = "Benedikt the Wise of Far Away"
    assert fitted(name, "serif", 19, 120).endswith("…")
    assert width_of(fitted(name, "serif", 19, 120), "serif", 19) <= 120
    assert fitted(name, "serif", 19, 1000) == name
    lines = wrapped(name * 3, "sans", 20, 200, 3)
    assert len(lines) == 3
    assert all(width_of(line, "sans", 20) <= 200 for line in lines)
    assert width_of("AV", "serif", 20) < width_of("A", "serif", 20) + width_of("V", "serif", 20)


# Arboretums. ----------------------------------------------------------------------------------------------


def test_a_path_is_drawn_and_told() -> None:
    mine = Tableau.parse("... BS1 OK3\nMP1 MP3 MP8")
    plain, maple = picture_of(mine), picture_of(mine, path="Maple")
    assert drawings(maple)["leaf-MP"] == drawings(plain)["leaf-MP"] + 2 + 1 + 3, "two ends, a title, three chips"
    assert 'opacity=".42"' in maple
    assert 'opacity=".42"' not in plain
    assert "Maple: MP1 MP3 MP8 is worth 6" in told(maple)[1]
    assert "worth" not in told(plain)[1]
    every = picture_of(mine, path="all")
    assert all(f"{path}" in told(every)[1] for path in mine.paths.values())
    with pytest.raises(arboretum.ArboretumError, match="no path of Oak"):
        picture_of(mine, path="Oak")


def test_an_empty_arboretum_is_an_open_place() -> None:
    svg = picture_of(Tableau())
    assert drawings(svg) == {"sprout": 1}
    assert "No card lies here yet." in told(svg)[1]


@pytest.mark.parametrize("cards", [ROW, COLUMN], ids=["row", "column"])
def test_the_longest_lines_are_whole_and_legible(cards: Tableau) -> None:
    svg = picture_of(cards, path=None)
    assert sum(count for name, count in drawings(svg).items() if name.startswith("tree-")) == 17
    width = card_width(cards, 1560, 1500)
    assert width >= 50
    wide, high = bed_size(cards, width)
    assert wide <= 1561
    assert high <= 1501


def test_paths_over_the_same_cards_lie_side_by_side() -> None:
    crossing = Tableau.parse("BS1 JA2 BS3\n... OK3 ...\n... JA4 ...")
    paths = list(crossing.paths.values())
    assert len(paths) == 2
    assert len(set(lanes(paths))) == 2
    assert lanes(paths[:1]) == [0]
    assert lanes([]) == []
    apart = Tableau.parse("BS1 BS2 OK5\n... ... OK7")
    assert lanes(list(apart.paths.values())) == [0, 0]


# Scores. --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("theme", THEMES)
def test_a_scored_table_shows_every_card_and_every_total(seats: int, theme: Theme) -> None:
    game = finished(seats, seed=seats)
    svg = picture_of(game.score, theme=theme)
    shown = [card for tableau in game.score.tableaux for card in tableau.values()]
    shown += [card for hand in game.score.hands for card in hand or ()]
    trees = {name[5:]: count for name, count in drawings(svg).items() if name.startswith("tree-")}
    assert trees == {
        kind.code: sum(card.species is kind for card in shown)
        for kind in Species
        if any(card.species is kind for card in shown)
    }
    title, words = told(svg)
    assert all(name in title for name in game.score.players)
    assert game.score.explain_win() in words
    for kind in game.score.species:
        assert " ".join(game.score.explain(kind).split()) in " ".join(words.split())
    assert picture_of(game, theme=theme) == svg == picture_of(game.record(), theme=theme)


def test_a_cancelled_eight_is_struck_and_a_path_without_the_right_too() -> None:
    boards = [Tableau.parse("OK2 OK3"), Tableau.parse("MP2 MP3")]
    score = Score.count(boards, [Hand.parse("OK8 MP5"), Hand.parse("OK1 MP1")])
    svg = picture_of(score)
    assert svg.count(STROKES) == 2, "the strokes and what is below them"
    assert svg.count(f'stroke="{inks("light").of("strike")}" stroke-width="1.8"') == 2


def test_a_table_with_an_unknown_hand_shows_what_paths_are_worth() -> None:
    score = Score.count([Tableau.parse("OK2 OK3"), Tableau.parse("MP2")], [None, Hand.parse("MP1")])
    svg = picture_of(score)
    assert "i-check" not in drawings(svg)
    assert "hand is not known" in told(svg)[1]


def test_a_score_of_one_player_and_of_nothing_is_drawn() -> None:
    assert told(picture_of(Score.count([Tableau.parse("OK2 OK3")], [Hand()])))[1]
    assert drawings(picture_of(Score.count([Tableau()], [Hand()])))["sprout"] == 1


# Positions. -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_are_backs(seats: int) -> None:
    game = played(seats, seats, 40 * seats)
    public, mine = (picture_of(game.view(eye)) for eye in (NOBODY, 0))
    view = game.view(0)
    shown = sum(map(len, view.shown))
    pile = min(3, view.pile_size)
    assert drawings(public)["back"] == sum(view.hand_sizes) - shown + pile
    assert drawings(mine)["back"] == sum(view.hand_sizes[1:]) - shown + len(view.shown[0]) + pile
    assert picture_of(game) == public


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hidden_cards_change_no_byte_of_a_picture(seats: int) -> None:
    """The swap law: two cards that an eye has not seen are exchanged, and its picture stays the same."""
    compared = 0
    for seed in range(4):
        for eye in (NOBODY, *range(seats)):
            chance = random.Random(f"{seats} {seed} {eye}")
            game, moves = new_game(seats, seed), []
            for move in play_on(game, chance, chance.randrange(2, 60 * seats)):
                moves.append(move)
            if game.is_over:
                continue
            unseen = sorted(game.view(eye).unseen & set(_cards_in(game)))
            one, two = chance.sample(unseen, 2)
            other = twin(new_game(seats, seed), one, two, moves)
            for theme in THEMES:
                assert picture_of(game.view(eye), theme=theme) == picture_of(other.view(eye), theme=theme)
            both = (picture_of(game.view(eye)), picture_of(other.view(eye)))
            compared += 1
    assert png(both[0]) == png(both[1]), "no pixel either"
    assert compared > 2 * seats


def test_the_swap_law_notices_a_picture_of_the_truth() -> None:
    fresh, game = new_game(2, 5), new_game(2, 5)
    held = min(game.view(0).hand)
    piled = min(game.view(0).unseen & game.view(1).unseen & set(_cards_in(game)))
    other = twin(fresh, held, piled, [])
    pictures = []
    for each in (game, other):
        hands = [each.view(seat).hand for seat in range(2)]
        pictures.append(position_picture(each.view(NOBODY), hands=hands))
    assert pictures[0] != pictures[1]


def _cards_in(game: Game) -> tuple[Card, ...]:
    return game._deck


def test_a_finished_position_shows_all_hands() -> None:
    game = finished(2, seed=4)
    svg = picture_of(game.view(NOBODY))
    assert drawings(svg)["back"] == 0
    assert "The game is over." in told(svg)[1]


def test_a_picture_speaks_the_language_that_is_spoken() -> None:
    with speaking("de"):
        german = picture_of(Tableau.parse("OK1 OK3"), path="OK")
    assert told(german)[1] != told(picture_of(Tableau.parse("OK1 OK3"), path="OK"))[1]


# Previews and PNG. ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_preview_tells_who_won(seats: int) -> None:
    score = finished(seats, seed=seats + 10).score
    svg = preview_picture(score)
    assert told(svg)[0] == score.explain_win()
    assert 'width="1200" height="630"' in svg
    assert "back" not in drawings(svg)


def test_pictures_are_pixels_too() -> None:
    assert can_png()
    for svg in (general_preview(), preview_picture(finished(2, seed=1).score)):
        pixels = png(svg)
        assert size_of(pixels) == (1200, 630)
        assert colours(pixels) > 300
    small = png(picture_of(ROW), width=400)
    assert size_of(small)[0] == 400
    assert colours(small) > 30
    for width in (0, 4001):
        with pytest.raises(arboretum.ArboretumError, match="pixels wide"):
            png(picture_of(ROW), width=width)


def test_pixels_need_no_font_of_the_machine() -> None:
    for svg in (picture_of(finished(3, seed=3).score), general_preview(), picture_of(ROW)):
        assert "<text" not in svg


def test_without_the_package_for_pixels_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arboretum.pictures.raster.can_png", lambda: False)
    with pytest.raises(arboretum.ArboretumError, match="resvg-py"):
        png(picture_of(ROW))


def test_the_smallest_picture_is_this_one() -> None:
    """A golden check of what matters: what is drawn, in which order, and what is told."""
    svg = arboretum_picture(Tableau.parse("OK1"), title="Ada")
    order = [part.attrib["href"] for part in parsed(svg).iter() if "href" in part.attrib]
    assert order == [
        *("#serif-41", "#serif-64", "#serif-61"),
        "#tree-OK",
        "#serif-31",
        "#leaf-OK",
        *("#bold-4f", "#bold-4b"),
    ]
    assert told(svg) == ("Ada", "Row by row, from the north: OK1.")


def test_every_card_has_a_picture_of_its_own() -> None:
    assert len({picture_of(Tableau({Cell(0, 0): card})) for card in CARDS}) == len(CARDS)
