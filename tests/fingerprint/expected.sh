#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# expected.sh TABLE: the hashes every machine must give, stage by stage: the table's, and those of kernels that have no stage of
# their own there, which stand with their cases (harness/check/cases).
set -euo pipefail
grep -v '^#' "$1"
cd "$(dirname "$0")/../.."
awk -F'[ ,]+' '
  /^    \.name = / { gsub(/"/, "", $4); name = $4 }
  /^    \.fingerprint = 0x/ { printf "%-24s %s\n", name, substr($4, 3) }' harness/check/cases/*/*.c
