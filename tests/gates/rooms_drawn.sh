#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# rooms_drawn.sh DRAW_ROOMS ROOT [--update]: whether docs/images/rooms.svg is drawn from docs/rooms.txt as it is now.
set -euo pipefail
draw=$1 root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$draw" "$root/docs/rooms.txt" "$work"
if [ "${3:-}" = --update ]; then
  cp "$work/rooms.svg" "$root/docs/images/rooms.svg"
elif ! cmp -s "$work/rooms.svg" "$root/docs/images/rooms.svg"; then
  echo "docs/images/rooms.svg is not what docs/rooms.txt says; draw it again: tests/gates/rooms_drawn.sh $draw . --update"
  exit 1
fi
