"""The rule language: declare a state and rules, check them, run them in Python, compile them to C.

It knows no game and no card.
"""
