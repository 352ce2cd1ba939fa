"""`check_game`: plays many games of every kind that Hypothesis can think of, and watches them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rumpus.rulekit.backend import Backend, Interpreted
from rumpus.rulekit.build import NoCompiler
from rumpus.rulekit.engine import QUICK, RANDOM
from rumpus.rulekit.errors import RuleFault
from rumpus.rulekit.game import Game
from rumpus.rulekit.native import Native
from rumpus.rulekit.options import Option, Setting
from rumpus.rulekit.sets import members_of

from . import properties
from .properties import broken
from .worlds import Secrets

MOST_DECISIONS = 5_000
SEARCHED_GAMES = 20_000
"""How many further games are played to meet every kind of event."""
TABLE_ACTS = 0.02
"""How often the table itself acts, where it may: it calls time, it deals."""
TRIALS = 200
"""How many random tables are tried to find one on which an option can have a value."""


@dataclass
class Report:
    """What was tried."""

    games: int = 0
    decisions: int = 0
    events: Counter[int] = field(default_factory=Counter)
    values: Counter[tuple[str, int]] = field(default_factory=Counter)


@dataclass(frozen=True)
class Case:
    """One game to be played: how many play, the settings, the series, who chooses how."""

    players: int
    settings: Mapping[str, Setting]
    seed: int
    sensible: bool

    @property
    def key(self) -> bytes:
        """A key for the deal."""
        return Random(self.seed).randbytes(32)


def check_game(
    game: Game,
    *,
    examples: int = 25,
    settings: Mapping[str, Setting] | None = None,
    secrets: Secrets | None = None,
    census: Callable[[Any], Any] | None = None,
    looks: int = 4,
    most: int = MOST_DECISIONS,
) -> Report:
    """Raise `Broken` if a game lacks a property that every game must have.

    `settings` are held fixed. `secrets` names what a viewer may not know, as a second opinion to
    the game's own redact and imagine. `census` counts what must never change, as a second opinion
    to the sizes of the zones. In each of the `examples` games the dear properties are looked at in
    `looks` of the states. A game must end within `most` decisions. In the end games are played
    until every kind of event has happened.
    """
    fixed = game.settings(game.common, settings or {})
    fixed = {key: fixed[key] for key in settings or {}}
    watch = Watch(game, secrets, census, looks, most)
    run_hypothesis(watch, examples, fixed)
    for case in one_case_for_each_value(game, fixed):
        watch.play(case, looks=1)
    meet_every_event(watch, fixed)
    return watch.report


# --------------------------------------------------------------------------------- cases
def run_hypothesis(watch: Watch, examples: int, fixed: dict[str, int]) -> None:
    """Let Hypothesis choose games, and shrink one that shows a fault."""

    @settings_for(examples)
    @given(cases(watch.game, fixed))
    def play(case: Case) -> None:
        watch.play(case)

    play()


def settings_for(examples: int) -> settings:
    """Hypothesis without a database or a clock: the same games every time."""
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        report_multiple_bugs=False,
    )


@st.composite
def cases(draw: st.DrawFn, game: Game, fixed: dict[str, int]) -> Case:
    """A table with any number of players, and now and then other options than the book's."""
    players = draw(st.sampled_from(list(game.players)))
    seed = draw(st.integers(0, 2**32 - 1))
    unusual = draw(st.booleans())
    wanted = random_settings(game, players, Random(seed)) if unusual else {}
    return Case(players, {**wanted, **fixed}, seed, draw(st.booleans()))


def random_settings(game: Game, players: int, random: Random) -> dict[str, int]:
    """Some options set to any of their values, as far as they go together."""
    wanted: dict[str, int] = {}
    for option in game.options:
        if random.random() < 0.5:
            trial = {**wanted, option.key: random.choice(option.every_value())}
            if goes_together(game, players, trial):
                wanted = trial
    return wanted


def goes_together(game: Game, players: int, wanted: Mapping[str, Setting]) -> bool:
    """Whether a table can be set like this."""
    try:
        game.settings(players, wanted)
    except ValueError:
        return False
    return True


def one_case_for_each_value(game: Game, fixed: dict[str, int]) -> list[Case]:
    """Every value of every option that the rules obey, at least once."""
    return [
        case_with(game, fixed, option, value)
        for option in game.options
        if option.key not in fixed and option.scope == "rules"
        for value in option.every_value()
    ]


def case_with(game: Game, fixed: dict[str, int], option: Option, value: int) -> Case:
    """A table on which an option has a value, with whatever else the option needs."""
    fitting = (
        Case(players, wanted, value + 1000, True)
        for players in reversed(game.players)
        for trial in tables_for(game, option, players)
        if goes_together(game, players, wanted := {**trial, **fixed, option.key: value})
    )
    if (case := next(fitting, None)) is None:
        broken("options", f"{option.key}={value} goes with no table")
    return case


def tables_for(game: Game, option: Option, players: int) -> Iterator[dict[str, int]]:
    """Settings on which an option may mean something: what it says it needs, then anything."""
    yield needed_by(game, option)
    random = Random(players)
    for _ in range(TRIALS):
        yield random_settings(game, players, random)


def needed_by(game: Game, option: Option) -> dict[str, int]:
    """The settings under which an option means anything."""
    needed = {key: values[0] for key, values in option.when.items()}
    for other in [o for o in game.options if o.key in needed]:
        needed = {**needed_by(game, other), **needed}
    return needed


def meet_every_event(watch: Watch, fixed: dict[str, int]) -> None:
    """Play until every kind of event has happened."""
    random = Random(1)
    wanted = {saying.code for saying in watch.game.words.events}
    for number in range(SEARCHED_GAMES):
        if wanted <= watch.report.events.keys():
            return
        players = random.choice(list(watch.game.players))
        chosen = {**random_settings(watch.game, players, random), **fixed}
        watch.play_fast(Case(players, chosen, number, random.random() < 0.3))
    missing = sorted(wanted - watch.report.events.keys())
    broken("events", f"these kinds of event never happened: {missing}")


# --------------------------------------------------------------------------------- watching
class Watch:
    """Plays games in all back ends at once and looks at every property."""

    def __init__(
        self,
        game: Game,
        secrets: Secrets | None,
        census: Callable[[Any], Any] | None,
        looks: int,
        most: int,
    ) -> None:
        self.game, self.secrets, self.census = game, secrets, census
        self.looks, self.most = looks, most
        self.report = Report()
        self.reference = Interpreted(game)
        self.backends: list[Backend] = [self.reference, Interpreted(game, checked=True)]
        try:
            self.backends.append(Native(game))
        except NoCompiler:
            self.fast: Backend = self.reference
        else:
            self.fast = self.backends[-1]

    def play(self, case: Case, looks: int | None = None) -> None:
        """One game from the deal to the end, watched."""
        self.count(case)
        random = Random(case.seed)
        dealt = [self.deal(backend, case) for backend in self.backends]
        states = [s for s, _ in dealt]
        told = [events for _, events in dealt]
        start = [backend.pack(s) for backend, s in zip(self.backends, states, strict=True)]
        cards, counted = self.conserved(states[0])
        at = {random.randrange(60) for _ in range(self.looks if looks is None else looks)}
        actions: list[tuple[int, int]] = []
        while True:
            self.compare(told)
            properties.events_have_words(self.reference, told[0], case.players)
            self.report.events.update(event.kind for event in told[0])
            s = states[0]
            properties.waits_for_somebody(self.reference, s)
            if self.conserved(s) != (cards, counted):
                broken("conservation", f"there were {cards} cards and now it is another number")
            if len(actions) in at or self.reference.is_over(s):
                self.look(states, random)
            if self.reference.is_over(s):
                break
            if len(actions) == self.most:
                broken("ending", f"the game is not over after {self.most} decisions")
            seat, action = self.choose(s, case, random)
            if len(actions) in at:
                properties.steps_leak_nothing(self.reference, s, seat, action, self.secrets, random)
                for backend, t in zip(self.backends, states, strict=True):
                    properties.silence_changes_nothing(backend, t, seat, action)
            actions.append((seat, action))
            told = [
                self.applied(backend, t, seat, action)
                for backend, t in zip(self.backends, states, strict=True)
            ]
            self.agree(states)
        properties.results_make_sense(self.reference, states[0])
        self.replay(case, start, actions, states)
        self.report.decisions += len(actions)

    def play_fast(self, case: Case) -> None:
        """One game in the fastest back end, for its kinds of event alone."""
        self.count(case)
        bots = self.fast.row(case.players, [QUICK if case.sensible else RANDOM] * case.players)
        s = self.fast.blank(case.players, case.settings)
        kinds = self.fast.kinds_told("simulate", s, bots, case.seed, 0, self.most)
        self.report.events.update(members_of(kinds))

    def count(self, case: Case) -> None:
        """Write down which values were tried."""
        self.report.games += 1
        values = self.game.settings(case.players, case.settings)
        self.report.values.update(values.items())

    def deal(self, backend: Backend, case: Case) -> tuple[Any, list[Any]]:
        """A new game in one back end."""
        try:
            return backend.deal(case.players, case.settings, case.key)
        except (RuleFault, UnboundLocalError) as fault:
            broken("checked mode", str(fault))

    def applied(self, backend: Backend, s: Any, seat: int, action: int) -> list[Any]:
        """An action in one back end."""
        try:
            return backend.apply(s, seat, action)
        except (RuleFault, UnboundLocalError) as fault:
            broken("checked mode", str(fault))

    def choose(
        self, s: Any, case: Case, random: Random, backend: Backend | None = None
    ) -> tuple[int, int]:
        """Who acts next, and how."""
        play = backend or self.reference
        table = play.players(s)
        if table in play.may(s) and random.random() < TABLE_ACTS:
            return table, random.choice(play.legal(s, table))
        seat = random.choice(play.asks(s) or play.may(s))
        if not case.sensible or seat == table:
            return seat, random.choice(play.legal(s, seat))
        advice = play.advice(s, seat)
        if min(advice.values()) < 0:
            broken("advice", "a weight is negative")
        weights = list(advice.values()) if any(advice.values()) else None
        return seat, random.choices(list(advice), weights)[0]

    def conserved(self, s: Any) -> tuple[int, Any]:
        """What must stay the same throughout a game."""
        counted = self.census(s) if self.census else None
        return properties.cards_lying(self.reference, s), counted

    def compare(self, told: Sequence[list[Any]]) -> None:
        """All back ends tell the same."""
        if any(events != told[0] for events in told):
            broken("back ends", "they tell different events")

    def agree(self, states: Sequence[Any]) -> None:
        """All back ends have the same bytes."""
        first = self.reference.pack(states[0])
        for backend, s in zip(self.backends[1:], states[1:], strict=True):
            if backend.pack(s) != first:
                broken("back ends", f"{backend.name} plays differently")

    def look(self, states: Sequence[Any], random: Random) -> None:
        """The dear properties, in one state."""
        s = states[0]
        properties.back_ends_agree(self.backends, states)
        properties.legal_is_accepted(self.reference, s)
        properties.notation_reads_back(self.reference, s)
        properties.redaction_is_idempotent(self.reference, s)
        properties.states_leak_nothing(self.reference, s, self.secrets, random)
        properties.imagining_fits(self.reference, s, random)

    def replay(
        self,
        case: Case,
        start: Sequence[bytes],
        actions: Sequence[tuple[int, int]],
        ended: Sequence[Any],
    ) -> None:
        """Key and actions alone give the same bytes again."""
        for backend, first, last in zip(self.backends, start, ended, strict=True):
            s, _ = self.deal(backend, case)
            if backend.pack(s) != first:
                broken("replay", "the same key deals another game")
            for seat, action in actions:
                self.applied(backend, s, seat, action)
            if backend.pack(s) != backend.pack(last):
                broken("replay", "the same actions end in another state")
