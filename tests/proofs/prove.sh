#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Proves with Frama-C/WP that the integer predicates keep their contracts and that no step of them overflows, over the whole
# range of coordinates of a world. Fails when a single goal is left. The annotations are in the library's own sources.
set -euo pipefail
cd "$(dirname "$0")/../.."
functions=twc_floor_div,twc_floor_mod,twc_clamp,twc_jitter,twc_area2,twc_floor_mean3,lerp_position,twc_round_div
[ -f ~/.why3.conf ] || why3 config detect >/dev/null
output=$(frama-c -wp -wp-rte -wp-prover z3 -wp-par 2 -wp-timeout "${1:-240}" -wp-fct "$functions" \
  -cpp-extra-args="-Ireference/include -Ireference" tests/proofs/predicates.c 2>&1) || { echo "$output"; exit 1; }
grep -E 'Proved goals|Failed|Timeout|Unknown' <<<"$output" || true
read -r proved goals < <(sed -n 's|.*Proved goals: *\([0-9]*\) / \([0-9]*\).*|\1 \2|p' <<<"$output")
[ "${goals:-0}" -ge 50 ] || { echo "only ${goals:-0} goals were seen" >&2; exit 1; }
[ "$proved" = "$goals" ] || { grep -A1 -E 'Failed|Timeout|Unknown' <<<"$output"; echo "$((goals - proved)) goals are not proven" >&2; exit 1; }
