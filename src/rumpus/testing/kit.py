"""`check_game`: plays many games of every kind that Hypothesis can find, and checks them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rumpus.language.c.build import NoCompiler
from rumpus.language.errors import RuleFault
from rumpus.rulekit.game import Game
from rumpus.rulekit.log import Event, Told
from rumpus.rulekit.options import Option, Setting
from rumpus.rulekit.sets import members_of
from rumpus.running.backend import Backend
from rumpus.running.engine import QUICK, RANDOM
from rumpus.running.interpreted import Interpreted
from rumpus.running.native import Native

from . import properties
from .account import Account, Fields, ObservedMove
from .saying import Broken, at_decision, broken
from .tables import captions_have_words, tables_are_declared
from .whole import watch_step

MOST_DECISIONS = 5_000
SEARCHED_GAMES = 20_000
"""How many more games are played to see every kind of event."""
WHOLE_GAMES = 20
"""The minimum number of games that are checked at every decision."""
TABLE_ACTS = 0.02
"""How often the table itself acts when it may: it calls time, it deals."""
OTHERS_ACT = 0.1
"""How often a seat acts that may, although the game does not wait for it."""
TRIALS = 200
"""How many random tables are tried to find one that allows a value of an option."""


Opening = Callable[[Any, Sequence[Event]], Account]
"""Begins a game's account from the fields of the state after the deal, and its events."""


@dataclass
class Report:
    """What was tried."""

    games: int = 0
    decisions: int = 0
    events: Counter[int] = field(default_factory=Counter)
    values: Counter[tuple[str, int]] = field(default_factory=Counter)


@dataclass(frozen=True)
class Case:
    """One game to play: the number of players, the settings, the series, how each seat chooses."""

    players: int
    settings: Mapping[str, Setting]
    seed: int
    sensible: bool

    @property
    def key(self) -> bytes:
        """A key for the deal."""
        return Random(self.seed).randbytes(32)

    @contextmanager
    def named(self) -> Iterator[None]:
        """Name this game in whatever it breaks."""
        try:
            yield
        except Broken as fault:
            fault.add_note(f"The same game again: check_game(..., case={self})")
            raise


def check_game(
    game: Game,
    *,
    examples: int = 25,
    settings: Mapping[str, Setting] | None = None,
    account: Opening | None = None,
    census: Callable[[Any], Any] | None = None,
    looks: int = 4,
    most: int = MOST_DECISIONS,
    case: Case | None = None,
) -> Report:
    """Raise `Broken` if a game lacks a property that every game must have.

    `settings` are fixed. `account` begins an account of who can have seen what, as a second opinion
    on the game's own redact and imagine; whole games are then checked against it, with every value
    of every option. `census` counts what must never change, as a second opinion on the sizes of the
    zones. In each of the `examples` games the expensive properties are checked in `looks` of its
    states. A game must end within `most` decisions. Finally, games are played until every kind of
    event has happened. `case`, as a failure names it, plays and checks that one game again.
    """
    fixed = game.settings(game.common, settings or {})
    fixed = {key: fixed[key] for key in settings or {}}
    watch = Watch(game, account, census, looks, most)
    if case:
        watch.play_again(case)
        return watch.report
    run_hypothesis(watch, examples, fixed)
    values = one_case_for_each_value(game, fixed)
    for *_, one in values:
        watch.play(one, looks=1)
    for many in few_cases_for_all_values(game, fixed, values, WHOLE_GAMES):
        watch.play_whole(many)
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
    """A table with any number of players, sometimes with options other than the rulebook's."""
    players = draw(st.sampled_from(list(game.players)))
    seed = draw(st.integers(0, 2**32 - 1))
    unusual = draw(st.booleans())
    wanted = random_settings(game, players, Random(seed)) if unusual else {}
    return Case(players, {**wanted, **fixed}, seed, draw(st.booleans()))


def random_settings(game: Game, players: int, random: Random) -> dict[str, int]:
    """Some options set to any of their values, as long as the combination is allowed."""
    wanted: dict[str, int] = {}
    for option in game.options:
        if random.random() < 0.5:
            trial = {**wanted, option.key: random.choice(option.every_value())}
            if goes_together(game, players, trial):
                wanted = trial
    return wanted


def goes_together(game: Game, players: int, wanted: Mapping[str, Setting]) -> bool:
    """Whether a table can have these settings."""
    try:
        game.settings(players, wanted)
    except ValueError:
        return False
    return True


def one_case_for_each_value(game: Game, fixed: dict[str, int]) -> list[tuple[Option, int, Case]]:
    """Every value of every option that affects the rules, each with a table that has it."""
    return [
        (option, value, case_with(game, fixed, option, value))
        for option in game.options
        if option.key not in fixed and option.scope == "rules"
        for value in option.every_value()
    ]


def few_cases_for_all_values(
    game: Game, fixed: dict[str, int], values: Sequence[tuple[Option, int, Case]], least: int
) -> Iterator[Case]:
    """Tables that each combine as many values as possible, until all were used; then again, until
    there are enough tables."""
    number, left = 0, list(values)
    while left or number < least:
        left = left or list(values)
        wanted = dict(left[0][-1].settings if left else fixed)
        fitting = [players for players in game.players if goes_together(game, players, wanted)]
        players = fitting[number % len(fitting)]
        for option, value, _ in left:
            more = {**needed_by(game, option), **wanted, option.key: value}
            if option.key not in wanted and goes_together(game, players, more):
                wanted = more
        has = game.settings(players, wanted)
        left = [(option, value, case) for option, value, case in left if has[option.key] != value]
        yield Case(players, wanted, number, number % 4 > 0)
        number += 1


def case_with(game: Game, fixed: dict[str, int], option: Option, value: int) -> Case:
    """A table with this value of an option, and whatever else the option needs."""
    fitting = (
        Case(players, wanted, value + 1000, True)
        for players in reversed(game.players)
        for trial in tables_for(game, option, players)
        if goes_together(game, players, wanted := {**trial, **fixed, option.key: value})
    )
    if (case := next(fitting, None)) is None:
        broken("options", f"{option.key}={value} fits no table")
    return case


def tables_for(game: Game, option: Option, players: int) -> Iterator[dict[str, int]]:
    """Settings under which an option may matter: what it declares it needs, then random ones."""
    yield needed_by(game, option)
    random = Random(players)
    for _ in range(TRIALS):
        yield random_settings(game, players, random)


def needed_by(game: Game, option: Option) -> dict[str, int]:
    """The settings under which an option has an effect."""
    ways = [*option.when.items(), *list(option.when_any.items())[:1]]
    needed = {key: values[0] for key, values in ways}
    for other in [o for o in game.options if o.key in needed]:
        needed = {**needed_by(game, other), **needed}
    return needed


def meet_every_event(watch: Watch, fixed: dict[str, int]) -> None:
    """Play until every kind of event has happened."""
    random = Random(1)
    wanted = {int(event) for event in watch.game.words.events}
    for number in range(SEARCHED_GAMES):
        if wanted <= watch.report.events.keys():
            return
        players = random.choice(list(watch.game.players))
        chosen = {**random_settings(watch.game, players, random), **fixed}
        watch.play_fast(Case(players, chosen, number, random.random() < 0.3))
    missing = [e.name for e in watch.game.words.events if e not in watch.report.events]
    broken("events", f"these never happened: {', '.join(missing)}")


# --------------------------------------------------------------------------------- watching
class Decision(NamedTuple):
    """A state, the actions so far, the last of which is taken in it, and the account before it."""

    state: Any
    actions: Sequence[tuple[int, int]]
    account: Account | None


def choose(backend: Backend, s: Any, case: Case, random: Random) -> tuple[int, int]:
    """Who acts next, and how."""
    table = backend.players(s)
    if table in backend.may(s) and random.random() < TABLE_ACTS:
        return table, random.choice(backend.legal(s, table))
    others = [seat for seat in backend.may(s) if seat != table and backend.legal(s, seat)]
    free = others and random.random() < OTHERS_ACT
    seat = random.choice(others if free else backend.asks(s) or backend.may(s))
    if not case.sensible or seat == table:
        return seat, random.choice(backend.legal(s, seat))
    advice = backend.advice(s, seat)
    if min(advice.values()) < 0:
        broken("advice", "a weight is negative")
    weights = list(advice.values()) if any(advice.values()) else None
    return seat, random.choices(list(advice), weights)[0]


def watch_whole(backend: Backend, case: Case, opening: Opening, most: int = MOST_DECISIONS) -> int:
    """Play one game and check at every decision what reaches whom; returns how many there were."""
    random = Random(case.seed)
    s, told = backend.deal(case.players, case.settings, case.key)
    account = opening(Fields(backend, s), told)
    actions: list[tuple[int, int]] = []
    while not backend.is_over(s):
        if len(actions) == most:
            broken("ending", f"the game is not over after {most} decisions")
        actions.append(choose(backend, s, case, random))
        with at_decision(backend, s, actions):
            account = watch_step(backend, s, *actions[-1], account, random)
    return len(actions)


class Watch:
    """Plays games in all back ends at once and checks every property."""

    def __init__(
        self,
        game: Game,
        account: Opening | None,
        census: Callable[[Any], Any] | None,
        looks: int,
        most: int,
    ) -> None:
        self.game, self.account, self.census = game, account, census
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
        """Play one game from the deal to the end, checking it."""
        with case.named():
            self._play(case, self.looks if looks is None else looks)

    def _play(self, case: Case, looks: int) -> None:
        self.count(case)
        random = Random(case.seed)
        dealt = [self.deal(backend, case) for backend in self.backends]
        states = [s for s, _ in dealt]
        told = [told for _, told in dealt]
        start = [backend.pack(s) for backend, s in zip(self.backends, states, strict=True)]
        counted = self.conserved(states[-1])
        account = self.account(self.fields(states), told[0].events) if self.account else None
        moments: list[Decision] = []
        actions: list[tuple[int, int]] = []
        with at_decision(self.reference, states[0], actions):
            self.look_at_tables(states[0])
        while True:
            s = states[0]
            with at_decision(self.reference, s, actions):
                self.check_told(s, told)
                properties.nothing_is_lost(self.backends[-1], told[-1], self.conserved, counted)
                if self.conserved(states[-1]) != counted:
                    broken("conservation", f"there were {counted} cards, now another number")
            if self.reference.is_over(s) or len(actions) == self.most:
                break
            seat, action = choose(self.reference, s, case, random)
            before = self.backends[-1].copy(states[-1])
            actions.append((seat, action))
            moments.append(Decision(before, tuple(actions), account))
            with at_decision(self.reference, s, actions):
                told = [
                    self.applied(backend, t, seat, action)
                    for backend, t in zip(self.backends, states, strict=True)
                ]
                self.agree(states)
            if account:
                here, there = self.fields([before]), self.fields(states)
                account = account.after(ObservedMove(here, seat, action, told[0].events, there))
        with at_decision(self.reference, states[0], actions):
            self.look(states, account, random)
        for moment in random.sample(moments, min(looks, len(moments))):
            with at_decision(self.backends[-1], moment.state, moment.actions):
                self.look_at(moment, random)
        if not self.reference.is_over(states[0]):
            broken("ending", f"the game is not over after {self.most} decisions")
        properties.results_make_sense(self.reference, states[0])
        self.replay(case, start, actions, states)
        self.report.decisions += len(actions)

    def play_whole(self, case: Case) -> None:
        """Play one game in the fastest back end, checking at every decision what reaches whom."""
        self.count(case)
        if self.account:
            with case.named():
                self.report.decisions += watch_whole(self.fast, case, self.account, self.most)

    def play_again(self, case: Case) -> None:
        """Play one game in each of the ways in which it may have failed."""
        self.play(case)
        self.play(case, looks=1)
        self.play_whole(case)

    def play_fast(self, case: Case) -> None:
        """Play one game in the fastest back end, only for its kinds of event."""
        self.count(case)
        bots = self.fast.row(case.players, [QUICK if case.sensible else RANDOM] * case.players)
        s = self.fast.blank(case.players, case.settings)
        kinds = self.fast.kinds_told("simulate", s, bots, case.seed, 0, self.most)
        self.report.events.update(members_of(kinds))

    def count(self, case: Case) -> None:
        """Record which values were tried."""
        self.report.games += 1
        values = self.game.settings(case.players, case.settings)
        self.report.values.update(values.items())

    def deal(self, backend: Backend, case: Case) -> tuple[Any, Told]:
        """A new game in one back end."""
        try:
            s = backend.blank(case.players, case.settings, case.key)
            return s, backend.told_in("setup", s)
        except (RuleFault, UnboundLocalError) as fault:
            broken("checked mode", str(fault))

    def applied(self, backend: Backend, s: Any, seat: int, action: int) -> Told:
        """Apply an action in one back end; only the last and fastest one keeps the states."""
        try:
            if backend is self.backends[-1]:
                return backend.apply_in(s, seat, action)
            return Told(backend.apply(s, seat, action), b"")
        except (RuleFault, UnboundLocalError) as fault:
            broken("checked mode", str(fault))

    def fields(self, states: Sequence[Any]) -> Fields:
        """The fields of a state, read in the last back end, which is the fastest."""
        return Fields(self.backends[-1], states[-1])

    def conserved(self, s: Any) -> tuple[int, Any]:
        """What must stay the same throughout a game, in the last back end."""
        counted = self.census(Fields(self.backends[-1], s)) if self.census else None
        return properties.cards_lying(self.backends[-1], s), counted

    def check_told(self, s: Any, told: Sequence[Told]) -> None:
        """All back ends tell the same events, which have words, and the game goes on."""
        events = told[0].events
        if any(other.events != events for other in told):
            broken("back ends", "they tell different events")
        properties.events_have_words(self.reference, events, self.reference.players(s))
        self.report.events.update(event.kind for event in events)
        properties.waits_for_somebody(self.reference, s)

    def agree(self, states: Sequence[Any]) -> None:
        """All back ends have the same bytes."""
        first = self.reference.pack(states[0])
        for backend, s in zip(self.backends[1:], states[1:], strict=True):
            if backend.pack(s) != first:
                broken("back ends", f"{backend.name} plays differently")

    def look_at(self, moment: Decision, random: Random) -> None:
        """Check the expensive properties in one state and in the step after it."""
        packed = self.backends[-1].pack(moment.state)
        states = [backend.load(packed) for backend in self.backends]
        self.look(states, moment.account, random)
        step = moment.actions[-1]
        properties.steps_leak_nothing(self.reference, states[0], *step, moment.account, random)
        properties.secret_actions_are_not_told(self.reference, states[0], *step, random)
        properties.beats_agree(self.backends, packed, *step)
        for backend, s in zip(self.backends, states, strict=True):
            properties.silence_changes_nothing(backend, s, *step)

    def look(self, states: Sequence[Any], account: Account | None, random: Random) -> None:
        """Check the expensive properties in one state."""
        s = states[0]
        properties.back_ends_agree(self.backends, states)
        properties.legal_is_accepted(self.reference, s)
        properties.notation_reads_back(self.reference, s)
        self.look_at_tables(s)
        properties.redaction_is_idempotent(self.reference, s)
        properties.states_leak_nothing(self.reference, s, account, random)
        properties.imagining_fits(self.reference, s, random)

    def look_at_tables(self, s: Any) -> None:
        """Check what every viewer is shown."""
        for viewer in properties.viewers(self.reference, s):
            tables_are_declared(self.reference, s, viewer)
            captions_have_words(self.reference, s, viewer)

    def replay(
        self,
        case: Case,
        start: Sequence[bytes],
        actions: Sequence[tuple[int, int]],
        ended: Sequence[Any],
    ) -> None:
        """The key and the actions reproduce the same bytes."""
        for backend, first, last in zip(self.backends, start, ended, strict=True):
            s, _ = self.deal(backend, case)
            if backend.pack(s) != first:
                broken("replay", "the same key deals another game")
            for seat, action in actions:
                self.applied(backend, s, seat, action)
            if backend.pack(s) != backend.pack(last):
                broken("replay", "the same actions end in another state")
