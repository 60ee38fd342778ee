#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# directions.sh TREE
# Every #include "..." of a tree is an arrow: between two rooms, and between two modules (a module is NAME.h with NAME.c
# beside it; a header without a source is only what it includes). Fails (1) on an arrow that the table of rooms does not
# allow, on a ring of rooms, on a ring of modules, and on a file that lies in no room. Between the folders of the two
# libraries of the engine the table of stages says the same, for both: their stages have the same names.
set -uo pipefail
tree=$1
cd "$tree" || exit 4
shopt -s nullglob globstar
files=({reference,fast,harness,figures,tests}/**/*.{c,h,inc,def,in})
[ ${#files[@]} -ge 1 ] || { echo "no sources in $tree" >&2; exit 4; }
awk '
  # ---- the tables: name | folder | may include | what it holds
  FILENAME == ARGV[1] || FILENAME == ARGV[2] {
    if ($0 ~ /^ *(#|$)/) next
    split($0, field, /[ ]*\|[ ]*/)
    parts = split(field[2], path, " ")
    n = split(field[3], names, " ")
    if (FILENAME == ARGV[1]) count++; else stages++
    for (k = 1; k <= parts; k++) if (FILENAME == ARGV[1]) room[path[k]] = field[1]; else stage[path[k]] = field[1]
    for (k = 1; k <= n; k++)
      if (FILENAME == ARGV[1]) allowed[field[1] " -> " names[k]] = 1; else above[field[1] " -> " names[k]] = 1
    next
  }
  FNR == 1 { known[FILENAME] = 1 }
  /^[ \t]*#[ \t]*include[ \t]*"/ {
    split($0, part, "\"")
    from[++includes] = FILENAME
    name[includes] = part[2]
    place[includes] = FILENAME ":" FNR
  }

  function directory(path) { sub(/\/?[^\/]*$/, "", path); return path }
  # As the compiler would: beside the file, in the folder at the top, in a folder named include, from the root.
  function find(path, wanted,    try, k) {
    for (k = 0; k <= roots; k++) {
      try = k ? root[k] : directory(path)
      if (k == 1) { try = path; sub(/\/.*/, "", try) }
      try = (try == "" ? "" : try "/") wanted
      while (sub(/[^\/.]+\/\.\.\//, "", try)) ;
      if (try in known) return try
    }
    return ""
  }
  # By the longest path of a table that the file is, or lies in.
  function longest(table, path) {
    path = module_of(path)
    while (!(path in table) && path ~ /\//) sub(/\/[^\/]*$/, "", path)
    return path in table ? table[path] : ""
  }
  function room_of(path) { return longest(room, path) }
  # Of the two libraries; "" of the contract, which is above all stages, and of the lists of kernels, which name them all.
  function stage_of(path) { return path ~ /^(reference|fast)\// && path !~ /\/include\// ? longest(stage, path) : "" }
  function module_of(path) { sub(/\.[^.\/]*$/, "", path); return path }
  function found(text) { print text; failures++ }

  function reaches(arrow, from, to,    e, end) {
    if (from == to) return 1
    if (from in seen) return 0
    seen[from] = 1
    for (e in arrow) {
      split(e, end, " -> ")
      if (end[1] == from && reaches(arrow, end[2], to)) return 1
    }
    return 0
  }
  # First takes away, again and again, whoever points at nothing or is pointed at by nothing: a ring stays.
  function rings(arrow, what,    again, e, out, into, end) {
    do {
      again = 0
      split("", out); split("", into)
      for (e in arrow) { split(e, end, " -> "); out[end[1]] = 1; into[end[2]] = 1 }
      for (e in arrow) {
        split(e, end, " -> ")
        if (!(end[2] in out) || !(end[1] in into)) { delete arrow[e]; again = 1 }
      }
    } while (again)
    for (e in arrow) {
      split("", seen)
      split(e, end, " -> ")
      if (reaches(arrow, end[2], end[1])) found("ring of " what ": " e " (" arrow[e] ")")
    }
  }

  END {
    root[1] = "top"
    n = split("reference/include fast/include harness/world/include harness/world/posix/include harness figures reference fast tests", list, " ")
    for (k = 1; k <= n; k++) root[k + 1] = list[k]
    root[n + 2] = ""
    roots = n + 2
    for (k = 1; k <= includes; k++) {
      if (name[k] ~ /^kernels\//) continue # written at build time from the tables of the contract
      target = find(from[k], name[k])
      if (target == "") { found("not found: " place[k] " includes \"" name[k] "\""); continue }
      a = room_of(from[k]); b = room_of(target)
      if (a == "" || b == "") { found("in no room: " place[k] " includes \"" name[k] "\""); continue }
      alone = from[k] ~ /\.c$/ && target ~ /\.h$/ && !((module_of(target) ".c") in known)
      if (module_of(from[k]) != module_of(target) && !alone) modules[module_of(from[k]) " -> " module_of(target)] = place[k]
      engine = from[k] ~ /^(reference|fast)\// && from[k] !~ /\/include\//
      s = stage_of(from[k]); t = stage_of(target)
      if (engine && s == "") found("in no stage: " place[k])
      if (s != "" && t != "" && s != t) {
        passes[s " -> " t]++
        if (!((s " -> " t) in above))
          found("runs back up: " place[k] " includes \"" name[k] "\" (stage " s " -> " t " is not in the table)")
      }
      if (a == b) continue
      used[a " -> " b]++
      if (!((a " -> " b) in allowed) && !((a " -> all") in allowed))
        found("runs back up: " place[k] " includes \"" name[k] "\" (" a " -> " b " is not in the table)")
    }
    for (e in used) { between[e] = used[e] " includes"; arrows++ }
    for (e in passes) steps[e] = passes[e] " includes"
    rings(between, "rooms")
    rings(steps, "stages")
    rings(modules, "modules")
    if (includes < 300) { print "only " includes " includes were seen" > "/dev/stderr"; exit 4 }
    if (failures) exit 1
    print includes " includes, " arrows " arrows between " count " rooms, " length(passes) " between " stages " stages, none back up, no ring"
  }' docs/rooms.txt docs/stages.txt "${files[@]}"
