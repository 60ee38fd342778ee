#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# runtime_symbols.sh NM LIBRARY...
# Fails (1) when the runtime library calls anything but the project's own functions, memory (malloc, memcpy, strcmp and their
# like), OpenMP and what the processor can do: no files, no printing, no clock, no POSIX, no other library. Exit 4: nothing to look at.
set -euo pipefail
nm=$1
shift
allowed='twc_[a-z0-9_]+|malloc|calloc|realloc|free|aligned_alloc|mem(cpy|move|set|cmp|chr)|str(len|cmp|ncmp|chr|rchr)'
allowed+='|omp_[a-z_]+|GOMP_[a-z_]+|__kmpc_[a-z_0-9]+|\.gomp_critical_user_[a-z_]*|_GLOBAL_OFFSET_TABLE_|__stack_chk_fail'
allowed+='|__cpu_model|__cpu_features2' # of the compiler's own library: __builtin_cpu_supports

found=0
for library in "$@"; do
  symbols=$("$nm" "$library")
  [ "$(grep -c ' T ' <<<"$symbols")" -ge 2 ] || { echo "$library defines nothing" >&2; exit 4; }
  used=$(awk '$1 == "U" { print $2 }' <<<"$symbols" | sort -u)
  if grep -vxE "$allowed" <<<"$used" | sed "s|^|$(basename "$library") calls |"; then
    found=1
  else
    echo "$(basename "$library"), besides its own: $(grep -v '^twc_' <<<"$used" | tr '\n' ' ')"
  fi
done
exit $found
