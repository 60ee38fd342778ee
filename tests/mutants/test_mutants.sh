#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# test_mutants.sh MUTANTS FOLDER: that mutants are drawn as README.md says: of a small source exactly the places that there are, and
# of the tree each one's text stands where it says; the same seed draws the same.
set -euo pipefail
mutants=$1 tree=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/small.c" <<'END'
/* a < b + 1 */
#include "x < 7.h"
#define LIMIT 3
typedef struct s {
    int (*call)(int x);
} s;
int f(int a, char *b)
{
    const char *text = "a < 1";
    int c = -a;
    if (a < 0)
        g(b);
    c += a * 2;
    return c;
}
END
"$mutants" list 1 100 "$work/small.c" 2>/dev/null | cut -f4,7,8 | sort >"$work/found" || true
sort >"$work/wanted" <<'END'
arithmetic	*	/
arithmetic	+=	-=
dropped	c += a * 2;	;
dropped	g(b);	;
relational	<	<=
END
grep -v '^constant' "$work/found" | diff - "$work/wanted"
grep '^constant' "$work/found" | cut -f2 | sort | tr '\n' ' ' | grep -qx '0 2 3 ' || { echo "other constants than 0, 2, 3"; exit 1; }
cd "$tree"
# shellcheck disable=SC2046
draw() { "$mutants" list 5 200 $(find reference harness -name '*.[ch]' | LC_ALL=C sort) 2>/dev/null; }
draw >"$work/one"
draw | cmp - "$work/one"
[ "$(cut -f4 "$work/one" | sort | uniq -c | awk '$1 == 50' | wc -l)" -eq 4 ] || { echo "the kinds are not alike in number"; exit 1; }
while IFS=$'\t' read -r number file line _ offset length before after; do
  "$mutants" apply "$file" "$offset" "$length" "$after" >"$work/mutant"
  [ "$(head -c "$offset" "$file" | wc -l)" -eq $((line - 1)) ] || { echo "mutant $number is not on line $line of $file"; exit 1; }
  there=$(head -c $((offset + length)) "$file" | tail -c "$length" | tr '\n\t' '  ')
  [[ $there == "$before"* ]] || { echo "mutant $number: \"$there\" stands there, not \"$before\""; exit 1; }
  [ "$(wc -c <"$work/mutant")" -eq $(($(wc -c <"$file") - length + ${#after})) ] || { echo "mutant $number has another length"; exit 1; }
done <"$work/one"
echo "200 mutants stand where they say"
