#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh SOURCE_DIR BUILD_DIR C_COMPILER PLANT: plants the faults, builds the planted library and demands that every one is caught.
set -euo pipefail
mkdir -p "$2"
"$4" "$1" "$2/planted"
cmake -S "$1/tests/sabotage" -B "$2" -G Ninja -DTWC_ROOT="$1" -DTWC_PLANTED="$2/planted" -DCMAKE_C_COMPILER="$3" \
  -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DTWC_ASSERTIONS=OFF >"$2.log" 2>&1 || { cat "$2.log"; exit 1; }
cmake --build "$2" >"$2.log" 2>&1 || { cat "$2.log"; exit 1; }
OMP_WAIT_POLICY=passive exec "$2/sabotage"
