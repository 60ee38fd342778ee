#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# expect_found.sh TEXT COMMAND...: the gate must fail with 1, and say TEXT. That shows it would have noticed.
set -uo pipefail
text=$1
shift
output=$("$@" 2>&1)
code=$?
echo "$output"
[ $code -eq 1 ] || { echo "expected the gate to fail with 1, it ended with $code"; exit 1; }
grep -qE "$text" <<<"$output" || { echo "expected \"$text\" among what it found"; exit 1; }
