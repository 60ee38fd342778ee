#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# unsafe_flags.sh SOURCE_DIR COMPILER...
# A library built with flags that change arithmetic must not build, or must refuse at run time (exit 4). Built as it
# should be, it must accept. Flags the machine cannot show (FMA without an FMA unit) fail the gate: it has to run where they can.
set -uo pipefail

source=$1
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# Compiles the library's check with the given flags and runs it: "refused" or "accepted".
verdict() {
  if ! "$@" -std=c11 -I"$source/reference/include" -I"$source/reference" "$source/tests/gates/probe.c" \
    "$source/reference/common/environment.c" "$source/reference/common/status.c" -o "$work/probe" -lm >"$work/log" 2>&1; then
    if grep -q '#error' "$work/log"; then
      echo "refused to build"
    else
      echo "broken: $(head -n 1 "$work/log")"
    fi
    return
  fi
  "$work/probe" >"$work/answer"
  case $? in
    0) echo accepted ;;
    4) echo "refused at run time: $(cut -c 1-60 "$work/answer")" ;;
    *) echo broken ;;
  esac
}

expect() {
  local wanted=$1 answer
  shift
  answer=$(verdict "$@")
  printf '%-10s %-85s %s\n' "$wanted" "$*" "$answer"
  [[ $answer == "$wanted"* ]] || failed=1
}

for compiler in "$@"; do
  for level in -O0 -O1 -O2 -O3; do
    expect accepted "$compiler" $level -ffp-contract=off -fno-tree-slp-vectorize
  done
  # gcc 12 drops roundings in its SLP pass; clang does not, and takes the flag as well.
  "$compiler" --version | head -n 1 | grep -qE '^gcc .* 12\.' && expect refused "$compiler" -O2 -ffp-contract=off
  expect refused "$compiler" -O2 -fno-tree-slp-vectorize -ffast-math
  expect refused "$compiler" -Ofast
  expect refused "$compiler" -O2 -fno-tree-slp-vectorize -ffp-contract=off -ffinite-math-only
  expect refused "$compiler" -O2 -fno-tree-slp-vectorize -ffp-contract=off -funsafe-math-optimizations
  expect refused "$compiler" -O2 -fno-tree-slp-vectorize -ffp-contract=off -fassociative-math -fno-signed-zeros -fno-trapping-math
  expect refused "$compiler" -O2 -fno-tree-slp-vectorize -ffp-contract=off -freciprocal-math
  if grep -qw fma /proc/cpuinfo; then
    expect refused "$compiler" -O2 -fno-tree-slp-vectorize -mfma -ffp-contract=fast
  else
    echo "this processor has no FMA unit: contraction cannot be shown" >&2
    failed=1
  fi
  # clang has no such flag on x86-64, and says so.
  "$compiler" -mfpmath=387 -x c -c /dev/null -o "$work/empty.o" 2>/dev/null &&
    expect refused "$compiler" -O2 -fno-tree-slp-vectorize -ffp-contract=off -mfpmath=387
done
exit $failed
