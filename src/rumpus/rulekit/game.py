"""A game: its state, rules, options and words under one name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any

from rumpus.language.declare import is_hook, is_rule, place_of
from rumpus.language.errors import RuleError
from rumpus.language.interpret import Binder
from rumpus.language.program import Program

from .chance import Chance
from .contract import ACTIONS, CONTRACT
from .errors import UnknownOption
from .optional.race import StartRace, no_race
from .optional.series import Points, Standings, single_games
from .options import Option, Setting, resolve
from .piles import FLIPS, flip
from .sentence import quoted, say
from .words.captions import Captions
from .words.check_words import check_words
from .words.naming import Verb, caller, refuse
from .words.vocabulary import Vocabulary


def with_constants(hooks: Mapping[str, Any]) -> dict[str, Any]:
    """A game's rules, plus constants that shared rules derive from them: whether any rule turns
    piles over."""
    binder = Binder(hooks)
    for entry in CONTRACT:
        binder.rule(entry)
    return {**hooks, FLIPS.name: int(flip in binder.rules)}


def any_settings(players: int, values: Mapping[str, int]) -> None:
    """Accept every combination of settings."""


def no_teams(backend: Any, s: Any) -> Sequence[int]:
    """Everybody plays alone."""
    return range(backend.players(s))


@dataclass(frozen=True, eq=False)
class Game:
    """Everything that shared code needs to know about a game.

    `modules` hold the rules of the contract, found by name. `version` changes exactly when play
    does: a record names the version it was played with. `common` is the usual number of players.
    `words` is the vocabulary; `captions` put a whole table into words. `time_limit`, `game_clock`
    and `starter` are the keys of the options that limit the seconds for a decision and the minutes
    for the game, and that name the seat that starts. `calls_time` and `resigns` are actions of the
    table itself, which acts as one seat more than there are players. `claims` are things that only
    one player can win in a race. `check_settings` refuses, with a sentence, combinations of
    settings that do not fit. `presets` are named combinations that work well. `real_time` starts a
    race at a table with such options, if it is one; `untimed` are the settings without a clock.
    `sides` says on which side every seat of a dealt state plays: a side wins together. `series`
    computes the standings of a series of games, if a table with such settings plays one, from the
    number of players and their results so far. `older` are earlier versions that are still shipped,
    each with a function that imports it: a table is finished by the rules it was started with.
    """

    name: str
    title: str
    idea: str
    players: range
    common: int
    minutes: int
    version: int
    state: type[Any]
    modules: tuple[ModuleType, ...]
    options: tuple[Option, ...]
    words: Vocabulary
    captions: Captions = field(default_factory=Captions)
    time_limit: str = ""
    game_clock: str = ""
    starter: str = ""
    calls_time: Verb | None = None
    resigns: Verb | None = None
    claims: tuple[Verb, ...] = ()
    check_settings: Callable[[int, Mapping[str, int]], None] = any_settings
    presets: Mapping[str, Mapping[str, Setting]] = field(default_factory=dict)
    series: Callable[[int, Sequence[Points], Mapping[str, int]], Standings | None] = single_games
    real_time: Callable[[Mapping[str, int]], StartRace | None] = no_race
    untimed: Mapping[str, Setting] = field(default_factory=dict)
    sides: Callable[[Any, Any], Sequence[int]] = no_teams
    older: Mapping[int, Callable[[], Game]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse names that do not exist."""
        self.words.close(self.players[-1])
        place = caller()
        keys = {option.key for option in self.options}
        for use in ("time_limit", "game_clock", "starter"):
            if (key := getattr(self, use)) and key not in keys:
                refuse(place, f"{use} is {key!r}; {self.title} has no such option")
        for option in self.options:
            self.check_option(option, place)
        for verb in (self.calls_time, self.resigns, *self.claims):
            if verb is not None:
                self.words.check_mine(verb, place)
        faces = len(self.words.faces)
        for what in ("faces", "colours"):
            if (many := len(getattr(self.captions, what))) > faces:
                refuse(place, f"the captions have {many} {what}, and there are {faces} faces")

    def check_option(self, option: Option, place: str) -> None:
        """Refuse an option that the state does not know, or with an impossible default."""
        if option.scope == "rules" and option.key not in self.state.layout.by_name:
            name = self.state.__name__
            refuse(place, f"the option {option.key!r} is not a field of {name}; add it there")
        for default in (option.default, *option.defaults.values()):
            if default not in option.values.values() and not option.covers(default):
                refuse(place, f"the default {default} of {option.key!r} is not one of its values")

    def resigning(self, seat: int) -> int | None:
        """The action with which a seat resigns, if the game has one."""
        return None if self.resigns is None else self.resigns + seat

    @property
    def actions(self) -> int:
        """The size of the action space."""
        return self.words.actions

    @cached_property
    def show_room(self) -> int:
        """The most numbers that show() writes."""
        return self.words.show_room(self.players[-1])

    @cached_property
    def hooks(self) -> dict[str, Any]:
        """The game's own rules by the names of the contract."""
        facts = len(self.words.facts)
        found: dict[str, Any] = {
            ACTIONS.name: self.actions,
            "FACTS": facts,
            "FIRST_ZONE": 1 + facts,
        }
        for name in (hook.__name__ for hook in CONTRACT):
            own = (getattr(module, name, None) for module in self.modules)
            if rule := next(
                (thing for thing in own if is_rule(thing) and not is_hook(thing)), None
            ):
                found[name] = rule
        return with_constants(found)

    def find_mistakes(self, program: Program) -> list[str]:
        """Where the rules tell or lay anything but what the vocabulary declares."""
        return check_words(program, self.words, whole=not self.is_tried)

    def check_state(self) -> None:
        """Refuse a state that lacks what every game's state needs."""
        missing = ""
        if not issubclass(self.state, Chance):
            missing = f"chance; write `class {self.state.__name__}(Chance):`"
        elif len(self.players) > 1 and not self.counts_players:
            missing = "`n_players: i8` where the number of players varies"
        if missing:
            raise RuleError([f"{place_of(self.state)}: a game's state needs {missing}"])

    @cached_property
    def is_tried(self) -> bool:
        """Whether some of its rules were replaced; they need not tell and lay everything."""
        return False

    @cached_property
    def counts_players(self) -> bool:
        """Whether the state says how many play; a game for one number of players can do without."""
        return "n_players" in self.state.layout.by_name

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's package."""
        return Path(str(self.modules[0].__file__)).parent

    def with_rules(self, **rules: Callable[..., Any]) -> Game:
        """The same game with some rules of the contract replaced (for trying out a change)."""
        changed = type(self)(**{name: getattr(self, name) for name in self.__dataclass_fields__})
        changed.__dict__["hooks"] = with_constants({**self.hooks, **rules})
        changed.__dict__["is_tried"] = True
        return changed

    def of_version(self, version: int) -> Game | None:
        """The game with a given version of its rules, if that is still shipped."""
        if version == self.version:
            return self
        find = self.older.get(version)
        return find() if find else None

    def check_players(self, players: int) -> int:
        """The number of players, or a complaint that says how many there may be."""
        return self.read_players(players)

    def read_players(self, setting: Setting) -> int:
        """A number of players as typed."""
        if (text := str(setting)) in map(str, self.players):
            return int(text)
        few, many = self.players[0], self.players[-1]
        raise UnknownOption(
            say(
                "{title} is for {few} to {many} players, not {text}.",
                title=self.title,
                few=few,
                many=many,
                text=text[:40],
            )
        )

    def settings(self, players: int, settings: Mapping[str, Setting]) -> dict[str, int]:
        """Every option's value for a table with this many players."""
        self.check_players(players)
        values = resolve(self.options, players, settings)
        if self.starter in settings and values[self.starter] >= players:
            raise UnknownOption(
                say(
                    "{key} names a seat that a table of {players} does not have.",
                    key=self.starter,
                    players=players,
                )
            )
        self.check_settings(players, values)
        return values

    def fields(self, players: int, settings: Mapping[str, Setting]) -> dict[str, int]:
        """The fields of the state that a table's settings fill."""
        values = self.settings(players, settings)
        obeyed = {o.key: values[o.key] for o in self.options if o.scope == "rules"}
        return {"n_players": players, **obeyed} if self.counts_players else obeyed

    def read_settings(self, texts: Iterable[str]) -> dict[str, str]:
        """Settings written as KEY=VALUE."""
        settings = {}
        for text in texts:
            key, equals, value = text.partition("=")
            if not equals or not key:
                raise UnknownOption(
                    say("'{text}' is not a setting; write KEY=VALUE.", text=quoted(text))
                )
            settings[key] = value
        return settings
