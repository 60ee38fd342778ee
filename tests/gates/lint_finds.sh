#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# lint_finds.sh: plants one fault for each step of the lint in a copy of the tree; each must fail its step, and the copy must pass before.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

copy() {
  rm -rf "$work/tree"
  mkdir "$work/tree"
  git -C "$root" ls-files -z | (cd "$root" && xargs -0 tar -cf -) | tar -xf - -C "$work/tree"
  git -C "$work/tree" init -q
  git -C "$work/tree" add -A
}

expect() { # STEP WHAT TEXT: the step must fail and say TEXT
  local output code
  git -C "$work/tree" add -A
  output=$("$work/tree/tests/gates/lint.sh" "$1" 2>&1)
  code=$?
  if [ $code -eq 1 ] && grep -qE "$3" <<<"$output"; then
    echo "$1 finds $2"
  else
    printf '%s does not find %s (exit %d):\n%s\n' "$1" "$2" "$code" "$(tail -n 5 <<<"$output")"
    failed=1
  fi
}

copy
"$work/tree/tests/gates/lint.sh" format shell >"$work/clean" 2>&1 || { cat "$work/clean"; echo "the copy fails unplanted"; exit 1; }

header=reference/include/twc/status.h
printf '\nint  twc_misplaced( void );\n' >>"$work/tree/$header"
expect format "a declaration out of style" "status.h:.*clang-formatted"
copy
printf '\n/* %0130d */\n' 0 >>"$work/tree/$header"
expect format "a comment past the edge" "status.h:.*columns"
yes '' | head -n 200 >>"$work/tree/$header"
expect headers "a long contract header" "status.h: 2[0-9]* lines"
# REUSE-IgnoreStart
printf '#!/usr/bin/env bash\n# SPDX-License-Identifier: MIT\ncd $1\n' >"$work/tree/tests/gates/planted.sh"
# REUSE-IgnoreEnd
expect shell "a word left unquoted" "SC2086"
expect licences "a licence that is not its folder's" "planted.sh: is GPL-3.0-or-later by its folder"
exit $failed
