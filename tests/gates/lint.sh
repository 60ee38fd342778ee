#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# lint.sh [STEP]...: what can be said of the tree without running it. By default every step; exit 1 names those that failed.
#   format    clang-format says what the tree is written in, at 120 columns
#   tidy      a subset of clang-tidy that is clean (.clang-tidy)
#   shell     shellcheck on every script
#   headers   a contract header is read in one sitting: under 200 lines
#   licences  each file names its licence (REUSE), and the same one as its folder
#   links     first lines of sources, citations of the specification, paths in documents lead somewhere
#   rooms     includes go one way between rooms (docs/rooms.txt), without a ring
#   numbers   numbers in documents are the committed results
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 4
steps=(format tidy shell headers licences links rooms numbers)

sources() {
  git ls-files '*.c' '*.h'
}

scripts() {
  git ls-files -z | xargs -0 grep -lIm 1 '^#!/usr/bin/env bash'
}

lint_format() {
  local bad=0
  sources | xargs clang-format --dry-run --Werror || bad=1
  # Comments are not broken by clang-format: words may not pass the edge either. Literals may, and contracts of proofs.
  sources | xargs awk 'length($0) > 120 && $0 !~ /"/ && $0 !~ /\/\*@/ && FILENAME !~ /tests\/proofs/ {
    print FILENAME ":" FNR ": " length($0) " columns"; bad = 1 } END { exit bad }' || bad=1
  return $bad
}

# Sources that the lint preset does not compile: what other machines, compilers or projects build.
untidied='^tests/(fuzzers|proofs|install)/|^tests/gates/(planted_literals|probe)\.c$|^tests/sabotage/sabotage\.c$'

lint_tidy() {
  local bad=0
  # What is made at every build has to be there before it is looked at.
  if ! { cmake --preset lint && cmake --build --preset lint --target twc_build_info; } >build-lint.log 2>&1; then
    cat build-lint.log
    rm -f build-lint.log
    return 1
  fi
  rm -f build-lint.log
  run-clang-tidy-14 -quiet -j "$(nproc)" -p build/lint "^$PWD/(reference|fast|harness|figures|tests)/" >build-lint.log 2>/dev/null || bad=1
  awk '/error:|warning:/ && !seen[$0]++' build-lint.log
  # It prints a command a file, with the file last. One that it did not look at was not found clean.
  git ls-files 'reference/*.c' 'fast/*.c' 'harness/*.c' 'figures/*.c' 'tests/*.c' | sort >build-lint.want
  awk -v top="$PWD/" '/clang-tidy/ && index($NF, top) == 1 { print substr($NF, length(top) + 1) }' build-lint.log | sort -u >build-lint.seen
  comm -23 build-lint.want build-lint.seen | grep -vE "$untidied" | sed 's/$/: tidy has not seen it/' | grep . && bad=1
  rm -f build-lint.log build-lint.want build-lint.seen
  return $bad
}

lint_shell() {
  scripts | xargs shellcheck
}

lint_headers() {
  git ls-files 'reference/include/twc/*.h' 'fast/include/twc/*.h' | xargs wc -l |
    awk '$2 != "total" && $1 >= 200 { print $2 ": " $1 " lines"; bad = 1 } END { exit bad }'
}

# The folders that are MIT, as LICENSE says; everything else is GPL-3.0-or-later.
mit='^(reference|fast|cmake|docs|harness/world|\.ci)/|^harness/aligned\.h$|^(run|README\.md|CITATION\.cff|CMakeLists\.txt)$'

lint_licences() {
  local file want bad=0 tag=SPDX-License
  tag+=-Identifier # in two parts: reuse reads this file too
  reuse lint -q || { reuse lint | sed '/^# SUMMARY/q'; bad=1; }
  while IFS=: read -r file want; do
    if [[ $file =~ $mit ]]; then
      [[ $want == *MIT* ]] || { echo "$file: is MIT by its folder, and says$want"; bad=1; }
    else
      [[ $want == *GPL-3.0-or-later* ]] || { echo "$file: is GPL-3.0-or-later by its folder, and says$want"; bad=1; }
    fi
  done < <(git ls-files -z | xargs -0 grep -Im 1 -o "$tag: [A-Za-z0-9.-]*" | sed "s/:$tag:/:/")
  return $bad
}

lint_links() {
  tests/gates/links.sh .
}

lint_rooms() {
  tests/gates/directions.sh .
}

lint_numbers() {
  grep -lF '<!-- = ' README.md docs/*.md | xargs tests/gates/docs_numbers.sh docs/results.json
}

[ $# -gt 0 ] || set -- "${steps[@]}"
failed=()
for step in "$@"; do
  [[ " ${steps[*]} " == *" $step "* ]] || { echo "lint: there is no step \"$step\"; there are: ${steps[*]}" >&2; exit 2; }
  begun=$SECONDS
  if "lint_$step"; then
    echo "lint: $step, $((SECONDS - begun)) s: clean"
  else
    echo "lint: $step, $((SECONDS - begun)) s: FAILED; repeat: ./run lint $step" >&2
    failed+=("$step")
  fi
done
[ ${#failed[@]} -eq 0 ]
