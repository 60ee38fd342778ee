#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# disassembly.sh OBJDUMP LIBRARY...
# Fails (1) when a library holds an instruction that rounds once where the spec rounds twice, or that approximates:
# fused multiply-add, reciprocal and reciprocal square root estimates, x87 arithmetic on x86-64. Exit 4: nothing to look at.
set -eu

objdump=$1
shift

x86='vfn?m(add|sub)(add|sub)?(132|213|231)?[ps][sdh]|v?rcp(14|28)?[ps][sdh]|v?rsqrt(14|28)?[ps][sdh]|pf(rcp|rsq)[a-z0-9]*'
x86+='|vrcpph|v4fn?madd[ps]s'

# The mnemonics, by the architecture that objdump names.
forbidden() {
  case $1 in
    *x86-64*) echo "$x86|f(mul|div|add|sub|sqrt)[a-z]*" ;;
    *i386*) echo "$x86" ;; # its compilers convert 64-bit integers on the x87, exactly; the fingerprint sees anything else
    *aarch64*) echo 'fn?m(add|sub)|fml[as][a-z0-9]*|frecp[esx]|frsqrt[es]' ;;
    *arm*) echo 'vfn?m[as](\.[a-z0-9]+)*|vrecp[es](\.[a-z0-9]+)*|vrsqrt[es](\.[a-z0-9]+)*' ;;
    *riscv*) echo 'fn?m(add|sub)\.[sdhq]' ;;
    *powerpc*) echo 'fn?m(add|sub)s?\.?|x[sv]n?m(add|sub)[am]?[sd]p|f(re|rsqrte)s?\.?|x[sv](re|rsqrte)[sd]p|vn?m(add|sub)fp|vrefp|vrsqrtefp' ;;
    *s390*) echo 'm[as][de]b?r?|[vw]fn?m[as][a-z]*' ;;
    *wasm*) echo '[fi][0-9x]+\.relaxed_[a-z_]+' ;;
    *) return 1 ;;
  esac
}

found=0
for library in "$@"; do
  architecture=$("$objdump" -f "$library" 2>/dev/null | sed -n 's/.*architecture: *\([^,]*\).*/\1/p' | sed -n 1p)
  [ -n "$architecture" ] || architecture=$("$objdump" -d "$library" | sed -n 's/.*file format *//p' | sed -n 1p) # wasm
  pattern=$(forbidden "$architecture") || { echo "$library: no list of instructions for \"$architecture\"" >&2; exit 4; }
  count=$("$objdump" -d --no-show-raw-insn "$library" | grep -cE '^ *[0-9a-f]+:' || true)
  [ "$count" -ge 5 ] || { echo "$library: only $count instructions were seen" >&2; exit 4; }
  if "$objdump" -d --no-show-raw-insn "$library" |
    grep -E "^[0-9a-f]+ <|^.*\.o:|^ *[0-9a-f]+:[[:space:]]+($pattern)([[:space:]]|$)" |
    awk '/\.o:/ { object = $1; next } /^[0-9a-f]+ </ { name = $2; next } { print object, name, $0; seen = 1 } END { exit !seen }'; then
    echo "$library: the instructions above are forbidden" >&2
    found=1
  else
    echo "$library: $count instructions of $architecture, none forbidden"
  fi
done
exit $found
