#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# docs_numbers.sh [--update] RESULTS.json FILE.md...
# A comment <!-- = KEY KEY ... --> in a page says what the last numbers before it are: results of commands, by their keys
# in RESULTS.json (flat, one a line; ./run docs-numbers makes it). A key may be a product, quotient or sum of keys and
# numbers, taken from left to right; _ passes over a number. Fails (1) where a number, at the decimals it is printed
# with, is not the result, and where a page names no result any more. --update writes the results into the pages.
set -uo pipefail
update=0
[ "${1:-}" = --update ] && update=1 && shift
results=$1
shift
failed=0
for page in "$@"; do
  awk -v page="$page" -v update="$update" -v output="$page.new" '
    FILENAME == ARGV[1] {
      if (match($0, /"[^"]+": */)) {
        key = substr($0, 1, RLENGTH + RSTART - 1)
        gsub(/^[^"]*"|": *$/, "", key)
        value = substr($0, RSTART + RLENGTH)
        gsub(/,$|"/, "", value)
        result[key] = value
      }
      next
    }
    { text = text $0 "\n" }

    function complain(what) { printf "%s:%d: %s\n", page, line, what; failures++ }
    # From left to right; "" when a key is none.
    function value_of(expression,    part, n, k, operand, value, operations) {
      operations = expression
      gsub(/[^+*\/]/, "", operations)
      n = split(expression, part, /[+*\/]/)
      for (k = 1; k <= n; k++) {
        if (part[k] ~ /^[0-9.]+$/) operand = part[k]
        else if (part[k] in result) operand = result[part[k]]
        else return ""
        op = k == 1 ? "+" : substr(operations, k - 1, 1)
        if (op == "+") value += operand
        else if (op == "*") value *= operand
        else value /= operand
      }
      return value < 0 ? -value : value
    }
    # A number as it stands in the page: so many decimals, thousands apart when they were or when it is long.
    function print_as(value, old,    decimals, plain, whole, out, sign) {
      decimals = index(old, ".") ? length(old) - index(old, ".") : 0
      plain = sprintf("%." decimals "f", value)
      whole = decimals ? substr(plain, 1, length(plain) - decimals - 1) : plain
      if (length(whole) > 4 || old ~ /,/)
        while (length(whole) > 3) {
          out = "," substr(whole, length(whole) - 2) out
          whole = substr(whole, 1, length(whole) - 3)
        }
      return whole out (decimals ? substr(plain, length(plain) - decimals) : "")
    }
    # The places of the numbers of a stretch: place[1..] and size[1..].
    function find_numbers(stretch,    at, rest, count, before, after, n) {
      at = 1
      while (match(substr(stretch, at), /[0-9]+(,[0-9][0-9][0-9])*(\.[0-9]+)?/)) {
        before = substr(stretch, at + RSTART - 2, 1)
        if (at + RSTART - 1 == 1) before = ""
        after = substr(stretch, at + RSTART - 1 + RLENGTH, 1)
        if (before !~ /[A-Za-z_0-9.,]/ && after !~ /[A-Za-z_]/) {
          place[++count] = at + RSTART - 1
          size[count] = RLENGTH
        }
        at += RSTART - 1 + RLENGTH
      }
      return count
    }

    END {
      rest = text
      while (match(rest, /<!-- = [^>]* -->/)) {
        stretch = substr(rest, 1, RSTART - 1)
        marker = substr(rest, RSTART, RLENGTH)
        rest = substr(rest, RSTART + RLENGTH)
        n = gsub(/\n/, "\n", stretch)
        line += n
        keys = substr(marker, 8, length(marker) - 11)
        wanted = split(keys, key_list, " ")
        found = find_numbers(stretch)
        if (found < wanted) complain("a marker names " wanted " results, and " found " numbers stand before it")
        for (k = wanted; k >= 1 && found >= wanted; k--) {
          if (key_list[k] == "_") continue
          checked++
          value = value_of(key_list[k])
          i = found - wanted + k
          old = substr(stretch, place[i], size[i])
          if (value == "") { complain("there is no result " key_list[k]); continue }
          new = print_as(value, old)
          if (new == old) continue
          if (!update) complain(old " is " new " (" key_list[k] ")")
          stretch = substr(stretch, 1, place[i] - 1) new substr(stretch, place[i] + size[i])
        }
        done = done stretch marker
        line += gsub(/\n/, "\n", marker)
      }
      if (!checked) { line = 1; complain("no number of this page is a result of a command") }
      if (update) printf "%s", done rest > output
      else if (!failures) printf "%s: %d numbers are the results\n", page, checked
      exit failures > 0
    }' "$results" "$page" || failed=1
  if [ "$update" -eq 1 ]; then
    cmp -s "$page.new" "$page" && rm "$page.new" || mv "$page.new" "$page"
  fi
done
exit "$failed"
