"""The rules of Tuck It; contract.py has those that shared code calls.

They follow the rulebook's chapters: setup.py, turns.py, phases.py, playing.py, plays.py (which
cards may be played), tucking.py, ending.py; hands.py moves cards. Each stage has an offer and an
answer. The ids in comments are those of docs/games/tuckit/rules.md.
"""
