"""The lab: ladders between bots. Playing needs nothing but Python; reports need the extra `lab`."""
