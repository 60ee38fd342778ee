#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# browser.sh PROGRAM.wasm ARGUMENTS...: runs a WASI program in headless Chromium and prints what it printed.
# The program travels inside the page, so that no server is needed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
program=$1
shift
{
  echo '<!doctype html><meta charset="utf-8"><pre id="out"></pre><script>'
  echo "const program = '$(base64 -w 0 "$program")';"
  printf 'const args = ["fingerprint"'
  printf ', "%s"' "$@" | sed 's/, ""$//'
  echo '];'
  cat "$(dirname "$0")/browser.js"
  echo '</script>'
} >"$work/page.html"
chromium --headless --no-sandbox --disable-quic --no-first-run --disable-background-networking --disable-component-update \
  --disable-sync --use-angle=swiftshader --enable-unsafe-swiftshader --user-data-dir="$work/profile" \
  --dump-dom "file://$work/page.html" 2>"$work/log" |
  sed -n '/<pre id="out">/,/<\/pre>/p' | sed 's/.*<pre id="out">//; s/<\/pre>.*//' >"$work/out"
grep -q . "$work/out" || { tail -n 3 "$work/log" >&2; exit 4; }
grep -v '^exit ' "$work/out"
exit "$(sed -n 's/^exit //p' "$work/out")"
