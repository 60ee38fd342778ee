#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# run.sh [--seed N] [--count N] [--seconds S] [--folder DIR] [--only NUMBER]: does some test see a small fault? Draws mutants
# of reference/, the contract's headers and harness/ (mutants.c), builds each in a copy of the tree, and runs the tests of its stage
# and then all others, the quickest first, until one fails or takes ten times as long as it should. README.md says how to read what comes out.
set -euo pipefail
top=$(cd "$(dirname "$0")/../.." && pwd)
seed=1 count=500 seconds=600 folder=$top/build/mutants only=
while [ $# -gt 0 ]; do
  case $1 in
    --seed) seed=${2:?--seed takes a number}; shift 2 ;;
    --count) count=${2:?--count takes a number}; shift 2 ;;
    --seconds) seconds=${2:?--seconds takes how long the tests of other stages may take in all}; shift 2 ;;
    --folder) folder=${2:?--folder takes a folder}; shift 2 ;;
    --only) only=${2:?--only takes the number of a mutant}; shift 2 ;;
    *) echo "run mutants: takes --seed, --count, --seconds, --folder and --only, not $1" >&2; exit 2 ;;
  esac
done
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
source=$folder/source tree=$folder/tree build=$folder/build mutants=$folder/mutants
export OMP_WAIT_POLICY=passive

# A mutant writes where it should not, and forks without end: as root, tests run as somebody who owns nothing else.
as_nobody=()
if [ "$(id -u)" -eq 0 ]; then
  as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups)
  export HOME=$folder
fi

libraries() { echo "$build/lib:$build/harness:$build/harness/check:$build/figures:$build/tests"; }

# The program's parts as shared libraries: a mutant relinks one of them, not sixty suites.
configure() {
  cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG=-O1 -DTWC_ASSERTIONS=OFF -DBUILD_SHARED_LIBS=ON \
    -DCMAKE_LINK_DEPENDS_NO_SHARED=ON -DCMAKE_EXE_LINKER_FLAGS=-Wl,--allow-shlib-undefined >"$folder/build.log" 2>&1 &&
    LD_LIBRARY_PATH=$(libraries) cmake --build "$build" >"$folder/build.log" 2>&1 || { tail -n 30 "$folder/build.log" >&2; exit 4; }
}

copy_tree() { # as it is, and one to change
  rm -rf "$tree" "$source"
  mkdir -p "$source"
  (cd "$top" && git ls-files -z | xargs -0 cp --parents -t "$source")
  cp -r "$source" "$tree"
  sed -i -E 's/^(add_library\(twc_(files|harness|plot|fuzz|bench|figures|island|ground_brute|road_cases|detail_brute)) STATIC/\1 SHARED/' \
    "$tree"/{harness,harness/check,figures,tests}/CMakeLists.txt
}

# The suites of ctest, each kernel's check by itself, each section of the paper: NAME, stage, command.
list_tests() {
  local name
  awk -v OFS='\t' '/^add_test/ { sub(/^add_test\(\[=\[/, ""); name = $0; sub(/\]=\].*/, "", name); sub(/^[^"]*/, ""); sub(/\)$/, ""); command[name] = $0; next }
    /^set_tests_properties/ { name = $0; gsub(/^.*\[=\[|\]=\].*/, "", name); stage = $0; if (!sub(/^.*stage:/, "", stage)) next; sub(/[";].*/, "", stage)
      if (name in command && name !~ /^instruction_counts|_slow$|^check$|^machines$/) print name, stage, command[name] }' \
    "$build/tests/CTestTestfile.cmake" "$build/tests/fingerprint/CTestTestfile.cmake"
  LD_LIBRARY_PATH=$(libraries) "$build/harness/twc" check --list | awk -v OFS='\t' -v twc="$build/harness/twc" -v out="$build/tests" \
    '$1 ~ /\./ { stage = $1; sub(/\..*/, "", stage);
       print "check " $1, stage == "feature" ? "footprint" : stage, "\"" twc "\" check --kernel " $1 " --out " out }'
  for name in table5 table6 table7 weather reach errata island; do
    printf 'reproduce %s\treproduce\t"%s" reproduce --section %s --seeds 0 --out "%s"\n' "$name" "$build/harness/twc" "$name" "$folder/tmp/out"
  done
}

# A test in the folder of a build, at most so many seconds of the processor: other work on the machine makes no verdict. A group of
# processes of its own, ended with it.
run_test() { # SECONDS COMMAND
  (
    cd "$build/tests"
    ulimit -v 12000000 -f 4000000 -c 0 -t "$1"
    LD_LIBRARY_PATH=$(libraries) TMPDIR=$folder/tmp "${as_nobody[@]}" timeout -k 5 $((30 * $1)) bash -c "$2" >"$folder/tmp.log" 2>&1 </dev/null
  )
}

# For every test: that it passes here, its stage, how long it takes.
measure_tests() {
  local name stage command start
  : >"$folder/times.new"
  while IFS=$'\t' read -r name stage command; do
    start=${EPOCHREALTIME/./}
    run_test 300 "$command" || { echo "run mutants: $name fails without a mutant, and is left out" >&2; continue; }
    printf '%s\t%s\t%d\t%s\n' "$name" "$stage" $(((${EPOCHREALTIME/./} - start) / 1000)) "$command" >>"$folder/times.new"
  done < <(list_tests)
  mv "$folder/times.new" "$folder/times"
}

prepare() {
  mkdir -p "$folder/tmp/out"
  cc -std=c11 -O1 -o "$mutants" "$top/tests/mutants/mutants.c"
  [ -s "$folder/times" ] && return
  echo "run mutants: a copy of the tree, a build of it, and every test once without a mutant: several minutes" >&2
  [ -d "$source" ] || copy_tree
  configure
  chmod -R a+rwX "$folder"
  measure_tests
}

# Tests for a mutant of FILE: the one named after it, those of its stage that are quick enough, all; the quickest first.
tests_of() {
  awk -F'\t' -v OFS='\t' -v file="$1" -v most="$((1000 * seconds))" 'BEGIN { n = split(file, part, "/"); base = part[n]; sub(/\.[ch]$/, "", base);
      stage = n > 2 ? part[2] : "commands"
      if (part[2] == "include")
        stage = base ~ /^(feature|corridor)/ ? "footprint" : base ~ /^(raster|look)/ ? "surface" : base ~ /^land/ ? "land" : base ~ /^detail/ ? "detail" : base ~ /^(facts|buckets|world_k)/ ? "world" : base }
    function near(of) { return of == stage || (stage == "plot" && of == "figures") || (stage == "report" && of == "reproduce") ||
      (stage == "generate" && of == "land") ||
      (stage == "measure" && of == "reproduce") || (stage == "chunk" && of == "ground") }
    { print ($1 == "test_" base || $1 == "reproduce " base ? 0 : near($2) && $3 <= most ? 1 : 2), $3, $1, $4 }' "$folder/times" | sort -t$'\t' -k1,1n -k2,2n
}

# What becomes of the mutant that is in place: prints the verdict and the test that told.
verdict() { # FILE
  local near time name command spent=0 ran=0 result
  if ! LD_LIBRARY_PATH=$(libraries) timeout -k 5 900 cmake --build "$build" >"$folder/build.log" 2>&1; then
    if grep -q 'error:' "$folder/build.log"; then echo "not C"; return; fi
    grep -q 'undefined reference' "$folder/build.log" && { echo "not C"; return; }
    echo "killed	build"
    return
  fi
  while IFS=$'\t' read -r near time name command; do
    [ "$near" -eq 2 ] && spent=$((spent + time)) && [ "$spent" -gt $((1000 * seconds)) ] && { echo "survived	$ran tests"; return; }
    result=0
    run_test $((10 + time / 100)) "$command" || result=$?
    ran=$((ran + 1))
    case $result in
      0) ;;
      124 | 137 | 152) echo "killed	$name, by its time"; return ;;
      *) echo "killed	$name"; return ;;
    esac
  done < <(tests_of "$1")
  echo "survived	all $ran tests"
}

prepare
results=$folder/results-$seed.tsv
touch "$results"
# shellcheck disable=SC2046
(cd "$source" && "$mutants" list "$seed" "$count" $(find reference harness -name "*.[ch]" | LC_ALL=C sort)) >"$folder/list-$seed.tsv"
while IFS=$'\t' read -r number file line kind offset length before after; do
  [ -n "$only" ] && [ "$number" != "$only" ] && continue
  [ -z "$only" ] && grep -q "^$number	" "$results" && continue # goes on where it stopped
  original=$source/$file
  "$mutants" apply "$original" "$offset" "$length" "$after" >"$tree/$file"
  told=$(verdict "$file")
  cat "$original" >"$tree/$file"
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$number" "$told" "$file" "$line" "$kind" "$before" "$after" | tee -a "$results"
done <"$folder/list-$seed.tsv"
awk -F'\t' '{ n[$2]++ } END { for (v in n) print n[v], v }' "$results"
