#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# install.sh SOURCE BUILD WORK C_COMPILER TWC SAVE_WORLD
# Installs a build into a scratch folder and uses it from there: every header alone and all at once, as C and as C++; the
# examples with CMake and with pkg-config; and the program replays the example's log to the fingerprint that the example
# prints. Then a project takes the tree in, with shared libraries, which are installed and moved.
set -euo pipefail
source=$1 build=$2 work=$3 compiler=$4 program=$5 save_world=$6
examples=$source/docs/examples
prefix=$work/prefix
rm -rf "$work"
mkdir -p "$work"

cmake --install "$build" --prefix "$prefix" >"$work/log"
headers=("$prefix"/include/twc/*.h)
[ ${#headers[@]} -ge 20 ] || { echo "only ${#headers[@]} headers are installed" >&2; exit 1; }
for header in "${headers[@]}"; do
  printf '#include "twc/%s"\ntypedef int not_empty;\n' "$(basename "$header")" >"$work/alone.c"
  "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I"$prefix/include" "$work/alone.c"
  g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -I"$prefix/include" "$work/alone.c"
done
echo "${#headers[@]} headers, each alone, as C and as C++"

# A program in C++ that includes all of them.
printf '#include "twc/%s"\n' "${headers[@]##*/}" >"$work/all.cpp"
echo 'int main() { return TWC_VERSION_NUMBER < TWC_VERSION_OF(0, 1, 0) || twc_level_best() >= TWC_LEVEL_COUNT; }' >>"$work/all.cpp"

# configure FOLDER OPTION...: the consumer, which says nothing when all goes well.
configure() {
  cmake -S "$source/tests/install/consumer" -B "$work/$1" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DEXAMPLES="$examples" "${@:2}" >"$work/log" 2>&1
}
build_consumer() {
  configure "$@" && cmake --build "$work/$1" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
}
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
minor=${version%.*}
build_consumer cmake -DCMAKE_PREFIX_PATH="$prefix" -DWANTED="$minor"
for other in "$((${version%%.*} + 1)).0" "${minor%.*}.$((${minor#*.} + 1))"; do
  if configure refused -DCMAKE_PREFIX_PATH="$prefix" -DWANTED="$other"; then
    echo "find_package(twc $other) takes version $version" >&2
    exit 1
  fi
done
grep -qx "version: $version" "$source/CITATION.cff" || { echo "CITATION.cff is not of version $version" >&2; exit 1; }
echo "find_package(twc $minor) takes version $version, and no other minor version is it"

export PKG_CONFIG_PATH
# by_pkg_config PREFIX NAME: the examples and the program in C++ from an installation.
by_pkg_config() {
  local flags
  PKG_CONFIG_PATH=$(dirname "$(find "$1" -name twc.pc)")
  read -ra flags <<<"$(pkg-config --cflags --libs twc)"
  mkdir -p "$work/$2"
  for example in session chunk; do
    "$compiler" -std=c11 -Wall -Wextra -Wpedantic -Werror "$examples/$example.c" "${flags[@]}" -o "$work/$2/$example"
  done
  g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror "$work/all.cpp" "${flags[@]}" -o "$work/$2/all"
  LD_LIBRARY_PATH=$(dirname "$(find "$1" -name 'libtwc_fast.*' -print -quit)") "$work/$2/all"
  [ "$(pkg-config --modversion twc)" = "$version" ]
}
by_pkg_config "$prefix" pkg_config

"$work/cmake/session" "$work/session.log" >"$work/expected"
"$save_world" "$work/world.h5"
"$program" replay "$work/world.h5" "$work/session.log" >"$work/replayed"
"$work/cmake/chunk" >"$work/chunk"
cat "$work/expected" "$work/chunk"
diff <(tail -n 1 "$work/expected") "$work/replayed"
echo "the program replays the example's log to the same"

# says_the_same FOLDER: its examples say what those above do.
says_the_same() {
  "$1/session" "$work/again.log" | diff "$work/expected" -
  "$1/chunk" | diff "$work/chunk" -
  cmp "$work/session.log" "$work/again.log"
}
says_the_same "$work/pkg_config"

build_consumer taken_in -DSOURCE="$source" -DBUILD_SHARED_LIBS=ON -DTWC_INSTALL=ON
says_the_same "$work/taken_in"
cmake --install "$work/taken_in" --prefix "$work/shared" >"$work/log"
by_pkg_config "$work/shared" linked
mv "$work/shared" "$work/moved"
export LD_LIBRARY_PATH
LD_LIBRARY_PATH=$(dirname "$(find "$work/moved" -name 'libtwc_fast.so')")
says_the_same "$work/linked"
for library in world fast reference; do
  ldd "$work/linked/session" | grep -q "libtwc_$library.so.$minor => $work/moved/" || { ldd "$work/linked/session"; exit 1; }
done
echo "taken into another project, and as shared libraries that were moved, the examples say the same"
