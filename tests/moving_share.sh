#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# moving_share.sh PROGRAM COUNT: runs PROGRAM FIRST COUNT, FIRST drawn from the commit's hash (from the sources' without git), so that every
# commit looks somewhere else, and the same commit in the same place. Prints the command that repeats it.
set -euo pipefail
program=$1 count=$2
top=$(cd "$(dirname "$0")/.." && pwd)
hash=$(git -C "$top" rev-parse HEAD 2>/dev/null || cat "$top"/reference/*/*.c | sha256sum)
first=$((100000 + 16#${hash:0:7}))
echo "repeat: $program $first $count"
exec "$program" "$first" "$count"
