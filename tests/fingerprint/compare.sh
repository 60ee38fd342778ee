#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# compare.sh TABLE COMMAND...: runs the fingerprint and compares it with the table, stage by stage.
set -uo pipefail
table=$1
shift
output=$("$@")
code=$?
[ $code -eq 0 ] || { echo "$output"; echo "compare: the program ended with $code"; exit 1; }
echo "$output" | grep '^#'
diff <(grep -v '^#' "$table") <(grep -v '^#' <<<"$output") && echo "all $(grep -vc '^#' "$table") stages as in the table"
