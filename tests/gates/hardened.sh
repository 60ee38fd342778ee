#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# hardened.sh SOURCE PROGRAM
# Fails (1) when a program can be placed at a fixed address only, leaves its tables of functions writable, has a stack that can
# be executed or functions that nothing guards, looks for libraries in the folder the user is in, or holds the path of the
# tree it was built from where it is loaded (names in what debuggers read are none). Exit 4: nothing to look at.
set -euo pipefail
source=$1 program=$2
found=0
bad() {
  echo "$(basename "$program") $1"
  found=1
}
headers=$(readelf -hlW "$program") dynamic=$(readelf -dW "$program") symbols=$(readelf --dyn-syms -W "$program")
[ -n "$dynamic" ] || { echo "$program has no dynamic section" >&2; exit 4; }

grep -qE 'Type: +DYN' <<<"$headers" || bad "is placed at a fixed address"
grep -q 'GNU_RELRO' <<<"$headers" || bad "has no read-only relocations"
grep -qE 'BIND_NOW|FLAGS_1.*NOW' <<<"$dynamic" || bad "binds functions when they are called"
grep -q 'TEXTREL' <<<"$dynamic" && bad "has code that the linker changes"
grep -q 'GNU_STACK.*RWE' <<<"$headers" && bad "has a stack that can be executed"
grep -q '__stack_chk_fail' <<<"$symbols" || bad "has no guard on its stack"
grep -qE '__(memcpy|snprintf|fprintf|strcpy|sprintf|printf)_chk' <<<"$symbols" || bad "has no checked functions of the C library"
paths=$(sed -nE 's/.*R(UN)?PATH.*\[(.*)\]/\2/p' <<<"$dynamic")
# shellcheck disable=SC2016 # the linker's own variable
[ -n "$paths" ] && tr ':' '\n' <<<"$paths" | grep -vqE '^(/|\$ORIGIN(/|$))' &&
  bad "looks for libraries from the folder it is run in: \"$paths\""
strings -d "$program" | grep -F -- "$source" | sed 's/^/  /' && bad "holds the path it was built from"
[ $found -eq 0 ] && echo "$(basename "$program"): position-independent, bound at the start, guarded, no path of this machine"
exit $found
