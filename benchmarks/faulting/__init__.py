"""The parts of `benchmarks/faults.py`: a stage, people who play there, a nemesis and a judge."""
