# SPDX-License-Identifier: GPL-3.0-or-later
# Copies the fast library and plants faults in the copy, each asleep until it is chosen at run time. The sources themselves
# stay as they are: a fault names the text it replaces, which must occur exactly once, so one that went stale is an error.

set(planted_count 0)
set(planted_table "")

# plant(KERNEL KIND FILE GOOD BAD): in fast/FILE, the expression GOOD becomes BAD while the fault is chosen.
function(plant kernel kind file good bad)
  plant_text("${kernel}" "${kind}" "${file}" "${good}" "TWC_FAULT(@FAULT@, (${good}), (${bad}))")
  set(planted_count ${planted_count} PARENT_SCOPE)
  set(planted_table "${planted_table}" PARENT_SCOPE)
endfunction()

# plant_text(KERNEL KIND FILE GOOD TEXT): the same for what is no expression; TEXT holds TWC_FAULT(@FAULT@, good, bad).
function(plant_text kernel kind file good text)
  math(EXPR number "${planted_count} + 1")
  set(path ${planted_dir}/fast/${file})
  file(READ ${path} source)
  string(FIND "${source}" "${good}" first)
  string(FIND "${source}" "${good}" last REVERSE)
  if(first EQUAL -1 OR NOT first EQUAL last)
    message(FATAL_ERROR "fault ${number} of ${kernel} (${kind}): its text does not occur exactly once in fast/${file}:\n${good}")
  endif()
  string(REPLACE "@FAULT@" "${number}" text "${text}")
  string(REPLACE "${good}" "${text}" source "${source}")
  file(WRITE ${path} "${source}")
  set(planted_count ${number} PARENT_SCOPE)
  set(planted_table "${planted_table}    {\"${kernel}\", \"${kind}\", \"${file}\"},\n" PARENT_SCOPE)
endfunction()

# Begins with a fresh copy of ROOT/fast in DIR/fast; beside it the reference, some of whose files fast/ shares.
function(plant_begin root dir)
  file(REMOVE_RECURSE ${dir})
  file(COPY ${root}/fast ${root}/reference DESTINATION ${dir})
endfunction()

# Writes the table that the runner walks.
function(plant_end path)
  file(WRITE ${path} "/* Written by plant.cmake: fault k is entry k - 1. */\n#include \"fault_table.h\"\n\nint twc_fault_chosen;\nconst planted_fault planted_faults[] = {\n${planted_table}    {NULL, NULL, NULL},\n};\n")
endfunction()
