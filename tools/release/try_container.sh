#!/usr/bin/env bash
# Builds deploy/Containerfile from dist/ and opens the room in it, where no registry and no daemon is.
#
#     sudo tools/release/try_container.sh
#
# Needs buildah, debootstrap and root. A bare Debian with Python stands in for the slim Python image, and
# a chroot for the container: a read-only root, no capability, no new privilege, the
# image's user, environment, entry point and health check. Then every game deals over the page's own way.
# PIP_OPTIONS are more options for `buildah build`, such as --volume for an index on this machine.
set -euo pipefail
cd "$(dirname "$0")/../.."
ls dist/rumpus-*-py3-none-any.whl
work=$(mktemp -d)
export BUILDAH_ISOLATION=chroot
image=localhost/rumpus-tried base=localhost/python-stand-in
buildah() { command buildah --root "$work/images" --runroot "$work/run" --storage-driver vfs "$@"; }
tidy() {
  buildah umount --all > /dev/null || true
  rm -rf --one-file-system "$work"
}
trap tidy EXIT

echo "== a bare Debian with Python"
debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates stable "$work/debian" > "$work/log"
ln -s python3 "$work/debian/usr/bin/python"
tar --directory "$work/debian" --create --file "$work/debian.tar" .
bare=$(buildah from scratch)
buildah add --quiet "$bare" "$work/debian.tar" / > /dev/null
buildah commit --quiet "$bare" "$base" > /dev/null

echo "== the image"
# shellcheck disable=SC2086
buildah build --format docker --pull-never --build-arg "PYTHON=$base" ${PIP_OPTIONS:-} \
  --tag "$image" --file deploy/Containerfile dist > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
root=$(buildah mount "$(buildah from "$image")")
buildah inspect --type image "$image" > "$work/image.json"
echo "$(du -sm "$root/opt/rumpus" | cut -f1) MB beside the stand-in's $(du -sm "$work/debian" | cut -f1) MB"

echo "== the room in it"
mkdir "$work/data" && chown 4210:4210 "$work/data" && chmod 0700 "$work/data"
.venv/bin/python tools/release/try_image.py "$work/image.json" "$root" "$work/data"
