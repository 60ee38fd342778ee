#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# duplicates.sh NM LIBRARY...
# Fails (1) when two of the libraries define the same name: a program that links both silently calls whichever comes first.
set -uo pipefail
nm=$1
shift
twice=$("$nm" --defined-only "$@" 2>/dev/null | awk '$2 ~ /^[TDBR]$/ && $3 !~ /^__/ { print $3 }' | sort | uniq -d)
names=$("$nm" --defined-only "$@" 2>/dev/null | awk '$2 == "T"' | wc -l)
[ "$names" -ge 50 ] || { echo "only $names functions were seen" >&2; exit 4; }
[ -z "$twice" ] && echo "$names functions in $# libraries, none twice" && exit 0
echo "defined twice: $(tr "\n" " " <<<"$twice")"
exit 1
