#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# planted_change.sh GATE ROOT FILE SED: a gate on a copy of the tree whose FILE is changed by a sed command, which must change it.
set -uo pipefail
gate=$1
root=$2
file=$3
copy=$(mktemp -d) || exit 4
trap 'rm -rf "$copy"' EXIT
ln -s "$root"/* "$copy" && rm "$copy/${file%%/*}" && cp -r "$root/${file%%/*}" "$copy" || exit 4
sed -i "$4" "$copy/$file"
cmp -s "$root/$file" "$copy/$file" && { echo "the sed command finds nothing in $file to change" >&2; exit 4; }
"$(dirname "$0")/$gate" "$copy"
