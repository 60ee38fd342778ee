#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# literals.sh PATH...
# Fails (1) when a salt or a filter's radius stands in the sources as a number: salts are named in twc/salts.h, radii and margins in
# twc/reach.h, so that both implementations and whoever calls them mean the same. Tests that evaluate the specification by another
# route keep its numbers, and are not looked at.
set -uo pipefail
sources=$(find "$@" -name '*.[ch]' | grep -vE '/twc/(salts|reach)\.h$' | sort)
[ "$(wc -l <<<"$sources")" -ge 1 ] && [ -n "$sources" ] || { echo "no sources in $*" >&2; exit 4; }
# a hash or a jitter by a literal salt; a salt of a world given a value of its own; a radius, a margin or a reach likewise
salt='twc_(fast_)?hash\(([^()]|\([^()]*\))*, [0-9]+\)'
own='TWC_SALT_[A-Z_]+ *= *[0-9]'
radius='[A-Z_]*(FILTER|FINE|BROAD|BASIN|RELIEF|SURFACE|CHUNK)_[A-Z_]*(RADIUS|MARGIN|REACH)[A-Z_]* *= *[0-9]|[(, ]filter\([0-9]'
# shellcheck disable=SC2086
found=$(grep -nE "$salt|$own|$radius" $sources)
[ -z "$found" ] && echo "$(wc -l <<<"$sources") files, no salt and no radius as a number" && exit 0
echo "a salt or a radius as a number:"
echo "$found"
exit 1
