"""A table of Stak Bots in words."""

from __future__ import annotations

from rumpus.games.stakbots import game
from rumpus.games.stakbots.words import HAND_ZONE
from rumpus.rulekit import NONE
from rumpus.rulekit.layout import Group
from tests.games.in_words import choices, scene

from ..table import Lay, Table

NAMES = ["Ann", "Bo", "Cy", "Di"]
TWO = {"P1": "Core5^ Core3_ Core4_", "P2": "Core2^ Core4_ Core2_"}
THREE = {**TWO, "P3": "Core4^ Core9_"}


def said(t: Table, viewer: int = 0) -> str:
    seen = scene(t.backend, t.s, viewer, NAMES[: t["n_players"]])
    return " ".join(map(str, t.backend.game.captions.table(seen)))


def task(t: Table, viewer: int = 0) -> str:
    return t.backend.game.words.say_task(scene(t.backend, t.s, viewer, NAMES))


def player(t: Table, seat: int) -> list[str]:
    seen = scene(t.backend, t.s, 0, NAMES[: t["n_players"]])
    return list(map(str, t.backend.game.captions.player(seen, seat)))


def marks(t: Table, seat: int) -> list[str]:
    seen = scene(t.backend, t.s, 0, NAMES)
    stak = next(zone for zone in seen.zones if (zone.zone, zone.owner) == (0, seat))
    card = t.backend.game.captions.card
    return [", ".join(map(str, card(0, group))) for group in stak.groups]


def test_a_card_says_its_power_damage_and_side(table: Lay) -> None:
    t = table({"P1": "Core5^:2 Leader^ Core4_", "P2": "Core2^ Core4_"})
    assert marks(t, 0) == ["power 5, damage 2", "power 2", "face-down"]


def test_a_card_says_that_it_attacks_or_has_an_effect(table: Lay) -> None:
    t = table(THREE)
    t.do("P1 attack P2")
    assert "attacker" in marks(t, 0)[0]
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Tranq_ Core3_"})
    t.do("P1 attack")
    assert "may not attack" in marks(t, 0)[0]
    assert player(t, 0) == ["Stak has done its attacking"]
    t = table({"P1": "Core3^ Reaper_ Core2_", "P2": "Core3^ Shot_ Core2_", "P3": "Core9^ Core9_"})
    t.do("P1 attack P2")
    assert "effect happens" in marks(t, 0)[0] and "effect waits" in marks(t, 1)[0]
    assert "1 effect waiting." in said(t)


def test_the_table_says_what_is_still_to_be_fed(table: Lay) -> None:
    t = table(THREE, hands={"P1": "Trip"}, turns=7)
    assert said(t).startswith("Turn 8, Ann's. The scrapheap is owed 1 card before the turn can end")
    assert task(t) == "Play, scrap, attack; 1 card still to be fed."
    t.do("P1 discard Trip")
    assert "The scrapheap is fed (1 card this turn)." in said(t)
    assert task(t) == "Play, scrap, attack; then end the turn."


def test_the_table_says_who_attacks_whom(table: Lay) -> None:
    t = table(THREE, hands={"P3": "Trip"}, reactive=True)
    assert "You can attack Bo and Cy." in said(t) and "attack" not in said(t, 1)
    t.do("P1 attack P3")
    assert "Ann's Stak attacks Cy's Stak." in said(t)
    assert task(t, 2).startswith("You are attacked")
    t = table(THREE)
    t.do("P1 attack")
    assert "Ann's Stak takes aim." in said(t)
    assert choices(t.backend, t.s, 0, NAMES[:3]) == {
        "at 2": "Attack Bo's Stak",
        "at 3": "Attack Cy's Stak",
    }


def test_players_say_their_team_and_whether_they_are_out(table: Lay) -> None:
    t = table({**THREE, "P4": "Core2^ Core2_"}, teams="synchronous", fed=2)
    t.do("P1 end")
    assert player(t, 0) == ["team 1", "ready to end the turn"] and player(t, 3) == ["team 2"]
    assert player(table({**THREE, "P4": ""}), 3) == ["out"]


def test_a_card_in_hand_says_its_power() -> None:
    captions = game.captions
    faces = {name: face for face, name in enumerate(game.words.faces)}
    said = {
        name: [str(one) for one in captions.card(HAND_ZONE, Group(face, 1, 0))]
        for name, face in faces.items()
    }
    assert said["Core Bot 5"] == ["power 5"] and said["Leader Bot"] == ["power of its group"]
    assert str(captions.faces[faces["Shot Bot"]]).endswith("It deals 3 damage.")
    assert list(captions.card(HAND_ZONE, Group(NONE, 2, 0))) == []


def test_to_scrap_ones_last_card_is_called_what_it_is(table: Lay) -> None:
    t = table({"P1": "Core5^ Core2_", "P2": "Core2^ Core3_"})
    assert "top card" in choices(t.backend, t.s, 0, NAMES[:2])["scrap"]
    t = table({"P1": "Core5^", "P2": "Core2^ Core3_"}, hands={"P1": "Core9"}, recycling=True)
    offered = choices(t.backend, t.s, 0, NAMES[:2])
    assert offered["scrap"] == "Scrap your last card, and be out of the game"
    assert offered["recycle"] == "Recycle your last card, and be out of the game"
