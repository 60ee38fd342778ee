#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# compare.sh TABLE COMMAND...: runs the fingerprint and compares it with what expected.sh names, stage by stage, in no order:
# one follows the contract's tables, the other the files of cases.
set -uo pipefail
table=$1
shift
output=$("$@")
code=$?
[ $code -eq 0 ] || { echo "$output"; echo "compare: the program ended with $code"; exit 1; }
echo "$output" | grep '^#'
expected=$("$(dirname "$0")/expected.sh" "$table")
diff <(sort <<<"$expected") <(grep -v '^#' <<<"$output" | sort) && echo "all $(wc -l <<<"$expected") stages as expected"
