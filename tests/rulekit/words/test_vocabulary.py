"""Vocabularies: every action has a notation that reads back, every event a sentence."""

from __future__ import annotations

import json
import pickle

import pytest

from rumpus.rulekit import NONE, InvalidNotation
from rumpus.rulekit.words.captions import Scene
from rumpus.rulekit.words.vocabulary import (
    FACE,
    NUMBER,
    OTHERS,
    SEAT,
    SELF,
    STAGES,
    YOU,
    Variant,
    Vocabulary,
    clockwise,
    faces,
    named,
    numbers,
    seats,
    shown,
)

V = Vocabulary()
V.cards(("ace", "black king"), letters=("A", "K"))
DECK = V.zone("deck", "Deck", groups=1)
HAND = V.zone("hand", "Hand", owned=True, groups=5)
TANK = V.zone("tank", "Tank", owned=True, groups=2, each=3)
TURN_STAGE, ADDING = V.stage("turn", "Do something."), V.stage("adding")
TURN, STAGE = V.fact("turn", SEAT), V.fact("stage", STAGES)
TOTAL = V.fact("total", NUMBER, each=4)
LEFT = V.fact("left", NUMBER)
OPEN, GEARS = V.mark("open"), V.amount("gears", bits=4, shift=2)
V.task("Wait for your turn.", when={TURN: OTHERS})
V.task("Add {left:card}.", when={STAGE: (ADDING,)}, left=LEFT)

PASS = V.verb("pass", "Pass", help="Nothing happens.")
STEAL = V.verb("steal", "Steal from {target}", zone=TANK, owner="target", target=clockwise(3))
PLAY = V.verb(
    "play", "Play {n:card} of {suit}", suit=named("red", "dark blue"), n=numbers(3, 1),
    zone=HAND, owner=SELF, variants=[Variant({TURN: YOU, LEFT: (0,)}, "Play the last {suit}")],
    stages={ADDING: ("Add {n:card} of {suit}", "They come on top."), TURN_STAGE: "Play {suit}"},
)  # fmt: skip
SHOW = V.verb("show", "Show {face}", room=4, face=faces(2))
GIVE = V.verb("give", "Give to {seat}", seat=seats(4))
AT = V.verb("at", "Tank {tank}", notation="at{tank}", zone=TANK, which="tank", owner=SELF,
            tank=named("one", "two", "three", letters=("", "b", "c")))  # fmt: skip

TOOK = V.event(
    "took", "{seat} takes {n:card}.", you={"seat": "You take {n:card}."}, seat=SEAT, n=NUMBER
)
SHOWED = V.event("showed", "{seat} shows {face}.", seat=SEAT, face=shown(FACE))
GAVE = V.event(
    "gave",
    "{seat} gives {target} a card.",
    you={
        "seat": "You give {target} a card.",
        "target": "{seat} gives you a card.",
        "seat target": "You keep a card.",
    },
    seat=SEAT,
    target=SEAT,
)
ENDED = V.event("ended", "It is over.")
NAMES = ("Ann", "Bo", "Cy", "Di")


# --------------------------------------------------------------------------------- numbers
def test_what_is_declared_is_a_number() -> None:
    assert (DECK, HAND, TANK) == (0, 1, 2) and [zone.words for zone in V.zones][2:] == [
        "Tank 1", "Tank 2", "Tank 3",
    ]  # fmt: skip
    assert (TURN, STAGE, TOTAL, LEFT) == (0, 1, 2, 6)
    assert V.fact_names == ("turn", "stage", "total 1", "total 2", "total 3", "total 4", "left")
    assert (PASS, STEAL, PLAY, SHOW, GIVE, AT, V.actions) == (0, 1, 4, 10, 14, 18, 21)
    assert (TOOK, SHOWED, GAVE, ENDED) == (0, 1, 2, 3)
    assert (OPEN, GEARS, ADDING) == (1, 2, 1)
    assert repr(STEAL) == str(STEAL) == "1" and STEAL.name == "steal"
    assert type(pickle.loads(pickle.dumps(STEAL))) is int


def test_how_much_room_a_table_takes() -> None:
    heads = 4 * (1 + 4 * 4)
    assert V.show_room(4) == 1 + 7 + heads + 3 * (1 + 4 * 5 + 4 * 3 * 2)
    few = Vocabulary(groups=10)
    few.zone("hand", "Hand", owned=True)
    assert few.show_room(3) == 1 + 3 * 4 + 10 * 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_notation_reads_back(players: int) -> None:
    for seat in range(players):
        texts = {}
        for number in V.every_action(players):
            text = V.notation(number, seat, players)
            assert V.parse(text, seat, players) == number
            texts[text] = number
        assert len(texts) == len(list(V.every_action(players)))


def test_notation_names_seats_by_their_number_from_one() -> None:
    assert [V.notation(STEAL + k, 1, 4) for k in range(3)] == ["steal 3", "steal 4", "steal 1"]
    assert V.notation(GIVE, 3, 4) == "give 1"
    assert [V.notation(AT + k, 1, 4) for k in range(3)] == ["at", "atb", "atc"]


def test_the_last_number_counts_fastest() -> None:
    assert [V.notation(PLAY + k, 0, 4) for k in range(6)] == [
        "play red 1", "play red 2", "play red 3",
        "play dark-blue 1", "play dark-blue 2", "play dark-blue 3",
    ]  # fmt: skip


def test_actions_that_a_small_table_lacks() -> None:
    assert [number for number in V.every_action(2) if STEAL <= number < PLAY] == [STEAL]


@pytest.mark.parametrize("text", ["STEAL 3", "  steal   3 ", "steal\t3"])
def test_capitals_and_spaces_do_not_matter(text: str) -> None:
    assert V.parse(text, 1, 4) == STEAL


@pytest.mark.parametrize("text", ["", "steal", "steal 2", "steal 9", "play red 4", "score"])
def test_what_is_no_action_gets_a_sentence(text: str) -> None:
    with pytest.raises(InvalidNotation) as refused:
        V.parse(text, 1, 4)
    assert str(refused.value) == (
        f"{text!r} is not an action; write pass, steal target, play suit n, show face, give seat "
        "or attank."
    )


def test_a_number_that_is_no_action() -> None:
    for number in (-1, SHOW + 2, V.actions, 99):
        with pytest.raises(InvalidNotation, match=f"There is no action {number}."):
            V.notation(number, 0, 2)


def test_an_action_is_a_verb_with_numbers() -> None:
    verb, values = V.read(STEAL + 1, 3, 4)
    assert verb is STEAL and values == {"target": 1}
    assert V.read(PLAY + 4, 0, 4) == (PLAY, {"suit": 1, "n": 2})


def test_actions_can_be_pointed_at() -> None:
    assert V.place(STEAL, 3, 4) == (TANK, 0)
    assert V.place(PLAY + 1, 3, 4) == (HAND, 3)
    assert V.place(AT + 2, 3, 4) == (TANK + 2, 3)
    assert V.place(PASS, 3, 4) == (NONE, NONE)


# --------------------------------------------------------------------------------- sentences
def test_sentences_for_the_one_who_chooses() -> None:
    assert V.say_action(STEAL + 1, 1, NAMES) == "Steal from Di"
    assert V.say_action(PLAY, 1, NAMES) == "Play 1 card of red"
    assert V.say_action(PLAY + 5, 1, NAMES) == "Play 3 cards of dark blue"


def scene(**facts: int) -> Scene:
    """The table as Bo sees it."""
    usual = dict.fromkeys(V.fact_names, 1)
    return Scene(usual | facts, (), 1, NAMES)


def test_a_choice_is_said_by_the_facts() -> None:
    adding, turn = scene(), scene(stage=0)
    assert V.say_choice(PLAY + 1, adding) == ("Add 2 cards of red", "They come on top.")
    assert V.say_choice(PLAY + 1, turn) == ("Play red", "")
    assert V.say_choice(PLAY + 1, scene(left=0)) == ("Play the last red", "")
    assert V.say_choice(PLAY + 1, scene(left=0, turn=2))[0] == "Add 2 cards of red"
    assert V.say_choice(PASS, turn) == ("Pass", "Nothing happens.")


def test_what_is_asked_hangs_on_the_facts() -> None:
    assert V.say_task(scene(turn=0)) == "Wait for your turn."
    assert V.say_task(scene(left=2)) == "Add 2 cards."
    assert V.say_task(scene(stage=0)) == "Do something."
    assert Vocabulary().say_task(scene()) == ""


def test_sentences_for_what_happened() -> None:
    assert V.say_event(TOOK, (1, 1, 0, 0), NAMES) == "Bo takes 1 card."
    assert V.say_event(TOOK, (2, 0, 0, 0), NAMES) == "Cy takes 0 cards."
    assert V.say_event(TOOK, (NONE, 2, 0, 0), NAMES) == "nobody takes 2 cards."
    assert V.say_event(SHOWED, (0, 1, 0, 0), NAMES) == "Ann shows black king."
    assert V.say_event(SHOWED, (0, NONE, 0, 0), NAMES) == "Ann shows an unknown card."
    assert V.say_event(ENDED, (0, 0, 0, 0), NAMES) == "It is over."
    assert V.showing == {SHOWED}


def test_sentences_for_whom_they_are_about() -> None:
    assert V.say_event(TOOK, (1, 2, 0, 0), NAMES, 1) == "You take 2 cards."
    assert V.say_event(TOOK, (1, 2, 0, 0), NAMES, 0) == "Bo takes 2 cards."
    assert V.say_event(TOOK, (NONE, 2, 0, 0), NAMES, NONE) == "nobody takes 2 cards."
    said = [V.say_event(GAVE, (1, 2, 0, 0), NAMES, viewer) for viewer in range(3)]
    assert said == ["Bo gives Cy a card.", "You give Cy a card.", "Bo gives you a card."]
    assert V.say_event(GAVE, (1, 1, 0, 0), NAMES, 1) == "You keep a card."


def test_plurals_that_are_no_s() -> None:
    words = Vocabulary()
    words.event("rolled", "{n:die|dice}", n=NUMBER)
    words.event("took", "{n:{colour} card}", n=NUMBER, colour=named("red", "blue"))
    assert words.say_event(0, (1,), ()) == "1 die" and words.say_event(0, (2,), ()) == "2 dice"
    assert words.say_event(1, (2, 1), ()) == "2 blue cards"


# --------------------------------------------------------------------------------- clients
def test_everything_is_data_for_clients() -> None:
    data = json.loads(json.dumps(V.as_data()))
    assert data["zones"][1] == {"name": "hand", "words": "Hand", "owned": True, "groups": 5}
    assert data["facts"][0] == {"name": "turn", "kind": "seat"}
    assert data["stages"] == ["turn", "adding"]
    assert data["marks"][1] == {"name": "gears", "words": "gears", "shift": 2, "bits": 4}
    steal, play, at = data["verbs"][1], data["verbs"][2], data["verbs"][5]
    assert (steal["name"], steal["action"], steal["zone"], steal["owner"]) == (
        "steal", 1, TANK, "target",
    )  # fmt: skip
    assert steal["numbers"] == {"target": {"kind": "clockwise", "size": 3, "first": 1}}
    assert play["variants"][0]["when"] == {"turn": "you", "left": [0]}
    assert play["variants"][1] == {
        "when": {"stage": [1]}, "words": "Add {n:card} of {suit}", "help": "They come on top.",
        "numbers": {},
    }  # fmt: skip
    assert at["which"] == "tank" and at["numbers"]["tank"]["letters"] == ["", "b", "c"]
    assert data["tasks"] == [
        {"when": {"turn": "others"}, "words": "Wait for your turn.", "help": "", "numbers": {}},
        {
            "when": {"stage": [1]}, "words": "Add {left:card}.", "help": "",
            "numbers": {"left": "left"},
        },
        {"when": {"stage": [0]}, "words": "Do something.", "help": "", "numbers": {}},
    ]  # fmt: skip
    assert data["events"][2]["you"]["seat target"] == "You keep a card."
    assert data["events"][1]["numbers"]["face"] == {"kind": "face", "shown": True}
    assert data["faces"] == ["ace", "black king"] and data["letters"] == ["A", "K"]
