"""The lab: ladders between bots. Playing needs only Python; reports need the extra `lab`."""
