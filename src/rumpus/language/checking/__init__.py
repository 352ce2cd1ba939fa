"""The checker: refuses what is outside the rule language, and says what to write instead."""
