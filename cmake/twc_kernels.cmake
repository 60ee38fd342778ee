# SPDX-License-Identifier: MIT
# What is written below begins with a licence of its own. REUSE-IgnoreStart
# A stage's list of kernels is its table in the contract: the members of `struct twc_STAGE_table` in reference/include/twc. All
# that has to repeat the list is written from it when the project is configured, into the folder `kernels` of the build tree,
# every name in full:
#
#   reference_STAGE.h   twc_reference_NAME, of every kernel
#   reference_STAGE.c   twc_reference_STAGE(): the reference's table
#   fast_STAGE.h        twc_LEVEL_NAME, of every kernel at every level
#   levels.c            the fast library's tables (fast/dispatch.h), one of each level that is built
#   registry.c          the check's kernels (harness/check/registry.h)
#
# Alone (./run prove): cmake -DTWC_KERNELS_OUT=DIR -P cmake/twc_kernels.cmake writes the headers into DIR/kernels.

set(TWC_STAGES ground surface world land detail grid tower)
set(TWC_LEVELS base v2 v3 v4)
# What the check asks as a whole, after the kernels of a stage: twc_kernel_NAME as well.
set(TWC_BUILDS_ground ground_build)
set(TWC_BUILDS_land land_build)
set(TWC_BUILDS_surface render surface_build solve arrange heights cut ears fill feature_build meeting_build)
set(twc_root ${CMAKE_CURRENT_LIST_DIR}/..)
set(twc_written_by "/* Written by cmake/twc_kernels.cmake from")

# The members of `struct TABLE` in FILE, a function pointer each, as three lists: sets `names`, `results` and `arguments`.
function(twc_read_table file table)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  file(READ ${file} text)
  string(REGEX REPLACE ".*typedef struct ${table} {(.*)} ${table};.*" "\\1" text "${text}")
  while(text MATCHES "/\\*")
    string(FIND "${text}" "/*" from)
    string(SUBSTRING "${text}" 0 ${from} before)
    string(SUBSTRING "${text}" ${from} -1 text)
    string(FIND "${text}" "*/" to)
    math(EXPR to "${to} + 2")
    string(SUBSTRING "${text}" ${to} -1 text)
    set(text "${before}${text}")
  endwhile()
  string(REGEX REPLACE "[ \n]+" " " text "${text}")
  set(names "")
  set(results "")
  set(arguments "")
  foreach(member IN LISTS text) # semicolons end members, and part the elements of a list
    string(STRIP "${member}" member)
    if(member MATCHES "^(.*[^ ]) *\\(\\*([a-z0-9_]+)\\)\\((.*)\\)$")
      list(APPEND results "${CMAKE_MATCH_1}")
      list(APPEND names "${CMAKE_MATCH_2}")
      list(APPEND arguments "${CMAKE_MATCH_3}")
    elseif(member)
      message(FATAL_ERROR "${file}: \"${member}\" in ${table} is no function pointer: RESULT (*name)(ARGUMENTS);")
    endif()
  endforeach()
  if(NOT names)
    message(FATAL_ERROR "${file} has no \"typedef struct ${table} { ... } ${table};\" with functions in it")
  endif()
  set(names "${names}" PARENT_SCOPE)
  set(results "${results}" PARENT_SCOPE)
  set(arguments "${arguments}" PARENT_SCOPE)
endfunction()

# Sets `header` to the contract's header that has the table of a stage, below reference/include.
function(twc_stage_header stage)
  file(GLOB candidates ${twc_root}/reference/include/twc/*.h)
  foreach(candidate ${candidates})
    file(STRINGS ${candidate} found REGEX "^typedef struct twc_${stage}_table {")
    if(found)
      cmake_path(GET candidate FILENAME file)
      set(header twc/${file} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "no header in reference/include/twc has the table of the stage ${stage}")
endfunction()

# Writes OUT: the prototypes of a table's functions, once with each of the prefixes; HEADER names FILE for an #include.
function(twc_write_prototypes out file table header)
  twc_read_table(${file} ${table})
  set(text "/* SPDX-License-Identifier: MIT */\n${twc_written_by} ${header}. */\n#pragma once\n\n#include \"${header}\"\n")
  foreach(prefix ${ARGN})
    string(APPEND text "\n")
    foreach(name result argument IN ZIP_LISTS names results arguments)
      string(APPEND text "${result} ${prefix}_${name}(${argument});\n")
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${out} CONTENT "${text}" @ONLY)
endfunction()

# Sets `rows` to the initialisers of a table's members.
function(twc_table_rows file table prefix)
  twc_read_table(${file} ${table})
  set(text "")
  foreach(name ${names})
    string(APPEND text "        .${name} = ${prefix}_${name},\n")
  endforeach()
  set(rows "${text}" PARENT_SCOPE)
endfunction()

# Writes what the reference needs; sets `tables` to the files to compile.
function(twc_write_reference_kernels out)
  set(list "")
  foreach(stage ${TWC_STAGES})
    twc_stage_header(${stage})
    set(file ${twc_root}/reference/include/${header})
    twc_write_prototypes(${out}/kernels/reference_${stage}.h ${file} twc_${stage}_table ${header} twc_reference)
    twc_table_rows(${file} twc_${stage}_table twc_reference)
    string(CONCAT text "/* SPDX-License-Identifier: MIT */\n${twc_written_by} ${header}. */\n"
      "#include \"kernels/reference_${stage}.h\"\n\nconst twc_${stage}_table *twc_reference_${stage}(void)\n{\n"
      "    static const twc_${stage}_table table = {\n${rows}    };\n    return &table;\n}\n")
    file(CONFIGURE OUTPUT ${out}/kernels/reference_${stage}.c CONTENT "${text}" @ONLY)
    list(APPEND list ${out}/kernels/reference_${stage}.c)
  endforeach()
  set(tables "${list}" PARENT_SCOPE)
endfunction()

# Writes what the fast library needs, with the tables of the named levels; sets `tables` to the files to compile.
function(twc_write_fast_kernels out fast levels)
  list(TRANSFORM TWC_LEVELS PREPEND twc_ OUTPUT_VARIABLE prefixes)
  set(text "/* SPDX-License-Identifier: MIT */\n${twc_written_by} the tables of the contract and of fast/dispatch.h. */\n#include \"dispatch.h\"\n")
  foreach(stage ${TWC_STAGES})
    twc_stage_header(${stage})
    set(file_${stage} ${twc_root}/reference/include/${header})
    twc_write_prototypes(${out}/kernels/fast_${stage}.h ${file_${stage}} twc_${stage}_table ${header} ${prefixes})
    string(APPEND text "#include \"kernels/fast_${stage}.h\"\n")
  endforeach()
  twc_write_prototypes(${out}/kernels/fast_parts.h ${fast}/dispatch.h twc_parts_table dispatch.h ${prefixes})
  string(APPEND text "#include \"kernels/fast_parts.h\"\n")
  set(tables "")
  foreach(level ${levels})
    string(APPEND text "\nstatic const twc_level_table ${level} = {\n")
    foreach(stage ${TWC_STAGES})
      twc_table_rows(${file_${stage}} twc_${stage}_table twc_${level})
      string(APPEND text "    .${stage} = {\n${rows}    },\n")
    endforeach()
    twc_table_rows(${fast}/dispatch.h twc_parts_table twc_${level})
    string(APPEND text "    .parts = {\n${rows}    },\n};\n")
    string(TOUPPER ${level} upper)
    string(APPEND tables "    [TWC_LEVEL_${upper}] = &${level},\n")
  endforeach()
  string(APPEND text "\nconst twc_level_table *const twc_level_tables[TWC_LEVEL_COUNT] = {\n${tables}};\n")
  file(CONFIGURE OUTPUT ${out}/kernels/levels.c CONTENT "${text}" @ONLY)
  set(tables ${out}/kernels/levels.c PARENT_SCOPE)
endfunction()

# Writes the registry; sets `registry` to the file to compile. A kernel without cases does not link.
function(twc_write_registry out)
  set(declarations "")
  set(entries "")
  foreach(stage ${TWC_STAGES})
    twc_stage_header(${stage})
    twc_read_table(${twc_root}/reference/include/${header} twc_${stage}_table)
    foreach(name ${names} ${TWC_BUILDS_${stage}})
      string(APPEND declarations "extern const twc_kernel twc_kernel_${name};\n")
      string(APPEND entries "    &twc_kernel_${name},\n")
    endforeach()
  endforeach()
  set(text "/* SPDX-License-Identifier: GPL-3.0-or-later */\n${twc_written_by} the tables of the contract. */\n")
  string(APPEND text "#include \"check/registry.h\"\n\n${declarations}\nconst twc_kernel *const twc_kernels[] = {\n${entries}    NULL,\n};\n")
  file(CONFIGURE OUTPUT ${out}/kernels/registry.c CONTENT "${text}" @ONLY)
  set(registry ${out}/kernels/registry.c PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  twc_write_reference_kernels(${TWC_KERNELS_OUT})
  twc_write_fast_kernels(${TWC_KERNELS_OUT} ${twc_root}/fast "${TWC_LEVELS}")
endif()
# REUSE-IgnoreEnd
