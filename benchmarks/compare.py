"""Compare Rumpus with other libraries of card games, in one table from one run.

Every figure is CPU time of one thread. We and the peers take turns for a few rounds, and the best
round of each counts. The peers have their own virtual environment next to this file.
"""

import argparse
import contextlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from peers.bars import (
    CPP_ROLLOUTS,
    PYTHON_LOOP,
    Bar,
    Row,
    bar_line,
    bars,
    import_bars,
    reached,
    speed,
)
from rumpus.games import GAMES

HERE = Path(__file__).resolve().parent
SCRIPTS = HERE / "peers"
REQUIREMENTS = SCRIPTS / "requirements.txt"
PEERS_FOLDER = HERE / ".peers"
PEERS_BIN = PEERS_FOLDER / ("Scripts" if os.name == "nt" else "bin")
STAMP = PEERS_FOLDER / "installed.txt"

# Each peer: its name, its script and the packages the script needs.
PEERS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("OpenSpiel", "openspiel.py", ("open_spiel",)),
    ("RLCard", "rlcard_uno.py", ("rlcard",)),
    ("Pgx", "pgx_games.py", ("jax", "pgx")),
)
PEER_ROUND_LIMIT = 300.0
OUR_ROUND_LIMIT = 300.0
IMPORT_RUNS = 9


class Peer(NamedTuple):
    """A running peer script, or a sentence that says why there is none."""

    name: str
    process: subprocess.Popen[str] | None
    errors: Path
    failure: str


def say(sentence: str) -> None:
    """Print one line of progress to stderr."""
    print(sentence, file=sys.stderr, flush=True)


def last_line(text: str, default: str) -> str:
    """The last line that is not empty."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else default


def install_peers() -> dict[str, str]:
    """Create the peers' environment if it is missing; returns the failures by package."""
    wanted = f"Python {platform.python_version()}\n{REQUIREMENTS.read_text()}"
    if STAMP.exists() and STAMP.read_text() == wanted:
        say("Peers: already installed.")
        return {}
    say("Peers: creating a virtual environment.")
    command = [sys.executable, "-m", "venv", "--clear", str(PEERS_FOLDER)]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    requirements = REQUIREMENTS.read_text().split()
    if made.returncode:
        reason = last_line(made.stdout + made.stderr, "no reason given")
        sentence = f"Its virtual environment could not be created: {reason}"
        return {requirement.split("==")[0]: sentence for requirement in requirements}
    (PEERS_FOLDER / ".gitignore").write_text("*\n")
    failures = {}
    for requirement in requirements:
        failure = install(requirement)
        if failure:
            failures[requirement.split("==")[0]] = failure
    if not failures:
        STAMP.write_text(wanted)
    return failures


def install(requirement: str) -> str:
    """Install one requirement; returns a sentence about the failure, empty on success."""
    start = time.perf_counter()
    command = [str(PEERS_BIN / "python"), "-m", "pip", "install", "--quiet"]
    command += ["--disable-pip-version-check", requirement]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    outcome = "failed" if done.returncode else "installed"
    say(f"Peers: {requirement} {outcome} in {time.perf_counter() - start:.0f} s.")
    if not done.returncode:
        return ""
    reasons = [line for line in done.stderr.splitlines() if line.startswith("ERROR:")]
    reason = reasons[-1].removeprefix("ERROR:").strip() if reasons else "pip gave no reason"
    return f"{requirement} could not be installed: {reason}"


def start_peer(name: str, script: str, failure: str, seconds: float, folder: Path) -> Peer:
    """Start the script of a peer, unless there is a failure already."""
    errors = folder / f"{name}.txt"
    if failure:
        return Peer(name, None, errors, failure)
    command = [str(PEERS_BIN / "python"), str(SCRIPTS / script), str(seconds)]
    pipe = subprocess.PIPE
    with errors.open("w") as stderr:
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=stderr, text=True)
    return Peer(name, process, errors, "")


def peer_round(peer: Peer) -> tuple[Peer, list[Row]]:
    """Let a peer play one round; a failure is noted in the peer."""
    rows: list[Row] = []
    if peer.process is None or peer.process.stdin is None or peer.process.stdout is None:
        return peer, rows
    watch = threading.Timer(PEER_ROUND_LIMIT, peer.process.kill)
    watch.start()
    try:
        with contextlib.suppress(BrokenPipeError):
            peer.process.stdin.write("\n")
            peer.process.stdin.flush()
        for line in peer.process.stdout:
            if not line.strip():
                return peer, rows
            if line.startswith("{"):
                rows.append(json.loads(line))
    finally:
        watch.cancel()
    return stop_peer(peer), rows


def stop_peer(peer: Peer) -> Peer:
    """End the script of a peer; in the middle of the rounds, that is a failure."""
    if peer.process is None:
        return peer
    with contextlib.suppress(subprocess.TimeoutExpired, BrokenPipeError):
        peer.process.communicate(timeout=10)
    peer.process.kill()
    if peer.process.wait() < 0:
        reason = f"it was killed, perhaps because it took longer than {PEER_ROUND_LIMIT:.0f} s"
    else:
        reason = last_line(peer.errors.read_text(), "no reason given")
    return peer._replace(process=None, failure=f"Its script stopped: {reason}")


def our_round(game: str) -> Row:
    """Run our own benchmark of a game once."""
    command = [str(Path(sys.executable).parent / "rumpus"), "bench", game, "--json"]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, timeout=OUR_ROUND_LIMIT
        )
        figures: Row = json.loads(done.stdout)
    except FileNotFoundError:
        sys.exit("rumpus is not installed for this Python, so there is nothing to compare.")
    except subprocess.CalledProcessError as error:
        sys.exit(f"rumpus bench {game} failed: {last_line(error.stderr, 'no reason given')}")
    except subprocess.TimeoutExpired:
        sys.exit(f"rumpus bench {game} took longer than {OUR_ROUND_LIMIT:.0f} s.")
    except json.JSONDecodeError as error:
        sys.exit(f"rumpus bench {game} --json did not print one JSON object: {error}")
    if not {"native", "interpreted"} <= figures["backends"].keys():
        sys.exit(f"rumpus bench {game} gave only: {', '.join(figures['backends'])}.")
    return figures


def best_of_ours(rounds: Sequence[Row]) -> Row:
    """Take the best of each of our figures, but the slowest build, as later ones may be cached."""
    best = dict(rounds[0])
    best["backends"] = {}
    for backend in rounds[0]["backends"]:
        seen = [figures["backends"][backend] for figures in rounds]
        best["backends"][backend] = {
            key: max(figures[key] for figures in seen)
            if key in ("decisions_per_second", "build_seconds")
            else min(figures[key] for figures in seen)
            for key in seen[0]
        }
    return best


def best_of_rows(rows: Sequence[Row]) -> list[Row]:
    """Take the best row of each measurement, in order of first appearance."""
    best: dict[tuple[str, str, str], Row] = {}
    for row in rows:
        key = (row["peer"], row["game"], row["how"])
        if key not in best or goodness(row) > goodness(best[key]):
            best[key] = row
    return list(best.values())


def goodness(row: Row) -> float:
    """A sort key for rows: fast ones, then slow ones, then failed ones."""
    if "error" in row:
        return float("-inf")
    return float(row.get("decisions_per_second") or -row["ns"])


def run_seconds(code: str) -> float:
    """Time one start of Python with a line of code."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, cwd=HERE)
    return time.perf_counter() - start


def import_figures() -> Row:
    """Time `import rumpus` against an idle Python, and check whether it imports NumPy."""
    try:
        run_seconds("import rumpus")
        pairs = [(run_seconds("import rumpus"), run_seconds("pass")) for _ in range(IMPORT_RUNS)]
        code = "import sys, rumpus; sys.exit('numpy' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", code], check=False, cwd=HERE)
    except subprocess.CalledProcessError as error:
        reason = last_line(error.stderr.decode(), "no reason given")
        return {"error": f"import rumpus failed: {reason}"}
    with_import, without = (statistics.median(times) for times in zip(*pairs, strict=True))
    return {"seconds": with_import - without, "numpy": int(done.returncode != 0)}


def our_rows(ours: Row) -> list[Row]:
    """Our own figures as rows of the table."""
    return [
        {
            "peer": "Rumpus",
            "game": ours["game"],
            "how": f"{backend}, {ours['players']} players",
            "counted": "as played",
            "decisions_per_second": figures["decisions_per_second"],
        }
        for backend, figures in ours["backends"].items()
    ]


def our_observation_rows(ours: Row) -> list[Row]:
    """Compare the cost of our own views with the cost of a decision."""
    return [
        {
            "peer": "Rumpus",
            "game": ours["game"],
            "how": "redacted view, one seat",
            "beside": backend,
            "observation_ns": figures["view_ns"],
            "decision_ns": figures["ns_per_decision"],
        }
        for backend, figures in ours["backends"].items()
    ]


def observation_rows(playouts: Sequence[Row], observed: Sequence[Row]) -> list[Row]:
    """Compare the cost of the peers' observations with the cost of a decision."""
    rows: list[Row] = []
    for row in observed:
        rows.append(beside(row, PYTHON_LOOP, playouts))
        if not row["includes_decision"] and "error" not in row:
            rows.append(beside(row, CPP_ROLLOUTS, playouts))
    return rows


def beside(row: Row, how: str, playouts: Sequence[Row]) -> Row:
    """The cost of an observation with that of a decision of the same game.

    If the observation was measured together with a decision, the decision is subtracted.
    """
    rate = speed(playouts, row["peer"], row["game"], how)
    if "error" in row or rate is None:
        return {"error": "There is no decision to compare it with."} | row
    decision = 1e9 / rate
    cost = row["ns"] - decision if row["includes_decision"] else row["ns"]
    return row | {"beside": how, "observation_ns": cost, "decision_ns": decision}


def print_table(
    title: str, heads: Sequence[str], lines: Sequence[Sequence[str]], text: int
) -> None:
    """Print a table whose first `text` columns are words; a shorter line ends in a sentence."""
    full = [line for line in lines if len(line) == len(heads)]
    widths = [max(len(line[i]) for line in [heads, *full]) for i in range(len(heads))]
    for line in lines:
        for i in range(min(text, len(line) - 1)):
            widths[i] = max(widths[i], len(line[i]))
    print(f"\n{title}\n")
    for line in [heads, *lines]:
        cells = [
            cell.ljust(width) if i < text or len(line) < len(heads) else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=False))
        ]
        print("  ".join(cells).rstrip())


def library(row: Row) -> str:
    """Name the library of a row with its version."""
    return f"{row['peer']} {row.get('version', '')}".strip()


def playout_line(row: Row, natives: Sequence[float]) -> list[str]:
    """One row of playouts, with the speedup of each of our games, native."""
    how = row["how"] + (f", batch {row['batch']}" if "batch" in row else "")
    if "error" in row:
        return [library(row), row["game"], how, row["error"]]
    rate = row["decisions_per_second"]
    mean = f"{row['mean_decisions']:.1f}" if "mean_decisions" in row else "-"
    figures = [f"{rate:,.0f}", f"{1e9 / rate:,.0f}", mean]
    times = [f"{native / rate:,.1f} x" for native in natives]
    return [library(row), row["game"], how, row["counted"], *figures, *times]


def observation_line(row: Row) -> list[str]:
    """One row of observations."""
    if "error" in row:
        return [library(row), row["game"], row["how"], row["error"]]
    seen, decided = row["observation_ns"], row["decision_ns"]
    figures = [f"{decided:,.0f}", f"{seen:,.0f}", f"{seen / decided:,.1f}"]
    return [library(row), row["game"], row["how"], row["beside"], *figures]


def print_report(report: Row, held: Sequence[Bar]) -> None:
    """Print the table, the observations and the bars."""
    native = {
        game: figures["backends"]["native"]["decisions_per_second"]
        for game, figures in report["ours"].items()
    }
    heads = ["library", "game", "how", "decisions counted", "decisions/s", "ns", "a game"]
    print_table(
        f"Random playouts, CPU time of one thread, best of {report['rounds']} rounds",
        heads + [f"{game} is" for game in native],
        [playout_line(row, list(native.values())) for row in report["playouts"]],
        4,
    )
    print("\nA decision is one choice of a player; deals, draws and other chance are not counted.")
    print("The mean of the loop is that of the Python loop on the same game in the same round.")
    print_table(
        "Cost of an observation compared with the cost of a decision",
        ["library", "game", "observation", "beside", "decision ns", "observation ns", "decisions"],
        [observation_line(row) for row in report["observations"]],
        4,
    )
    heads = ["bar", "", "this run", "wanted"]
    print_table("Bars, from this run", heads, [bar_line(bar) for bar in held], 2)


def play_rounds(
    games: Sequence[str], rounds: int, seconds: float
) -> tuple[dict[str, Row], list[Row]]:
    """Take turns with the peers; returns our best figures and the rows of the peers."""
    failures = install_peers()
    ours: dict[str, list[Row]] = {game: [] for game in games}
    rows: list[Row] = []
    peers: list[Peer] = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            for number in range(1, rounds + 1):
                for game in games:
                    say(f"Round {number} of {rounds}: Rumpus, {game}.")
                    ours[game].append(our_round(game))
                for i, (name, script, packages) in enumerate(PEERS):
                    say(f"Round {number} of {rounds}: {name}.")
                    # A script starts in its first round, so that no import disturbs another.
                    if number == 1:
                        failure = next((failures[key] for key in packages if key in failures), "")
                        peers.append(start_peer(name, script, failure, seconds, Path(folder)))
                    peers[i], played = peer_round(peers[i])
                    rows += played
        finally:
            stopped = [stop_peer(peer) for peer in peers if peer.process is not None]
        say(f"Peers: {len(stopped)} of {len(peers)} ran to the end.")
    best = {game: best_of_ours(figures) for game, figures in ours.items()}
    return best, rows + [failed_row(peer) for peer in peers if peer.failure]


def measure(games: Sequence[str], rounds: int, seconds: float) -> tuple[Row, list[Bar]]:
    """Measure everything; returns the report with its bars."""
    ours, rows = play_rounds(games, rounds, seconds)
    imported = import_figures()
    playouts = [row for figures in ours.values() for row in our_rows(figures)]
    playouts += best_of_rows([row for row in rows if row["kind"] == "playouts"])
    seen = [row for figures in ours.values() for row in our_observation_rows(figures)]
    observed = best_of_rows([row for row in rows if row["kind"] == "observation"])
    held = [bar for figures in ours.values() for bar in bars(figures, playouts)]
    held += import_bars(imported)
    report = {
        "games": list(games),
        "rounds": rounds,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "ours": ours,
        "import": imported,
        "playouts": playouts,
        "observations": seen + observation_rows(playouts, observed),
        "bars": [bar._asdict() | {"reached": reached(bar)} for bar in held],
    }
    return report, held


def failed_row(peer: Peer) -> Row:
    """The row of a peer that could not be run."""
    return {
        "kind": "playouts",
        "peer": peer.name,
        "game": "-",
        "how": "-",
        "error": peer.failure,
    }


def main() -> None:
    """Run the comparison."""
    parser = argparse.ArgumentParser(description="Compare Rumpus with other libraries.")
    parser.add_argument("games", nargs="*", metavar="GAME", help="our games to measure (all)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all figures")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of everything (3)")
    parser.add_argument("--seconds", type=float, default=1.5, help="of each measurement (1.5)")
    options = parser.parse_args()
    games = options.games or list(GAMES)
    report, held = measure(games, max(1, options.rounds), options.seconds)
    print_report(report, held)
    if options.json:
        options.json.write_text(json.dumps(report, indent=2) + "\n")


if __name__ == "__main__":
    main()
