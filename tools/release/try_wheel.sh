#!/usr/bin/env bash
# Tries the wheel as somebody would who has nothing but Python: no compiler, no node, empty caches.
#
#     tools/release/try_wheel.sh [PYTHON ...]
#
# Installs dist/rumpus-*.whl with every Python named (python3 if none is), opens the room, takes the
# first card of every game over the page's own way, lets bots play some thousand games and writes a
# new game.
set -euo pipefail
cd "$(dirname "$0")/../.."
wheel=$(ls dist/rumpus-*-py3-none-any.whl)
judge=.venv/bin/python
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for python in "${@:-python3}"; do
  name=$(basename "$(dirname "$(dirname "$python")")")-$(basename "$python")
  bare=$work/$name
  "$python" -m venv "$bare/venv"
  "$bare/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$wheel"
  alone=(env -i "PATH=$bare/venv/bin" "HOME=$bare/home" LANG=C.UTF-8)
  echo "== $("$bare/venv/bin/python" --version), $wheel ($(du -k "$wheel" | cut -f1) kB)"
  for tool in cc gcc clang node; do
    if "${alone[@]}" "$(command -v bash)" -c "command -v $tool"; then
      echo "$tool is there: this shows nothing" && exit 1
    fi
  done
  "$judge" tools/release/first_card.py "${alone[@]}" "$bare/venv/bin/rumpus"
  for game in tuckit mantis stakbots ruckus; do
    "${alone[@]}" "$bare/venv/bin/rumpus" simulate "$game" --games 2000 > "$bare/said" 2>&1 \
      || { cat "$bare/said"; exit 1; }
    if grep -i warning "$bare/said"; then exit 1; fi
  done
  if [ -e "$bare/home/.cache/rumpus" ]; then
    echo "something was compiled:" && ls "$bare/home/.cache/rumpus" && exit 1
  fi
  echo "nothing was compiled"
  "${alone[@]}" "$bare/venv/bin/rumpus" new-game lucky --folder "$bare/lucky"
  "${alone[@]}" "PYTHONPATH=$bare/lucky/src" "$bare/venv/bin/python" -c "import rumpus_lucky"
done
