#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# stages.sh FOLDER...
# Fails where somebody outside the engine calls a chunk's stage by itself: chunks are built by twc_chunks_build (twc/chunk.h).
set -uo pipefail
[ $# -gt 0 ] || { echo "stages.sh FOLDER..." >&2; exit 4; }
calls='twc_(reference|fast)_(ground|feature|surface)_(build|workspace)\b|twc_(ground|feature|surface)_build_check\b|twc_chunk_buckets_build\b|(chunk/stage|(ground|footprint|surface)/builder)\.h'
[ "$(find "$@" -name '*.[ch]' | wc -l)" -gt 0 ] || { echo "no sources in $*" >&2; exit 4; }
if found=$(grep -rnE --include='*.[ch]' "$calls" "$@"); then
  awk '{ print $0 "  (a stage by itself: ask twc_chunks_build)" }' <<<"$found"
  exit 1
fi
