"""The rules of Stak Bots; contract.py has those that shared code calls.

seats.py says who sits where, moves.py moves cards, effects.py is what the bots do, battle.py
battles, turn.py turns and elimination, chain.py chains of entry effects, actions.py decisions,
leaving.py what the table itself does, deal.py and draft.py the setup. The ids are those of
docs/games/stakbots/rules.md.
"""
