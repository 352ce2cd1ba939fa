"""Lessons: what the learner sees of a tutorial's game."""

from __future__ import annotations

from rumpus.games import find
from rumpus.games.ruckus.tutorial import TUTORIAL
from rumpus.table.showing.lessons import LEARNER, LessonStep, lessons_of


def steps() -> list[LessonStep]:
    """The lessons of Ruckus."""
    return lessons_of(find("ruckus"), TUTORIAL)


def test_what_the_learner_chooses_is_offered_by_the_rules() -> None:
    asked = [step for step in steps() if step.by == LEARNER]
    assert len(asked) == 6
    for step in asked:
        assert all(choice in step.before.choices for choice in (step.choice, *step.beside))
    assert [[one.numbers["target"] for one in step.beside] for step in asked if step.beside] == [
        [1]
    ]


def test_a_move_that_comes_too_late_is_not_made() -> None:
    (late,) = (step for step in steps() if step.late)
    assert late.by == LEARNER
    assert [(line.event, line.numbers["seat"]) for line in late.lines] == [("stole", 2)]
    assert late.choice.action not in [choice.action for choice in late.change.choices]


def test_the_table_itself_can_make_a_move() -> None:
    (deal,) = (step for step in steps() if step.by == TUTORIAL.players)
    assert deal.choice.verb == "deal"
    assert [line.event for line in deal.lines].count("dealt") == TUTORIAL.players
    secret = [line.numbers["design"] for line in deal.lines if line.event == "yours"]
    assert len(secret) == 1, "what others get is not for the learner"
