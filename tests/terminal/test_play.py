"""Playing in the terminal, as players see it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rumpus.games import GAMES, find
from rumpus.terminal.play.answers import OfferedChoice, is_numbered, tokens_of
from rumpus.terminal.play.commands import COMMANDS, typed_for

from .player import Choose, by_chance, first, in_order, played, run

ANN = ("--name", "Ann")
SETS = [part for key in ("hearts", "acorns", "balls", "leaves") for part in ("--set", f"{key}=on")]
BUILDING = ("tuckit", "--players", "3", "--seed", "5", *ANN, *SETS)
"""Ann has 4 4 5 9 A A, a Dice card, a slow 7 and a slow Q."""
PHASE_TWO = (
    "tuckit",
    "--players",
    "6",
    "--set",
    "hearts=off",
    "--bots",
    "easy",
    "--seed",
    "8",
    *ANN,
)
"""Six players use up the base set, so that everybody may tuck from the first turn on."""


# --------------------------------------------------------------------------------- whole games
def test_a_whole_game_by_numbers() -> None:
    result = run("mantis", "--players", "3", "--seed", "5", typed="1\n" * 200)
    assert result.exit_code == 0
    assert "The result:" in result.output and "  1. " in result.output


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("mantis", "memory_aid=on"),
        ("tuckit", "hearts=on acorns=on balls=on leaves=on max_turns=100"),
        ("stakbots", "staks=2 teams=staggered reactive=on recycling=on borderless=all"),
        ("stakbots", "teams=synchronous drawing=blitz"),
        ("stakbots", "deck=ranked-draft setup_effects=on"),
        ("ruckus", "lay_mode=manual call=manual length=single"),
    ],
)
def test_every_variant_can_be_played_to_its_end(
    game: str, settings: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [part for setting in settings.split() for part in ("--set", setting)]
    said = played(
        monkeypatch, by_chance(2), game, "--players", "4", "--seed", "2", "--bots", "random", *texts
    )
    assert "The result:" in said
    lines = [line for line in said.splitlines() if not line.startswith(("Type ", "Enter "))]
    assert max(map(len, lines)) <= 80


def test_a_game_by_words_with_hint_and_table() -> None:
    typed = "h\nt\nsteal 2\nnonsense\nsteal 1\n9\nq\n"
    said = run("mantis", "--players", "2", "--seed", "1", *ANN, typed=typed).output
    assert "Hint: Try to " in said and " of 100 such games" in said
    assert "You try to steal from Mo." in said
    assert "'nonsense' is not one of the choices: score or steal Mo." in said
    assert "'steal 1' is not one of the choices" in said
    assert "There is no choice 9: type a number from 1 to 2." in said
    assert "\nBye! The game was not saved; " in said


def test_the_end_of_input_is_a_goodbye() -> None:
    result = run("mantis", "--seed", "2", typed="")
    assert result.exit_code == 0
    assert "\nBye! The game was not saved; " in result.output


def test_an_interrupt_is_a_goodbye(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> str:
        raise KeyboardInterrupt

    assert "\nBye! The game was not saved; " in played(monkeypatch, interrupt, "mantis")


def test_the_same_seed_deals_the_same_game() -> None:
    a, b = (run("mantis", "--seed", "8", *ANN).output for _ in range(2))
    assert a == b


def test_a_custom_bot_can_take_a_seat(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "class Last:\n    def choose(self, view):\n        return view.legal[-1]\n"
    )
    bots = f"{tmp_path / 'mine.py'}:Last"
    file = tmp_path / "game.json"
    start = ("mantis", "--players", "2", "--seed", "1", *ANN, "--bots", bots)
    said = run(*start, "--record", str(file), typed="score\n").output
    assert "playing with Mo (mine.py:Last)." in said
    assert "Mo tries to steal from you." in said
    assert "Mo tries to" in run("--record", str(file), typed="score\nscore\n").output
    missing = run("mantis", "--bots", f"{tmp_path / 'mine.py'}:First")
    assert missing.exit_code == 2 and "There is no class First in mine.py." in missing.stderr


def test_real_time_belongs_to_the_room() -> None:
    result = run("ruckus", "--set", "timing=live")
    assert result.exit_code == 2
    assert "The real-time game of Ruckus is played in the browser" in result.stderr
    assert "timing=ticks" in result.stderr


# --------------------------------------------------------------------------------- numbers, cards
def test_a_number_is_the_card_that_shows_it() -> None:
    assert not is_numbered(find("tuckit").words)
    assert all(is_numbered(find(name).words) for name in GAMES if name != "tuckit")
    said = run(*BUILDING, typed="4\n4\n1\n").output
    assert "Hand (7): 5, 9, 2x A, Dice card" in said
    assert "Stack 1 (2): 2x 4 [down]" in said
    assert "'1' is not one of the choices" in said
    assert "Type one of the words on the left (? explains)" in said


def test_a_card_that_is_not_held_is_not_taken_for_the_number_of_a_choice() -> None:
    said = run(*BUILDING, typed="3\n").output
    assert "'3' is not one of the choices" in said and "Stack 1 (1)" not in said


def test_q_is_a_queen_where_there_are_queens() -> None:
    said = run(*BUILDING, typed="q\n").output
    assert "'q' is not one of the choices" in said
    assert "quit to leave" in said
    assert "Bye!" in run(*BUILDING, typed="quit\n").output


def test_several_cards_are_typed_in_a_row() -> None:
    for typed in ("4 4 A a 9 5", "4, 4, A, A, 9, 5"):
        said = run(*BUILDING, typed=f"{typed}\n").output
        assert "Stack 1 (2): 2x 4 [down]" in said and "Stack 2 (2): 2x A [down]" in said
        assert "Stack 3 (2): 9 [down], 5 [down]" in said
        assert "You have built three Stacks." in said


def test_what_does_not_fit_later_is_said_and_forgotten() -> None:
    said = run(*BUILDING, typed="4 4 3 9\n").output
    assert "Stack 1 (2): 2x 4 [down]" in said
    assert "'3 9' is not possible here." in said and "Stack 2 (0)" in said


def test_what_was_typed_ahead_is_not_kept_for_another_turn() -> None:
    said = run("mantis", "--players", "3", "--seed", "5", *ANN, typed="score, steal mo\n").output
    assert said.count("You try to") == 1
    assert "'steal mo' was ignored: others have acted since." in said


@pytest.mark.parametrize("typed", ["play core bot 2", "play core2", "pl core2", "5"])
def test_a_card_can_be_typed_by_name_letters_or_number(typed: str) -> None:
    start = ("stakbots", "--players", "2", "--seed", "5", *ANN, "--set", "starter=seat-1")
    offered = run(*start).output
    assert "   5  Play Core Bot 2 (play core2)" in offered
    assert "You play Core Bot 2 on your Stak." in run(*start, typed=f"{typed}\n").output


def test_what_can_be_two_things_is_asked_again() -> None:
    start = ("stakbots", "--players", "2", "--seed", "5", *ANN, "--set", "starter=seat-1")
    said = run(*start, typed="core2\n").output
    assert "'core2' is ambiguous: type discard core2 or play core2." in said


def test_players_go_by_their_names() -> None:
    said = run("mantis", "--players", "3", "--seed", "5", *ANN, typed="steal pip\n").output
    assert "You try to steal from Pip." in said


@pytest.mark.parametrize("name", GAMES)
def test_no_command_hides_a_choice(name: str) -> None:
    game = find(name)
    words = game.words
    commands = {typed_for(game, command) for command in COMMANDS} | {*COMMANDS}
    for players in game.players:
        for action in words.every_action(players):
            assert words.notation(action, 0, players).casefold() not in commands
    faces = {tokens_of(text) for text in (*words.faces, *words.letters)}
    assert not faces & {(command,) for command in commands}


# --------------------------------------------------------------------------------- out of turn
def test_a_card_can_be_tucked_between_the_turns_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = in_order("pair", "stack 1", "stack 2", "a card", "go")

    def choose(offered: Sequence[OfferedChoice], prompt: str) -> str:
        typed = answers(offered, prompt)
        return offered[0].typed if typed == "a card" else typed

    said = played(monkeypatch, choose, *PHASE_TWO)
    offer = said.index("Between two turns you may tuck a card")
    tucked = said.index("You have tucked a card under Stack 2.")
    assert offer < tucked
    assert "It is your turn" not in said[:tucked]
    assert "Which card do you tuck under Stack 2?" in said[offer:tucked]
    assert "Enter to pass, go to pass until your turn, or type a choice: go" in said


def test_one_can_go_on_to_ones_own_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    often = played(monkeypatch, in_order("pair", "stack 1", *[""] * 3), *PHASE_TWO)
    once = played(monkeypatch, in_order("pair", "stack 1", "go"), *PHASE_TWO)
    asked = "Between two turns you may tuck a card"
    assert often.count(asked) == 3 and once.count(asked) == 1
    assert "It is your turn." in often and "It is your turn." in once


# --------------------------------------------------------------------------------- help and rules
def test_a_question_mark_explains_every_choice_and_command() -> None:
    said = run("stakbots", "--players", "2", "--seed", "10", *ANN, typed="?\n").output
    assert "You can type:" in said
    assert "1 or " in said and "Entry: " in " ".join(said.split())  # what the cards do
    for command in COMMANDS:
        assert f"\n  {command}" in said
    cards = " ".join(run(*BUILDING, typed="?\n").output.split())
    assert "A: Put the A into the next Stack." in cards and "The A does not go on a 5." in cards


@pytest.mark.parametrize("name", GAMES)
def test_rules_opens_the_rules(name: str) -> None:
    said = run(name, "--seed", "1", typed="rules\n").output
    assert f"\n{find(name).title}\n" in said and "The goal" in said
    assert "**" not in said and "\n#" not in said and "\n|" not in said
    assert max(map(len, said.splitlines())) <= 80


def test_an_action_can_be_taken_back() -> None:
    said = run(*BUILDING, typed="4\nundo\nundo\n").output
    assert "Taken back." in said
    assert said.count("Hand (9): 2x 4") == 2
    assert "You can only take back your own last action" in said


# --------------------------------------------------------------------------------- what is shown
def test_long_lists_are_folded_until_all_is_asked_for() -> None:
    said = run("mantis", "--set", "memory_aid=on", "--seed", "1", typed="all\n").output
    short, whole = (" ".join(part.split()) for part in said.split("Not seen yet: ")[1:])
    kinds = whole.count(" behind ")
    assert kinds > 80 and " more " not in whole.partition("Guest")[0]
    assert short.count(" behind ") == 6 and f", and {kinds - 6} more " in short


@pytest.mark.parametrize("columns", ["50", "80", "120"])
def test_words_are_not_broken_at_the_end_of_a_line(
    columns: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    said = run("stakbots", "--seed", "4", *ANN, typed="?\nt\n").output
    lines = [line for line in said.splitlines() if "(? explains)" not in line]
    assert max(map(len, lines)) <= int(columns)
    monkeypatch.setenv("COLUMNS", "119")
    other = run("stakbots", "--seed", "4", *ANN, typed="?\nt\n").output
    assert sorted(said.split()) == sorted(other.split())


# --------------------------------------------------------------------------------- a series
def tournament(monkeypatch: pytest.MonkeyPatch, choose: Choose, *more: str) -> str:
    settings = ("--set", "tournament=on", "--set", "tournament_target=100", *more)
    return played(monkeypatch, choose, "tuckit", *settings, *ANN)


def test_a_series_is_played_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    said = tournament(monkeypatch, first, "--players", "2", "--seed", "3")
    games = said.count("The result:")
    assert games > 1
    assert (
        said.count("The series to 100 after") == games == said.count("Enter for the next game") + 1
    )
    assert "after 1 game:" in said and f"after {games} games:" in said
    assert said.rstrip().endswith("the series!")


def test_the_others_play_on_when_you_are_out(monkeypatch: pytest.MonkeyPatch) -> None:
    elimination = ("--players", "4", "--set", "tournament_end=elimination")
    for seed in range(20):
        said = tournament(monkeypatch, first, *elimination, "--seed", str(seed))
        before, out, after = said.partition("You are out; the others play on.")
        if out:
            break
    assert ", out" in before
    assert "Your move" not in after and "Well played" not in after
    assert after.rstrip().endswith("wins the series!")


def test_a_series_can_be_left_between_two_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(offered: Sequence[OfferedChoice], prompt: str) -> str:
        return "quit" if "next game" in prompt else first(offered, prompt)

    said = tournament(monkeypatch, choose, "--players", "2", "--seed", "3")
    assert "Bye! The game was not saved;" in said
    assert said.count("The result:") == 1
