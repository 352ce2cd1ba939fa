"""Every mistake in a vocabulary, or in what rules do with it, is a sentence with file and line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rumpus.rulekit import RuleError
from rumpus.rulekit.game import Game
from rumpus.rulekit.options import switch
from rumpus.rulekit.sentence import Sentence
from rumpus.rulekit.words.captions import Captions
from rumpus.rulekit.words.vocabulary import (
    NUMBER,
    SEAT,
    SELF,
    YOU,
    Variant,
    Vocabulary,
    faces,
    numbers,
)
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native
from rumpus.server.tables.encoding import KEYS
from rumpus.table.showing.looks import SPELLING, looks_of
from tests.trials import trials
from tests.trials.support import write_module

from ..test_game import PAIR

OTHER = Vocabulary()
OTHER_ZONE, OTHER_FACT = OTHER.zone("attic", "Attic"), OTHER.fact("weather", NUMBER)
OTHER_VERB = OTHER.verb("sing", "Sing")


def with_zone(v: Vocabulary, **more: object) -> None:
    v.verb("go", "Go", zone=v.zone("tank", "Tank"), **more)  # type: ignore[arg-type]


def twice(v: Vocabulary) -> None:
    v.event("won", "Won.")
    v.event("won", "Won again.")


def late(v: Vocabulary) -> None:
    v.close(2)
    v.event("won", "Won.")


def too_few_faces(v: Vocabulary) -> None:
    v.cards(("a", "b"))
    v.verb("play", "Play {card}", card=faces(3))
    v.close(2)


def same_notation(v: Vocabulary) -> None:
    v.verb("stop", "Stop")
    v.verb("halt", "Halt", notation="stop")
    v.close(2)


def same_bits(v: Vocabulary) -> None:
    v.amount("damage", bits=8, shift=0)
    v.amount("power", bits=8, shift=7)


DECLARED: dict[str, tuple[Callable[[Vocabulary], object], str]] = {
    "an unknown name in an event": (
        lambda v: v.event("won", "{seat} wins.", who=SEAT),
        "'{seat} wins.' names {seat}; there are who",
    ),
    "an unknown name for you": (
        lambda v: v.event("won", "{seat} wins.", you={"seat": "You win {n}."}, seat=SEAT),
        "'You win {n}.' names {n}; there are seat",
    ),
    "an unknown name in a verb": (
        lambda v: v.verb("go", "Go to {place}"),
        "'Go to {place}' names {place}; there are no numbers",
    ),
    "an unknown name in a notation": (
        lambda v: v.verb("go", "Go", notation="go {place}"),
        "'go {place}' names {place}; there are no numbers",
    ),
    "an unknown name in a variant": (
        lambda v: v.verb(
            "go", "Go", variants=[Variant({v.fact("phase", NUMBER): (1,)}, "Go {x}")]
        ),
        "'Go {x}' names {x}; there are no numbers",
    ),
    "an unknown name in a task": (
        lambda v: v.task("Do {x}."),
        "'Do {x}.' names {x}; there are no numbers",
    ),
    "a template that is none": (
        lambda v: v.event("won", "{seat wins."),
        "'{seat wins.' is not a template: expected '}' before end of string",
    ),
    "two counted nouns": (
        lambda v: v.event("won", "{n:card} and {m:die|dice}", n=NUMBER, m=NUMBER),
        "'{n:card} and {m:die|dice}' has several counted nouns (n, m); use one",
    ),
    "a counted seat": (
        lambda v: v.event("won", "{seat:card}", seat=SEAT),
        "'{seat:card}' counts {seat}, which is not a number",
    ),
    "you are no seat": (
        lambda v: v.event("won", "{n}", you={"n": "You!"}, n=NUMBER),
        "`won` has no seat `n` that you could be",
    ),
    "a name that is there already": (twice, "`won` is declared already, at "),
    "a name that comes too late": (late, "`won` is declared after the game was made"),
    "a number without a size": (
        lambda v: v.verb("go", "Go {n}", n=NUMBER),
        "`n` of `go` needs a size, as in numbers(3)",
    ),
    "too little room for actions": (
        lambda v: v.verb("go", "Go {n}", room=2, n=numbers(3)),
        "`go` has 3 actions, and room for 2",
    ),
    "an owner that is none of the numbers": (
        lambda v: with_zone(v, owner="target"),
        "the owner of `go`, `target`, is none of its numbers",
    ),
    "a place that is none of the numbers": (
        lambda v: with_zone(v, which="stack"),
        "`which` of `go`, `stack`, is none of its numbers",
    ),
    "an owner without a zone": (
        lambda v: v.verb("go", "Go", owner=SELF),
        "`go` has an owner and no zone",
    ),
    "another game's zone": (
        lambda v: v.verb("go", "Go", zone=OTHER_ZONE),
        "`attic` is another game's, declared at ",
    ),
    "another game's fact": (
        lambda v: v.task("Sing.", when={OTHER_FACT: YOU}),
        "`weather` is another game's, declared at ",
    ),
    "other words in a stage that no fact tells": (
        lambda v: v.verb("go", "Go", stages={v.stage("turn"): "Go now"}),
        "no fact says in which stage `go` is; declare one first",
    ),
    "too few letters": (
        lambda v: v.cards(("a", "b"), letters=("A",)),
        "there are 2 faces and 1 letters",
    ),
    "too many prints": (
        lambda v: v.cards(("a",), prints=({}, {})),
        "there are 1 faces and 2 prints",
    ),
    "a verb for faces without names": (too_few_faces, "`play` is for 3 faces, and 2 have names"),
    "two verbs that are written alike": (same_notation, "'stop' is written for `stop` and `halt`"),
    "marks in the same bits": (same_bits, "the marks `damage` and `power` lie in the same bits"),
}  # fmt: skip


@pytest.mark.parametrize("mistake", DECLARED)
def test_a_declaration_that_cannot_hold(mistake: str) -> None:
    declare, sentence = DECLARED[mistake]
    with pytest.raises(RuleError) as refused:
        declare(Vocabulary())
    (said,) = refused.value.mistakes
    file, line, said = said.split(":", 2)
    assert file == __file__ and int(line) > 0
    assert said.strip().startswith(sentence)


def test_a_mistake_is_found_at_its_own_line(tmp_path: Path) -> None:
    lines = (
        "from rumpus.rulekit.words.vocabulary import *",
        "V = Vocabulary()",
        "V.event(",
        '    "won",',
        '    "{who} wins.",',
        "    seat=SEAT,",
        ")",
    )
    with pytest.raises(RuleError) as refused:
        write_module(tmp_path, "\n".join(lines), "mistaken_words")
    assert str(refused.value) == (
        f"{tmp_path / 'mistaken_words.py'}:3: '{{who}} wins.' names {{who}}; there are seat"
    )


# --------------------------------------------------------------------------------- the game
def mistaken(game: Game, **fields: object) -> str:
    with pytest.raises(RuleError) as refused:
        replace(game, **fields)  # type: ignore[arg-type]
    file, _, said = str(refused.value).split(":", 2)
    assert file == __file__
    return said.strip()


def test_what_a_table_has_to_know_is_the_games_own() -> None:
    options = (switch("dice", "Dice", "There are dice."),)
    said = mistaken(trials.game, options=options, time_limit="timer")
    assert said == "time_limit is 'timer'; Trials has no such option"
    assert mistaken(trials.game, starter="first").startswith("starter is 'first'")
    assert mistaken(trials.game, game_clock="clock").startswith("game_clock is 'clock'")
    for use in ("calls_time", "resigns"):
        assert mistaken(trials.game, **{use: OTHER_VERB}).startswith("`sing` is another game's")
    assert mistaken(trials.game, claims=(OTHER_VERB,)).startswith("`sing` is another game's")
    said = mistaken(trials.game, captions=Captions(faces=(Sentence("one"),)))
    assert said == "the captions have 1 faces, and there are 0 faces"


# --------------------------------------------------------------------------------- the rules
WORDS = """
from rumpus.rulekit.words.vocabulary import *
from rumpus.rulekit.layout import FIRST_ZONE, lay_fact, lay_group, lay_zone
from tests.rulekit.words.test_mistaken_words import OTHER_FACT, OTHER_ZONE

V = Vocabulary()
V.cards(("a", "b"))
PILE = V.zone("pile", "Pile", groups=2)
TURN = V.fact("turn", NUMBER)
TOTAL = V.fact("total", NUMBER, each=2)
V.verb("go", "Go")
WENT = V.event("went", "{seat} goes.", seat=SEAT)
MORE
"""
APPLY = "def apply(s: State, seat: int, action: int) -> None: s.turn += 1"
SHOW = "def show(s: State, viewer: int, out: Row) -> int:"
GOOD_APPLY = APPLY.replace("s.turn += 1", "\n    s.turn += 1\n    TELL")
GOOD_SHOW = """
    LAY
    for i in range(2):
        lay_fact(out, TOTAL + i, i)
    n = lay_zone(out, FIRST_ZONE, PILE, NONE, 0)
    return n"""


def pair(
    folder: Path,
    tell: str = "tell(s, WENT, seat)",
    lay: str = "lay_fact(out, TURN, s.turn)",
    more: str = "",
    show: str = GOOD_SHOW,
) -> Game:
    """A small game with a vocabulary, which tells and lays like this."""
    rules = PAIR.replace("BASE", "Chance").replace("FIELD", "n_players: i8")
    rules = rules.replace(APPLY, GOOD_APPLY.replace("TELL", tell))
    rules = rules.replace(f"{SHOW}\n    out[0] = 0\n    return 1", SHOW + show.replace("LAY", lay))
    module = write_module(folder, WORDS.replace("MORE", more) + rules)
    return Game(
        name="pair", title="Pair", idea="Go.", players=range(2, 3), common=2, minutes=1, version=1,
        state=module.State, modules=(module,), options=(), words=module.V,
    )  # fmt: skip


def test_rules_that_keep_to_the_vocabulary(tmp_path: Path) -> None:
    game = pair(tmp_path)
    for backend in (
        Interpreted(game, SPELLING),
        Interpreted(game, SPELLING, checked=True),
        Native(game, SPELLING),
    ):
        s = backend.start(2)
        assert backend.show(s) == [3, 0, 0, 1, 0, -1, 0, 0]
        assert looks_of(backend, s, [0], KEYS)[0].written.startswith(
            b'{"viewer":0,"facts":{"turn":0,"total 1":0,"total 2":1},"zones":[{"zone":0,'
        )
        assert [event.kind for event in backend.apply(s, 0, 0)] == [0]


RULES: dict[str, tuple[dict[str, str], str, str]] = {
    "too few numbers": (
        {"tell": "tell(s, WENT)"}, "tell(s, WENT)",
        "`went` is told with 0 numbers; it has 1 (seat)",
    ),
    "too many numbers": (
        {"tell": "whisper(s, 1, WENT, seat, 2)"}, "whisper(s",
        "`went` is told with 2 numbers; it has 1 (seat)",
    ),
    "too few in one case": (
        {"tell": "tell(s, WENT if seat else CAME, seat)", "more": "CAME = V.event('came', 'x')"},
        "tell(s", "`came` is told with 1 numbers; it has 0 (none)",
    ),
    "no event": (
        {"tell": "tell(s, 1, seat)"}, "tell(s, 1", "`1` is not an event; tell one by its name",
    ),
    "an event nobody tells": (
        {"more": "LOST = V.event('lost', 'Lost.')"}, "LOST =", "nobody tells `lost`",
    ),
    "a fact nobody lays": (
        {"more": "WIND = V.fact('wind', NUMBER)"}, "WIND =", "nobody lays `wind`",
    ),
    "a zone nobody lays": (
        {"more": "HEAP = V.zone('heap', 'Heap')"}, "HEAP =", "nobody lays `heap`",
    ),
    "a fact laid twice": (
        {"lay": "lay_fact(out, TURN, 1); lay_fact(out, TURN, 2)"}, "lay_fact(out, TURN, 1)",
        "`turn` is laid already, at ",
    ),
    "no fact": (
        {"lay": "lay_fact(out, 0, 1)"}, "lay_fact(out, 0", "`0` is not a fact; lay one by its name",
    ),
    "the first of several facts": (
        {"lay": "lay_fact(out, TOTAL, 1)"}, "lay_fact(out, TOTAL, 1)",
        "`total 1` are 2; not so with `TOTAL`",
    ),
    "another fact's place": (
        {"lay": "lay_fact(out, TURN + 1, 1)"}, "lay_fact(out, TURN + 1",
        "`turn` is one fact; not so with `TURN + 1`",
    ),
    "a fact of another game": (
        {"lay": "lay_fact(out, OTHER_FACT, 1)"}, "lay_fact(out, OTHER_FACT",
        "`weather` is another game's, declared at ",
    ),
    "a zone of another game": (
        {"lay": "lay_zone(out, 4, OTHER_ZONE, NONE, 0)"}, "lay_zone(out, 4",
        "`attic` is another game's, declared at ",
    ),
}  # fmt: skip


@pytest.mark.parametrize("mistake", RULES)
def test_rules_that_do_not_keep_to_the_vocabulary(mistake: str, tmp_path: Path) -> None:
    changed, text, sentence = RULES[mistake]
    game = pair(tmp_path, **changed)
    with pytest.raises(RuleError) as refused:
        Native(game)
    file = Path(str(game.modules[0].__file__))
    lines = file.read_text(encoding="utf-8").splitlines()
    at = next(number for number, line in enumerate(lines, 1) if text in line)
    assert refused.value.mistakes[0].startswith(f"{file}:{at}: {sentence}")


def test_a_rule_on_trial_need_not_tell_and_lay_everything(tmp_path: Path) -> None:
    quiet = "\n@rule\ndef quiet(s: State, seat: int, action: int) -> None: s.turn += 1"
    game = pair(tmp_path, show=GOOD_SHOW + quiet)
    assert Interpreted(game.with_rules(apply=game.modules[0].quiet))
