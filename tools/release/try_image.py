"""Open the room of an unpacked image as a container would, and play in it (`try_container.sh`).

python tools/release/try_image.py CONFIG ROOT DATA
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from first_card import first_cards

BASE = "http://127.0.0.1:4210"
PATIENCE = 60.0
PROBE = """
test $(id -u) != 0
grep -q 'CapEff:.*0000000000000000' /proc/self/status
grep -q 'NoNewPrivs:.*1' /proc/self/status
for place in / /opt/rumpus /tmp; do
  if touch $place/x 2> /dev/null; then echo "$place can be written"; exit 1; fi
done
touch /data/x
rm /data/x
"""
MOUNTED = """
mount --bind {root} {root} && mount --bind {data} {root}/data && mount -t proc proc {root}/proc
mount --bind /dev {root}/dev && mount -o remount,bind,ro {root}
exec chroot {root} /usr/bin/env -i {environment} /usr/bin/setpriv --reuid {user} --regid {group} \
  --clear-groups --no-new-privs --inh-caps=-all --bounding-set=-all {command}
"""


def confined(config: dict[str, Any], root: Path, data: Path, command: list[str]) -> list[str]:
    """A command as the image would run it: read-only except for the data, without privileges."""
    user, group = config["User"].split(":")
    script = MOUNTED.format(
        root=root, data=data, user=user, group=group,
        environment=shlex.join(config["Env"]), command=shlex.join(command),
    )  # fmt: skip
    return ["unshare", "--mount", "sh", "-ec", script]


def main() -> None:
    """Open the room, check its health, check what it can write, and deal every game."""
    config = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["Docker"]["config"]
    root, data = map(Path, sys.argv[2:])
    health = config["Healthcheck"]["Test"][1:]
    with subprocess.Popen(confined(config, root, data, config["Entrypoint"])) as room:
        try:
            end = time.monotonic() + PATIENCE
            while subprocess.run(
                confined(config, root, data, health), stderr=subprocess.DEVNULL, check=False
            ).returncode:
                assert room.poll() is None and time.monotonic() < end, "the room does not open"
            print("the image's health check is content")
            subprocess.run(confined(config, root, data, ["sh", "-ec", PROBE]), check=True)
            print("nothing but the data can be written, and there is no privilege")
            first_cards(BASE)
        finally:
            room.terminate()
            room.wait(PATIENCE)
    print(f"closed ({room.returncode}); in the volume: {sorted(p.name for p in data.iterdir())}")


if __name__ == "__main__":
    main()
