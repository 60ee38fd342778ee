#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The fingerprint on machines that have nothing in common.
#
#   machines.sh [--short] [--build DIR] [TARGET...]   build, run, compare with table.txt; prints target x stage
#   machines.sh --packages [--short]                  the Debian packages it takes
#   machines.sh --list [--short]                      the targets
#
# A target that does not build, does not run, gives another hash, or holds a forbidden instruction is a failure, and so is a
# level that this processor has and the build lacks. Levels that this processor lacks leave the result inconclusive (exit 3).
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
table=$here/table.txt
build=$root/build/machines

# name | short list? | kind | what the kind needs: compiler and level of optimisation, or triple and flags
targets='
gcc-O0      | -     | native | gcc -O0
gcc-O1      | -     | native | gcc -O1
gcc-O2      | -     | native | gcc -O2
gcc-O3      | -     | native | gcc -O3
clang-O0    | -     | native | clang -O0
clang-O1    | -     | native | clang -O1
clang-O2    | -     | native | clang -O2
clang-O3    | short | native | clang -O3
i386        | -     | cross  | i686-linux-gnu i386 -msse2 -mfpmath=sse
aarch64     | short | cross  | aarch64-linux-gnu aarch64
armhf       | -     | cross  | arm-linux-gnueabihf arm -mfpu=neon-vfpv4
riscv64     | -     | cross  | riscv64-linux-gnu riscv64
ppc64el     | -     | cross  | powerpc64le-linux-gnu ppc64le
s390x       | short | cross  | s390x-linux-gnu s390x
wasm        | short | wasi   | node
wasm-simd   | short | wasi   | node -msimd128
chromium      | -   | wasi   | chromium
chromium-simd | -   | wasi   | chromium -msimd128
'

packages() {
  echo gcc clang libomp-dev cmake ninja-build binutils
  echo gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-s390x-linux-gnu libc6-dev-s390x-cross qemu-user-static wasi-libc \
    libclang-rt-14-dev-wasm32 lld llvm nodejs
  if [ "$1" = all ]; then
    echo gcc-i686-linux-gnu libc6-dev-i386-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross gcc-riscv64-linux-gnu \
      libc6-dev-riscv64-cross gcc-powerpc64le-linux-gnu libc6-dev-ppc64el-cross chromium
  fi
}

list=all wanted=() action=run
while [ $# -gt 0 ]; do
  case $1 in
    --short) list=short ;;
    --packages) action=packages ;;
    --list) action=list ;;
    --build) build=$2 && shift ;;
    -*) echo "machines: there is no option $1" >&2 && exit 2 ;;
    *) wanted+=("$1") ;;
  esac
  shift
done

# The chosen lines of the table of targets.
chosen() {
  while IFS='|' read -r name short kind rest; do
    name=${name// /} short=${short// /} kind=${kind// /}
    [ -n "$name" ] || continue
    if [ ${#wanted[@]} -gt 0 ]; then
      [[ " ${wanted[*]} " == *" $name "* ]] || continue
    elif [ $list = short ] && [ "$short" != short ]; then
      continue
    fi
    echo "$name $kind $rest"
  done <<<"$targets"
}

case $action in
  packages) packages $list | tr ' ' '\n' | sort -u; exit 0 ;;
  list) chosen | cut -d ' ' -f 1; exit 0 ;;
esac
for name in "${wanted[@]}"; do
  grep -q "^$name " <<<"$targets" || { echo "machines: there is no target $name (--list)" >&2; exit 2; }
done

# ---- building: the project's own CMake, for another machine ----

configure_and_build() {
  local dir=$1
  shift
  cmake -S "$root" -B "$dir" -G Ninja -DTWC_HARNESS=OFF -DTWC_FINGERPRINT=ON -DTWC_ASSERTIONS=OFF "$@" && cmake --build "$dir"
}

build_native() { # DIR COMPILER LEVEL
  configure_and_build "$1" -DCMAKE_C_COMPILER="$2" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="$3"
}

build_cross() { # DIR TRIPLE PROCESSOR FLAGS...
  local dir=$1 triple=$2 processor=$3
  shift 3
  configure_and_build "$dir" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR="${processor/i386/i686}" \
    -DCMAKE_C_COMPILER="$triple-gcc" -DCMAKE_C_FLAGS="$*" -DCMAKE_EXE_LINKER_FLAGS=-static \
    -DOpenMP_gomp_LIBRARY="$("$triple-gcc" -print-file-name=libgomp.a)" \
    -DOpenMP_atomic_LIBRARY="$("$triple-gcc" -print-file-name=libatomic.a)"
}

build_wasi() { # DIR HOST FLAGS...
  local dir=$1
  shift 2
  configure_and_build "$dir" -DCMAKE_SYSTEM_NAME=Generic -DCMAKE_SYSTEM_PROCESSOR=wasm32 -DCMAKE_C_COMPILER=clang \
    -DCMAKE_C_COMPILER_TARGET=wasm32-wasi -DCMAKE_C_FLAGS="$*" -DTWC_OPENMP=OFF
}

# ---- running ----

# run_target DIR KIND PARAMETERS -- ARGUMENTS
run_target() {
  local program=$1/tests/fingerprint/fingerprint kind=$2 first=$3 second=$4
  shift 5
  case $kind in
    native) "$program" "$@" ;;
    cross) "qemu-$second-static" "$program" "$@" ;;
    wasi)
      if [ "$first" = node ]; then
        node --no-warnings "$here/wasi.mjs" "$program" "$@"
      else
        "$here/browser.sh" "$program" "$@"
      fi
      ;;
  esac
}

objdump_of() { # KIND FIRST
  case $1 in
    native) echo objdump ;;
    cross) echo "$2-objdump" ;;
    wasi) command -v llvm-objdump llvm-objdump-14 | head -n 1 ;;
  esac
}

# The levels a native build must show on this processor, and those the processor lacks.
levels_here() {
  local flags have="reference base" lack=""
  flags=" $(sed -n 's/^flags.*: //p' /proc/cpuinfo | head -n 1) "
  [[ $flags == *" sse4_2 "* ]] && have+=" v2" || lack+=" v2"
  [[ $flags == *" avx2 "* ]] && have+=" v3" || lack+=" v3"
  [[ $flags == *" avx512bw "* && $flags == *" avx512dq "* && $flags == *" avx512vl "* ]] && have+=" v4" || lack+=" v4"
  [ "$1" = have ] && echo "$have" || echo "$lack"
}

# The first number of a stage that differs from the first native target's, as both logged it.
first_difference() { # STAGE DIR KIND FIRST SECOND IMPLEMENTATION
  local stage=$1 log=$build/logs
  shift
  mkdir -p "$log"
  run_target "$reference_dir" native gcc - -- reference "$stage" >"$log/reference"
  run_target "$1" "$2" "$3" "$4" -- "$5" "$stage" >"$log/other"
  diff <(grep -v '^#' "$log/reference") <(grep -v '^#' "$log/other") | grep '^[<>]' | awk '
    /^</ && !a { a = substr($0, 3) } /^>/ && !b { b = substr($0, 3) } a && b { exit }
    END { printf "    first difference: native %s, here %s\n", a, b }'
}

expected=$("$here/expected.sh" "$table")
mapfile -t stages < <(awk '!/^#/ { print $1 }' "$table")
mapfile -t kernels < <(awk 'NR > '${#stages[@]}' { print $1 }' <<<"$expected")
mkdir -p "$build"
failed=0
reference_dir=
printf '%-14s' target
for stage in "${stages[@]}"; do printf ' %-9s' "$(cut -c 1-9 <<<"${stage#*.}")"; done
printf ' %-9s %-9s %s\n' kernels gate 'by'

check_target() {
  local name=$1 kind=$2 first=$3 second=${4:--}
  shift 2
  local dir=$build/$name notes="" cells="" by gate hashes hash stage
  mkdir -p "$dir"
  if ! "build_$kind" "$dir" "$@" >"$dir/log" 2>&1; then
    printf '%-14s does not build: %s\n' "$name" "$(grep -m 1 -iE 'error|not found|No such' "$dir/log" | cut -c 1-100)"
    return 1
  fi
  [ "$kind" = native ] && reference_dir=${reference_dir:-$dir}
  run_target "$dir" "$kind" "$first" "$second" -- >"$dir/hashes" 2>"$dir/errors"
  by=$(sed -n 's/^# by //p' "$dir/hashes")
  if [ -z "$by" ]; then
    printf '%-14s does not run: %s\n' "$name" "$(head -n 1 "$dir/errors" | cut -c 1-100)"
    return 1
  fi
  local bad=0 cell others=same
  for stage in "${stages[@]}" "${kernels[@]}"; do
    hashes=$(awk -v s="$stage" '$1 == s { print $2, $4 }' "$dir/hashes")
    hash=$(awk -v s="$stage" '$1 == s { print $2 }' <<<"$expected")
    if [ "$hashes" = "$hash " ] || [ "$hashes" = "$hash" ]; then
      cell=same
    else
      cell=DIFFERS
      bad=1
      local who
      who=$(awk -v h="$hash" '$1 != h { print ($2 == "" ? "reference" : $2); exit }' <<<"$hashes")
      [ -n "$reference_dir" ] && notes+=$(first_difference "$stage" "$dir" "$kind" "$first" "$second" "$who")$'\n'
    fi
    if [[ " ${kernels[*]} " == *" $stage "* ]]; then
      [ $cell = same ] || others=DIFFERS
    else
      cells+=$(printf ' %-9s' $cell)
    fi
  done
  cells+=$(printf ' %-9s' $others)
  gate=clean
  "$root/tests/gates/disassembly.sh" "$(objdump_of "$kind" "$first")" "$dir/reference/libtwc_reference.a" "$dir/fast/libtwc_fast.a" \
    >"$dir/gate" 2>&1 || { gate=FORBIDDEN; bad=1; notes+="    $(grep -m 1 . "$dir/gate")"$'\n'; }
  if [ "$kind" = native ] && [ "$by" != "$(levels_here have)" ]; then
    notes+="    this processor has $(levels_here have)"$'\n'
    bad=1
  fi
  printf '%-14s%s %-9s %s\n%s' "$name" "$cells" "$gate" "$by" "$notes"
  return $bad
}

while read -r name kind rest; do
  # shellcheck disable=SC2086
  check_target "$name" "$kind" $rest || failed=1
done < <(chosen)

if [ $failed -ne 0 ]; then
  echo "machines: some targets fail" >&2
  exit 1
fi
if [ -n "$(levels_here lack)" ]; then
  echo "machines: all targets agree, but this processor lacks$(levels_here lack)" >&2
  exit 3
fi
echo "all targets agree with $(basename "$table")"
