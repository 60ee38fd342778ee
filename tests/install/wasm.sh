#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# wasm.sh SOURCE WORK NATIVE: the example as WebAssembly under node says the same, line for line, as the native program.
set -euo pipefail
source=$1 work=$2 native=$3
mkdir -p "$work"
{ cmake -S "$source" -B "$work" -G Ninja -DTWC_HARNESS=OFF -DTWC_EXAMPLES=ON -DTWC_OPENMP=OFF -DCMAKE_SYSTEM_NAME=Generic \
  -DCMAKE_SYSTEM_PROCESSOR=wasm32 -DCMAKE_C_COMPILER=clang -DCMAKE_C_COMPILER_TARGET=wasm32-wasi &&
  cmake --build "$work" --target example_session; } >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
node --no-warnings "$source/tests/fingerprint/wasi.mjs" "$work/docs/examples/example_session" >"$work/found"
"$native" >"$work/expected"
diff "$work/expected" "$work/found"
cat "$work/found"
echo "$(stat -c %s "$work/docs/examples/example_session") bytes of WebAssembly say what the native program says"
