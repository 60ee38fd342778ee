#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Proves with Frama-C/WP that the integer predicates keep their contracts and that no step of them overflows, over the whole
# range of coordinates of a world. The contracts are in the library's own sources; functions.txt lists what has to be proven,
# lemmas.h the steps in between, which are proven too, and pixel.c is a theorem on one contract. Fails when a goal is left, or a
# function or a part of its contract is missing.
#
#   prove.sh             plants faults, each of which must leave a goal; then the proofs
#   prove.sh FUNCTION    proves one function of functions.txt
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The provers, in a configuration of our own.
export WHY3CONFIG=$work/why3.conf
why3 config detect >"$work/provers" 2>&1 || true
for prover in Z3 CVC4; do
  grep -q "Found prover $prover version.*OK" "$work/provers" || { cat "$work/provers" >&2; echo "prove: why3 finds no $prover" >&2; exit 4; }
done

cmake -DTWC_KERNELS_OUT="$work/generated" -P cmake/twc_kernels.cmake # the prototypes of kernels

# Functions of functions.txt that FILE has, or the one named.
listed() { # FILE [FUNCTION]
  awk -v file="$1" -v only="${2:-}" '$1 == file && (only == "" || $2 == only) { printf "%s%s", comma, $2; comma = "," }' \
    tests/proofs/functions.txt
}

# Tries to prove what the options select of tests/proofs/FILE.c in the tree ROOT; what becomes of it goes to $work/FILE.log.
wp() { # ROOT FILE SECONDS OPTIONS
  local includes="-I$1/reference/include -I$1/reference -I$work/generated" root=$1 file=$2 seconds=$3
  shift 3
  [ "$file" = fast ] && includes="-I$root/fast -I$root/fast/include $includes -I$root" # both have cut/ears.c: this one first
  frama-c -warn-special-float none -wp -wp-rte -wp-prover cvc4,z3 -wp-par "$(nproc)" -wp-timeout "$seconds" \
    -cpp-extra-args="$includes" "$root/tests/proofs/$file.c" "$@" >"$work/$file.log" 2>&1 || { cat "$work/$file.log" >&2; exit 1; }
}

# Functions, joined by commas; the state of every property goes to $work/FILE.csv.
wp_functions() { # ROOT FILE SECONDS FUNCTIONS
  rm -f "$work/$2.csv"
  wp "$1" "$2" "$3" -wp-fct "$4" -then -report-csv "$work/$2.csv"
}

# The lemmas FILE has from SOURCE, or from itself: whether all are proven.
wp_lemmas() { # ROOT FILE SECONDS [SOURCE]
  local source=${4:-$2.c} lemmas proven goals
  wp "$1" "$2" "$3" -wp-prop @lemma
  lemmas=$(grep -cE '^ *lemma ' "$1/tests/proofs/$source")
  read -r proven goals < <(sed -n 's|.*Proved goals: *\([0-9]*\) / \([0-9]*\).*|\1 \2|p' "$work/$2.log")
  grep 'Failed. Goal' "$work/$2.log" | sed 's/.*Goal typed_/not proven: /' || true
  echo "$source: $lemmas lemmas, $((lemmas - ${proven:-0})) of them not proven"
  [ "${proven:-0}" -eq "$lemmas" ] && [ "$goals" -eq "$lemmas" ]
}

# Whether each property of the listed functions is valid, whatever it rests on included, and their contracts have all their parts.
# What a function requires is shown where it is called.
judge() { # FILE [FUNCTION]
  awk -F'\t' -v file="$1" -v only="${2:-}" '
    NR == FNR { split($0, word, " "); known[word[2]]; if (word[1] == file && (only == "" || only == word[2])) want[word[2]] = word[3]; next }
    $1 !~ /^FRAMAC_SHARE/ && ($5 == "postcondition" || $5 == "precondition") && !($4 in known) {
      bad++
      print $4 " has a contract but is not in functions.txt"
    }
    !($4 in want) || $5 == "precondition" { next }
    $6 != "Valid" { bad++; print "not proven: " $1 "/" $2 ":" $3 " " $4 ", " $5 " (" $6 "): " $7 }
    $5 == "postcondition" { have[$4]++ }
    { properties++ }
    END {
      for (f in want) {
        functions++
        if (have[f] + 0 != want[f]) { bad++; print "the contract of " f " ensures " have[f] + 0 " things, functions.txt says " want[f] }
      }
      print file ".c: " functions + 0 " functions, " properties + 0 " properties, " bad + 0 " of them not proven"
      exit bad > 0 || functions == 0
    }' tests/proofs/functions.txt "$work/$1.csv"
}

# A text of a source replaced by another one must leave a goal of the function: a proof that cannot fail would show nothing.
fault() { # FILE FUNCTION-OR-lemmas SOURCE TEXT INSTEAD
  local tree=$work/tree content
  rm -rf "$tree"
  mkdir -p "$tree/tests"
  cp -r reference fast "$tree"
  cp -r tests/proofs "$tree/tests"
  content=$(<"$tree/$3")
  [[ $content == *"$4"* ]] || { echo "prove: $3 does not have the text \"$4\"" >&2; exit 1; }
  printf '%s\n' "${content/"$4"/"$5"}" >"$tree/$3"
  if [ "$2" = lemmas ]; then
    set -- "$@" "$(wp_lemmas "$tree" "$1" 10 >"$work/verdict" && echo proven)"
  else
    wp_functions "$tree" "$1" 2 "$2"
    set -- "$@" "$(judge "$1" "$2" >"$work/verdict" && echo proven)"
  fi
  if [ "$6" = proven ]; then
    echo "prove: nothing noticed \"$5\" in $3" >&2
    exit 1
  fi
  grep -qE '^not proven|^the contract' "$work/verdict" || { cat "$work/verdict"; exit 1; }
  echo "noticed in $2: ${5:-without $4}"
}

if [ $# -gt 0 ]; then
  for file in predicates fast; do
    [ -n "$(listed "$file" "$1")" ] || continue
    wp_functions . "$file" 60 "$1"
    judge "$file" "$1"
    exit
  done
  echo "prove: functions.txt has no $1" >&2
  exit 2
fi

fault predicates jittered_position reference/include/twc/numbers.h 'TWC_TILE_LIMIT = 20971' 'TWC_TILE_LIMIT = 20972'
fault predicates orientation reference/include/twc/numbers.h '-(1 << 30) < cm < 1 << 30' '-(1LL << 31) < cm < 1LL << 31'
fault predicates twc_area2 reference/include/twc/numbers.h '-(1LL << 31) < a - b < 1LL << 31' '-(1LL << 32) < a - b < 1LL << 32'
fault predicates twc_part_way reference/include/twc/numbers.h '-(1 << 20) < cm < 1 << 20' '-(1 << 22) < cm < 1 << 22'
fault predicates twc_round_div reference/include/twc/plan.h '% (2 * den) < 0' '% (2 * den) <= 0'
fault predicates twc_meet reference/include/twc/snap.h 't = -t;' 't = t;'
fault predicates twc_line_meets_pixel reference/include/twc/snap.h 'return first == 0 ||' 'return first != 0 &&'
fault pixel lemmas reference/include/twc/snap.h 'middle - dx - dz >= 0' 'middle - dx - dz > 0'
fault predicates twc_floor_mod reference/include/twc/numbers.h 'ensures (value - \result) % divisor == 0;' ''
fault fast twc_fast_jitter fast/common/hash.h 'amplitude < 1 << 15' 'amplitude < 1 << 16'
fault fast twc_fast_cross fast/common/plan.h 'close(ux, 0)' 'close(ux / 4, 0)'
fault fast bends_through fast/cut/bends.c '< fast_reach(line)' '<= fast_reach(line)'

# Nothing may be taken for granted.
if grep -nE '/[*/]@.*(axiom|admit|assumes)|^ +(axiom|admit)' -r reference fast tests/proofs --include=*.c --include=*.h; then
  echo "prove: an axiom is not a proof" >&2
  exit 1
fi
wp_lemmas . pixel 60
wp_lemmas . predicates 60 lemmas.h
for file in predicates fast; do
  wp_functions . "$file" 60 "$(listed "$file")"
  judge "$file"
done
