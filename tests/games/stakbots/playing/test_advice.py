"""Advice: sensible choices, and how well they do."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from rumpus.games.stakbots import game as plain_game
from rumpus.games.stakbots.words import RECYCLE
from rumpus.players import choose
from rumpus.players.tree import SEARCH
from rumpus.running.batches import Batch
from rumpus.running.native import Native
from tests.games.back_ends import back_end

from ..table import Lay, Table, lay_out
from ..tables import Settings, game

FIGURES = [(2, 0.85), (3, 0.75)]
"""Players, and the least share of games that one quick player wins against random ones."""


def share_won(players: int, games: int, settings: Settings | None = None) -> float:
    """How many games one quick player wins, taking each seat in turn."""
    won = 0
    for seat in range(players):
        bots = ["random"] * players
        bots[seat] = "quick"
        batch = Batch(game, games // players, players, settings or {}, threads=1)
        batch.simulate(bots, seed=seat)
        places = batch.places()
        won += int(np.count_nonzero((places[:, seat] == 1) & ((places == 1).sum(axis=1) == 1)))
    return won / (games // players * players)


def best(t: Table) -> str:
    """What looks best to the player whose decision it is."""
    seat = t.backend.asks(t.s)[0]
    advice = t.backend.advice(t.s, seat)
    return t.say(seat, max(advice, key=lambda action: advice[action]))


@pytest.mark.parametrize(("players", "least"), FIGURES)
def test_quick_players_beat_random_ones(players: int, least: float) -> None:
    assert share_won(players, 600) >= least + 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("players", "least"), FIGURES)
def test_they_do_so_over_3000_games(players: int, least: float) -> None:
    assert share_won(players, 3000) >= least


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [{"drawing": "blitz"}, {"staks": 2}, {"deck": "ranked-draft"}, {"reactive": "on", "hand": 5},
     {"recycling": "on"}, {"borderless": "all"}, {"feed": 3}],
)  # fmt: skip
def test_they_do_so_in_other_games_too(settings: Settings) -> None:
    assert share_won(3, 900, settings) >= 0.75


# --------------------------------------------------------------------------------- single choices
def test_it_attacks_when_that_pays(table: Lay) -> None:
    assert best(table({"P1": "Core5^ Core3_", "P2": "Core2^ Core4_"})) == "attack"
    assert (
        best(table({"P1": "Core2^ Core3_", "P2": "Core9^ Core4_"}, hands={"P1": "Trip"}))
        != "attack"
    )


def test_it_feeds_cheaply(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core9^ Core9_"}, hands={"P1": "Core1"})
    assert best(t) == "discard Core1"
    assert best(table({"P1": "Core4^ Core3_", "P2": "Core9^ Core9_"}, fed=1)) == "end"


def test_it_takes_a_win(table: Lay) -> None:
    t = table(
        {"P1": "Core5^ Core3_", "P2": "Core9^", "P3": "Core2^ Core4_"}, hands={"P1": "Reaper"}
    )
    assert best(t) == "play Reaper"
    t.do("P1 play Reaper")
    assert best(t) == "at P2"
    t = table({"P1": "Core5^ Core3_", "P2": "Core9^"}, hands={"P1": "Begone Core4"})
    assert best(t) == "play Begone"


def test_it_aims_at_others(table: Lay) -> None:
    for bot in ("Shot", "Begone", "Reaper", "Pit", "Trip"):
        t = table(
            {"P1": "Core5^ Core3_", "P2": "Core3^ Core9_", "P3": "Core3^ Core9_"}, hands={"P1": bot}
        )
        t.do(f"P1 play {bot}")
        assert best(t) in ("at P2", "at P3"), bot
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^ Core9_", "P3": "Core3^ Core9_"},
              hands={"P1": "Expel Core9", "P3": "Core2 Core3"})  # fmt: skip
    t.do("P1 play Expel")
    assert best(t) == "name P3"
    t.do("P1 name P3")
    assert best(t) == "discard Core2"


def test_it_spares_its_team(table: Lay) -> None:
    four = {f"P{seat}": "Core3^ Core9_" for seat in range(1, 5)}
    t = table(four, hands={"P1": "Reaper"}, teams="staggered")
    t.do("P1 play Reaper")
    assert best(t) in ("at P2", "at P4")


def test_it_reacts_when_an_attack_would_hurt(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^ Core9_"}, hands={"P2": "Core9"}, reactive=True)
    t.do("P1 attack")
    assert best(t) == "play Core9"


def test_it_rules_nothing_out_that_does_not_put_its_player_out(table: Lay) -> None:
    t = table({"P1": "Core5^ Core3_", "P2": "Core3^ Core9_"}, hands={"P1": "Core9 Trip Shot"})
    assert min(t.backend.advice(t.s, 0).values()) >= 1


# --------------------------------------------------------------------------------- last cards
def worth(t: Table, text: str) -> int:
    """How much weight a choice has."""
    seat = t.backend.asks(t.s)[0]
    advice = t.backend.advice(t.s, seat)
    return next(weight for action, weight in advice.items() if t.say(seat, action) == text)


def ruled_out(t: Table) -> set[str]:
    """What the player never does by advice."""
    seat = t.backend.asks(t.s)[0]
    advice = t.backend.advice(t.s, seat)
    return {t.say(seat, action) for action, weight in advice.items() if weight == 0}


def test_it_does_not_attack_a_bash_with_its_last_card(table: Lay) -> None:
    t = table({"P1": "Core9^", "P2": "Bash^ Core2_ Core2_"}, hands={"P1": "Core1"})
    assert ruled_out(t) == {"attack", "scrap"} and best(t) == "discard Core1"
    t = table({"P1": "Core9^", "P2": "Bash^ Core2_ Core2_", "P3": "Core2^ Core4_"}, fed=1)
    t.do("P1 attack")
    assert best(t) == "at P3" and "at P2" in ruled_out(t)


@pytest.mark.parametrize(("level", "times"), [("easy", 200), ("normal", 200), ("hard", 12)])
def test_no_level_overlooks_that_it_would_be_out(level: str, times: int) -> None:
    searching = Native(plain_game, SEARCH)
    t = lay_out(searching, {"P1": "Core9^", "P2": "Bash^ Core2_ Core2_"}, fed=1)
    known = t.backend.redacted(t.s, 0)
    chosen = {choose(t.backend, known, 0, level, Random(seed)) for seed in range(times)}
    assert {t.say(0, action) for action in chosen} == {"end"}


def test_it_may_attack_a_bash_with_its_last_card_for_a_draw(table: Lay) -> None:
    t = table({"P1": "Core9^", "P2": "Bash^"}, fed=1)
    assert "attack" not in ruled_out(t), "both are out: a draw"
    t = table({"P1": "Core9^", "P2": "Bash^"}, fed=1, double_out="active-loses")
    assert ruled_out(t) == {"attack", "scrap"}


def test_a_last_stomp_does_not_run_itself_to_death(table: Lay) -> None:
    t = table({"P1": "Stomp7^", "P2": "Core2^ Core5^ Core4_ Core4_"}, fed=1)
    assert "attack" in ruled_out(t) and best(t) == "end"
    t = table({"P1": "Stomp7^", "P2": "Core2^ Core4_"}, fed=1)
    assert best(t) == "attack", "it wins before it is beaten"


def test_the_card_below_a_stomp_counts_when_a_bash_takes_it(table: Lay) -> None:
    t = table({"P1": "Stomp7^ Core5_", "P2": "Bash^ Core4^ Core2_"}, hands={"P1": "Core1"})
    assert "attack" in ruled_out(t)


def test_it_keeps_its_last_card(table: Lay) -> None:
    t = table({"P1": "Core2^", "P2": "Core9^ Core4_"}, hands={"P1": "Core9"}, recycling=True)
    assert ruled_out(t) == {"scrap", "recycle", "attack"}
    t = table({"P1": "Core2^", "P2": "Core9^ Core4_"})
    assert not ruled_out(t), "there is nothing else"
    assert best(t) == "attack"


def test_a_hand_above_its_limit_is_no_reason_to_be_beaten(table: Lay) -> None:
    hand = "Core1 Core1 Core1 Core1"
    t = table({"P1": "Core9^", "P2": "Bash^ Core2_"}, hands={"P1": hand}, hand_limit=3, fed=1)
    assert ruled_out(t) == {"attack", "scrap"}


def test_it_does_not_uncover_a_clumsy_that_would_be_its_last_card(table: Lay) -> None:
    t = table({"P1": "Core5^ Clumsy^", "P2": "Core9^ Core9_"},
              hands={"P2": "Tranq Core1"}, turn="P2")  # fmt: skip
    t.do("P2 play Tranq", "P2 reset P1 Clumsy", "P2 discard Core1", "P2 end")
    assert t.stak("P1") == "Core5^ Clumsy_" and "scrap" in ruled_out(t)


def test_a_last_card_is_not_risked_for_one_card(table: Lay) -> None:
    t = table({"P1": "Core5^", "P2": "Core2^ Core4_ Core4_"}, hands={"P1": "Core9"})
    assert best(t) == "play Core9"


def test_it_stops_who_attacks_it(table: Lay) -> None:
    for bot in ("Begone", "Reaper", "Trip", "Pit", "Shot"):
        t = table({"P1": "Stomp7^:4 Core2_ Core2_", "P2": f"Core2^ {bot}_", "P3": "Core9^ Core9_"})
        t.do("P1 attack P2")
        assert t.asks == "P2" and best(t) == "at P1", bot
    t = table({"P1": "Core5^ Clumsy^ Core2_", "P2": "Core2^ Tranq_"})
    t.do("P1 attack")
    assert best(t) == "reset Core5"


def test_it_does_not_reset_a_clumsy_of_its_own(table: Lay) -> None:
    t = table(
        {"P1": "Core5^ Core2_", "P1b": "Clumsy^", "P2": "Core2^ Core4_", "P2b": "Core4^"},
        hands={"P1": "Tranq"},
    )
    t.do("P1 play Tranq on P1")
    assert best(t) != "at P1b"


def test_it_plays_no_clumsy_where_it_would_scrap_itself(table: Lay) -> None:
    t = table({"P1": "", "P1b": "Core5^", "P2": "Core9^", "P2b": "Core9^"},
              hands={"P1": "Clumsy"}, fed=1)  # fmt: skip
    t.do("P1 play Clumsy")
    assert best(t) == "at P1b"


def test_it_recycles_a_weak_top_card_with_a_poor_hand(table: Lay) -> None:
    given = {"P1": "Trip^ Core3_ Core4_ Core5_", "P2": "Core9^ Core9_"}
    t = table(given, hands={"P1": "Sidekick"}, recycling=True)
    assert worth(t, "recycle") > worth(t, "discard Sidekick")
    t = table(given, hands={"P1": "Sidekick"}, recycling=True, feed=2)
    assert best(t) == "recycle", "it feeds two"
    strong = given | {"P1": "Core9^ Core3_ Core4_ Core5_"}
    assert best(table(strong, hands={"P1": "Core1"}, recycling=True)) == "attack"


def test_quick_players_recycle_and_never_their_last_card() -> None:
    recycled, native = 0, back_end("stakbots", "native")
    for number in range(40):
        s = native.start(2, {"recycling": "on"}, seed=3, number=number)
        dice = Random(number)
        while not native.is_over(s):
            (seat,) = native.asks(s)
            advice = native.advice(s, seat)
            action = dice.choices(list(advice), list(advice.values()))[0]
            if RECYCLE <= action < RECYCLE + 4:
                recycled += 1
                assert native.field(s, "size")[seat] > 1
            native.run("apply", s, seat, action)
    assert recycled >= 3
