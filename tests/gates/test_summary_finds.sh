#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test_summary_finds.sh: a test that is skipped is named, and fails a run that allows none; one that passes does neither.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 4
failed=0

expect() { # WHAT WANTED-CODE TEXT ARGUMENTS...: the summary's exit status, and a line of it ("": none about skips)
  local what=$1 want=$2 text=$3 output code
  shift 3
  output=$("$here/test_summary.sh" "$@" 2>&1)
  code=$?
  if [ $code -ne "$want" ] || { [ -n "$text" ] && ! grep -qE "$text" <<<"$output"; } || { [ -z "$text" ] && grep -q skipped <<<"$output"; }; then
    printf '%s: exit %d, not %d, or not the line "%s":\n%s\n' "$what" "$code" "$want" "$text" "$output"
    failed=1
  fi
}

cat >CTestTestfile.cmake <<'CMAKE'
add_test(holds true)
set_tests_properties(holds PROPERTIES LABELS "stage:one")
CMAKE
ctest >all.log
expect "all passed" 0 "^one +1 " --no-skips all.log
expect "all passed" 0 "" --no-skips all.log
cat >>CTestTestfile.cmake <<'CMAKE'
add_test(cannot_tell sh -c "exit 3")
set_tests_properties(cannot_tell PROPERTIES LABELS "stage:two" SKIP_RETURN_CODE 3)
CMAKE
ctest >some.log || { echo "ctest takes a skip for a failure"; failed=1; }
expect "one was skipped" 0 "^skipped.*: cannot_tell;" some.log
expect "one was skipped, none may be" 1 "^skipped.*: cannot_tell;" --no-skips some.log
exit $failed
