"""Typed answers: every choice can be typed as printed, and means exactly that."""

from __future__ import annotations

from random import Random

import pytest

from rumpus.games import GAMES, find
from rumpus.rulekit.layout import read_table
from rumpus.rulekit.words.captions import Scene
from rumpus.table.backends import table_backend
from rumpus.table.showing.plain import blocks
from rumpus.terminal.play.answers import offers_of, read_answer

PEOPLE = ("Ann", "Mo", "Pip", "Ida", "Gus", "Fern")
EVERY = 3
"""Every n-th decision is checked closely."""
TABLES = [(name, preset) for name in GAMES for preset in ("", *find(name).presets)]


@pytest.mark.parametrize(("name", "preset"), TABLES)
def test_every_offer_reads_back(name: str, preset: str) -> None:
    game = find(name)
    backend, random = table_backend(game), Random(6)
    settings = {**game.untimed, **(game.presets[preset] if preset else {})}
    players = next(n for n in (game.common, *game.players) if fits(name, n, preset))
    s, _ = backend.deal(players, settings, random.randbytes(32))
    names, words = PEOPLE[:players], game.words
    for number in range(400):
        if backend.is_over(s):
            break
        acting = [*backend.asks(s), *(seat for seat in backend.may(s) if seat < players)]
        seat = random.choice(acting)
        legal = backend.legal(s, seat)
        if number % EVERY == 0:
            laid = read_table(backend.show(s, seat))
            facts = dict(zip(words.fact_names, laid.facts, strict=True))
            scene = Scene(facts, laid.zones, seat, names)
            offers = offers_of(game, legal, scene)
            assert len({offer.typed for offer in offers}) == len(legal)
            for offer in offers:
                for typed in (offer.typed, words.notation(offer.action, seat, players)):
                    assert read_answer(typed, offers, words).offers == (offer,)
                assert offer.said and offer.help, offer.typed
                assert "{" not in offer.said + offer.help
            assert words.say_task(scene)
            shown = [line for block in blocks(scene, acting, game, 60) for line in block]
            assert max(map(len, shown)) <= 60
        backend.apply(s, seat, random.choice(legal))


def fits(name: str, players: int, preset: str) -> bool:
    """Whether this many can play with these settings."""
    game = find(name)
    try:
        game.settings(players, game.presets[preset] if preset else {})
    except ValueError:
        return False
    return players <= len(PEOPLE)


def test_what_is_shown_is_what_a_viewer_may_know() -> None:
    """Two worlds that a seat cannot tell apart are put into the same words."""
    for name in GAMES:
        game = find(name)
        backend, random = table_backend(game), Random(3)
        s, _ = backend.deal(game.common, game.untimed, random.randbytes(32))
        names = PEOPLE[: game.common]
        for number in range(60):
            if backend.is_over(s):
                break
            seat = backend.asks(s)[0]
            texts = set()
            for world in (s, backend.imagined(s, seat, seed=number)):
                laid = read_table(backend.show(world, seat))
                facts = dict(zip(game.words.fact_names, laid.facts, strict=True))
                scene = Scene(facts, laid.zones, seat, names)
                offers = offers_of(game, backend.legal(world, seat), scene)
                texts.add((str(blocks(scene, (seat,), game)), str(offers)))
            assert len(texts) == 1
            backend.apply(s, seat, random.choice(backend.legal(s, seat)))
