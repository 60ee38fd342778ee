#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# symbols.sh NM LIBM LIBRARY...
# Fails (1) when a library calls anything of the C mathematics library but sqrt, floor, rint and fabs (and their float
# versions), which IEEE 754 defines to the last bit. LIBM is the shared library whose exports say what belongs to it.
# Names that a library exports itself must begin with twc_ (compilers add a lock of OpenMP's and marks of sanitizers). Exit 4: nothing to look at.
set -euo pipefail

nm=$1 libm=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$nm" -D --defined-only "$libm" | awk '{ print $3 }' | sed 's/@.*//' | sort -u >"$work/libm"
[ "$(wc -l <"$work/libm")" -ge 100 ] || { echo "$libm exports too little to be the mathematics library" >&2; exit 4; }
printf '%s\n' sqrt sqrtf floor floorf rint rintf fabs fabsf | sort >"$work/allowed"
comm -23 "$work/libm" "$work/allowed" >"$work/forbidden"

found=0
for library in "$@"; do
  "$nm" "$library" >"$work/symbols"
  grep -q ' T ' "$work/symbols" || { echo "$library defines nothing" >&2; exit 4; }
  awk '$1 == "U" { print $2 }' "$work/symbols" | sort -u >"$work/used"
  if comm -12 "$work/used" "$work/forbidden" | sed "s|^|$(basename "$library") calls |" | grep .; then
    found=1
  fi
  if awk '$2 ~ /^[TDBRC]$/ && $3 !~ /^(twc_|\.gomp_critical_user_twc_|__odr_asan)/ { print $3 }' "$work/symbols" | sed "s|^|$(basename "$library") exports |" | grep .; then
    found=1
  fi
done
[ $found -eq 0 ] && echo "of the mathematics library, only: $(comm -12 "$work/used" "$work/allowed" | tr '\n' ' ')"
exit $found
