#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# sanitize.sh [asan-ubsan|tsan|msan]...: builds with sanitizers and runs what each can see; by default all three.
#   asan-ubsan  all suites and the check: reads and writes out of bounds, leaks, undefined behaviour, float to integer out of range
#   tsan        what runs threads: builds, pictures, readers of a scene while groups swap, sessions; clang with archer, which tells the sanitizer about OpenMP's own synchronisation
#   msan        the engine through the fingerprint, in one thread: no value that was never written reaches a hash
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 4
jobs=$(nproc)
failed=0

build() { # PRESET TARGETS...
  local preset=$1
  shift
  if ! { cmake --preset "$preset" && cmake --build --preset "$preset" -j "$jobs" ${1:+--target "$@"}; } >"build-$preset.log" 2>&1; then
    tail -n 20 "build-$preset.log"
    rm -f "build-$preset.log"
    echo "sanitize: $preset does not build" >&2
    exit 4
  fi
  rm -f "build-$preset.log"
}

# Tests that build or look at something of their own say nothing here.
elsewhere='machines|sabotage|gate_|instruction_counts'

run_asan_ubsan() {
  build asan-ubsan
  UBSAN_OPTIONS=print_stacktrace=1 ctest --test-dir build/asan-ubsan -LE slow -E "$elsewhere" -j "$jobs" --output-on-failure --no-tests=error
}

run_tsan() {
  build tsan twc test_scene test_session
  export TSAN_OPTIONS=ignore_noninstrumented_modules=1:halt_on_error=1 OMP_WAIT_POLICY=passive
  build/tsan/harness/twc check --kernel build --out build/tsan && build/tsan/harness/twc check --kernel render --out build/tsan &&
    build/tsan/tests/test_scene && build/tsan/tests/test_session
}

run_msan() {
  build msan
  tests/fingerprint/compare.sh tests/fingerprint/table.txt build/msan/tests/fingerprint/fingerprint
}

[ $# -gt 0 ] || set -- asan-ubsan tsan msan
for sanitizer in "$@"; do
  case $sanitizer in
    asan-ubsan) run_asan_ubsan ;;
    tsan) run_tsan ;;
    msan) run_msan ;;
    *) echo "sanitize: there is no $sanitizer" >&2 && exit 2 ;;
  esac
  code=$?
  if [ $code -eq 0 ]; then
    echo "sanitize: $sanitizer clean"
  else
    echo "sanitize: $sanitizer FAILED" >&2
    failed=1
  fi
done
exit $failed
