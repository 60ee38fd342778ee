#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# install.sh SOURCE BUILD WORK C_COMPILER TWC SAVE_WORLD
# Installs a build into a scratch folder and uses it from there: every header alone, as C and as C++; the example with
# CMake and with pkg-config; and the program replays the example's log to the fingerprint that the example prints.
set -euo pipefail
source=$1 build=$2 work=$3 compiler=$4 program=$5 save_world=$6
example=$source/docs/examples/session.c
prefix=$work/prefix
rm -rf "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$prefix" >"$work/log"
headers=("$prefix"/include/twc/*.h)
[ ${#headers[@]} -ge 20 ] || { echo "only ${#headers[@]} headers are installed" >&2; exit 1; }
for header in "${headers[@]}"; do
  echo "#include \"twc/$(basename "$header")\"" >"$work/alone.c"
  "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$prefix/include" "$work/alone.c"
  g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -I"$prefix/include" "$work/alone.c"
done
echo "${#headers[@]} headers, each alone, as C and as C++"

cmake -S "$source/tests/install/consumer" -B "$work/cmake" -DCMAKE_C_COMPILER="$compiler" -DCMAKE_PREFIX_PATH="$prefix" -DEXAMPLE="$example" \
  >>"$work/log"
cmake --build "$work/cmake" >>"$work/log"
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name twc.pc)")
# shellcheck disable=SC2046
"$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror "$example" $(pkg-config --cflags --libs twc) -o "$work/session"

"$work/cmake/session" "$work/session.log" >"$work/by_cmake"
"$work/session" >"$work/by_pkg_config"
"$save_world" "$work/world.h5"
"$program" replay "$work/world.h5" "$work/session.log" >"$work/replayed"
cat "$work/by_cmake"
diff "$work/by_cmake" "$work/by_pkg_config"
diff <(tail -n 1 "$work/by_cmake") "$work/replayed"
echo "the program replays the example's log to the same"
