"""The options of Ruckus. The ids are those of docs/games/ruckus/rules.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rumpus.rulekit.errors import UnknownOption
from rumpus.rulekit.options import Option, Setting, grouped, starter, switch
from rumpus.rulekit.sentence import Value, quoted, say

LIVE, TICKS = range(2)
TIMER, HUMAN = range(2)
AUTOMATIC, MANUAL = range(2)
LAST_FLURRY, IMMEDIATE = range(2)
FAIL, FOLLOW = range(2)
GOAL, ROUNDS, TIME, SINGLE = range(4)
NO_CAP, ROUND_CAP, TIME_CAP = range(3)
FINISH, NOW = range(2)
EXTRA_ROUNDS, SHARED = range(2)
ARRIVAL, LAG_COMPENSATED, RANDOM_WINDOW = range(3)
BY_PLAYERS = 0
MAX_PLAYERS = 5

TIMINGS = {"live": LIVE, "ticks": TICKS}
DEALINGS = {"timer": TIMER, "human": HUMAN}
LENGTHS = {"goal": GOAL, "rounds": ROUNDS, "time": TIME, "single": SINGLE}


@dataclass(frozen=True)
class Stepped(Option):
    """A multiple of `step` from `low` to `high`; `tried` are the ones that tests try."""

    step: int = 1
    tried: tuple[int, ...] = ()

    def read(self, setting: Setting) -> int:
        """A setting as a number, or a complaint that says what is allowed."""
        number = super().read(setting)
        if number % self.step:
            raise UnknownOption(
                say(
                    "{key} cannot be '{setting}'; it can be {allowed:or}.",
                    key=self.key,
                    setting=quoted(setting),
                    allowed=self.allowed(),
                )
            )
        return number

    def allowed(self) -> tuple[Value, ...]:
        """Everything it can be set to, in words."""
        *words, most = super().allowed()
        if self.step > 1:
            most = say("{range} in steps of {step}", range=most, step=str(self.step))
        return (*words, most)

    def every_value(self) -> list[int]:
        """The lowest, the highest and the usual values."""
        return sorted({*self.values.values(), self.low, self.default, self.high, *self.tried})

    def as_data(self) -> dict[str, Any]:
        """The option for clients."""
        return super().as_data() | {"step": self.step}


def milliseconds(key: str, title: str, help: str, default: int, low: int, high: int,  # noqa: A002
                 **more: Any) -> Stepped:  # fmt: skip
    """A time that the table keeps."""
    return Stepped(
        key, title, help, default, low=low, high=high, unit="ms", step=100, scope="table",
        when={"timing": (LIVE,)} | more,
    )  # fmt: skip


UNGROUPED = (
    # ---- how the game is run
    Option(
        "timing",
        "Time",
        "Live: no turns, first come, first served. Ticks: everybody chooses in secret, then the "
        "choices are carried out in random order; for practice, bots and experiments.",
        default=LIVE,
        values=TIMINGS,
    ),
    starter(MAX_PLAYERS, "first_dealer", "First dealer"),  # RU-SETUP-2
    Option(  # Q14
        "dealing",
        "Who deals",
        "The table deals after a short pause, or the dealer does with a button.",
        default=TIMER,
        values=DEALINGS,
        when={"timing": (LIVE,)},
    ),
    # ---- sets and claims
    Option(  # Q2
        "lay_mode",
        "Laying sets",
        "Sets are laid automatically, or everybody has to lay their own first.",
        default=AUTOMATIC,
        values={"automatic": AUTOMATIC, "manual": MANUAL},
    ),
    Option(  # Q13
        "stale",
        "A claim that comes too late",
        "The pile has moved on: the card goes back to the hand, or the claim follows the pile.",
        default=FAIL,
        values={"fail": FAIL, "follow": FOLLOW},
    ),
    switch(  # Q29
        "hide_counts",
        "Hidden hand sizes",
        "Nobody is shown how many cards the others hold.",
    ),
    # ---- going out
    Option(  # Q20
        "call",
        "Calling RUCKUS",
        "Playing the last card means going out, or it has to be called with a button.",
        default=AUTOMATIC,
        values={"automatic": AUTOMATIC, "manual": MANUAL},
    ),
    switch(  # Q19
        "auto_out",
        "Go out automatically",
        "A player who is down to one card goes out with it at once.",
        when={"call": (AUTOMATIC,)},
    ),
    switch(  # Q22
        "shared_bonus",
        "Shared bonus",
        "Everybody who goes out in the same instant gets the bonus, not just the first of them.",
    ),
    Option(  # Q17
        "exhaust",
        "When the deck is used up",
        "One last flurry, or the round ends at once.",
        default=LAST_FLURRY,
        values={"last-flurry": LAST_FLURRY, "immediate": IMMEDIATE},
    ),
    # ---- how long the game is
    Option(  # RU-OPT-1..5
        "length",
        "Length of the game",
        "Play to a goal, for a number of rounds, for a time, or just a single round.",
        default=GOAL,
        values=LENGTHS,
    ),
    Stepped(  # RU-OPT-2
        "goal",
        "Points to win",
        "Whoever has this many points after a round wins; by-players is 100, 75, 50 or 50 points "
        "for 2, 3, 4 or 5.",
        default=75,
        values={"by-players": BY_PLAYERS},
        low=10,
        high=500,
        unit="points",
        step=5,
        tried=(50,),
        when={"length": (GOAL,)},
    ),
    Option(  # RU-OPT-5
        "cap",
        "Upper limit",
        "A game to a goal can also end after a number of rounds, or after a time.",
        default=NO_CAP,
        values={"none": NO_CAP, "rounds": ROUND_CAP, "time": TIME_CAP},
        when={"length": (GOAL,)},
    ),
    Stepped(  # RU-OPT-3
        "rounds",
        "Rounds",
        "How many rounds are played.",
        default=6,
        low=1,
        high=20,
        unit="rounds",
        tried=(2, 3),
        when_any={"length": (ROUNDS,), "cap": (ROUND_CAP,)},
    ),
    Stepped(  # RU-OPT-4
        "minutes",
        "Minutes",
        "How long the game lasts.",
        default=15,
        low=5,
        high=120,
        unit="minutes",
        step=5,
        when_any={"length": (TIME,), "cap": (TIME_CAP,)},
    ),
    Option(  # Q28
        "time_stop",
        "When the time is up",
        "The round is finished, or it stops there and is scored without a bonus.",
        default=FINISH,
        values={"finish": FINISH, "now": NOW},
        when_any={"length": (TIME,), "cap": (TIME_CAP,)},
    ),
    Option(  # RU-WIN-3
        "tie_break",
        "When the best are tied",
        "Up to three extra rounds until one is ahead, or they share the win.",
        default=EXTRA_ROUNDS,
        values={"extra-rounds": EXTRA_ROUNDS, "shared": SHARED},
        when={"length": (GOAL, ROUNDS, TIME)},
    ),
    # ---- the clock, which only the table knows
    Option(  # RU-RT-4
        "ready_button",
        "Ready button",
        "When everybody is ready, the next deal comes at once.",
        default=1,
        values={"off": 0, "on": 1},
        when={"timing": (LIVE,)},
        scope="table",
    ),
    Option(  # RU-RT-6
        "ordering",
        "Who was first",
        "As claims arrive; with each player's measured delay taken off; or at random among "
        "those that come at nearly the same time.",
        default=ARRIVAL,
        values={
            "arrival": ARRIVAL,
            "lag-compensated": LAG_COMPENSATED,
            "random-window": RANDOM_WINDOW,
        },
        when={"timing": (LIVE,)},
        scope="table",
    ),
    milliseconds(  # RU-RT-3
        "opening_ms", "Time for the first seven", "The shortest time before the next deal.",
        5000, 1500, 15000,
    ),
    milliseconds(  # RU-RT-3
        "look_ms", "Time for a new card", "The shortest time between two deals.", 3500, 1000, 15000
    ),
    milliseconds(  # RU-RT-3
        "pause_ms", "Pause before a deal", "How long nobody does anything before the next deal.",
        2500, 1000, 10000,
    ),
    milliseconds(  # RU-RT-3
        "final_ms", "Pause in the last flurry", "How long nobody does anything before it ends.",
        5000, 1000, 15000, exhaust=(LAST_FLURRY,),
    ),
    milliseconds(  # Q2
        "lay_timeout_ms", "Time to lay sets", "When it is over, your sets are laid for you.",
        4000, 1000, 15000, lay_mode=(MANUAL,),
    ),
    milliseconds(
        "score_ms", "Time for the scores", "How long the scores are shown before the next round.",
        12000, 2000, 60000,
    ),
)  # fmt: skip

OPTIONS = grouped(
    UNGROUPED,
    {
        "timing": "How the game is run",
        "lay_mode": "Sets and claims",
        "call": "Going out",
        "length": "How long the game is",
        "ready_button": "The clock",
    },
)
