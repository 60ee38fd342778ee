# SPDX-License-Identifier: MIT
# Every target computes as written: no contraction, no relaxed rules. The environment check at run time and the
# disassembly gate in ctest hold this file to its word.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  if(PROJECT_IS_TOP_LEVEL)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
  else()
    set(CMAKE_BUILD_TYPE Release) # of this tree alone
  endif()
endif()
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_FLAGS_RELEASE "-O3") # assertions stay on
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(twc_numbers INTERFACE)
target_compile_options(twc_numbers INTERFACE
  -fno-fast-math -ffp-contract=off -fno-math-errno # in this order: -fno-fast-math puts errno back
  -Wall -Wextra -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes)
if(CMAKE_C_COMPILER_ID STREQUAL "GNU")
  # gcc 12's SLP pass takes (double)(float)x for x where it sees two of them side by side (from -O2 on): a rounding lost.
  target_compile_options(twc_numbers INTERFACE -fno-tree-slp-vectorize)
endif()
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "s390x|i[3-6]86")
  # FLT_EVAL_METHOD is 1 under -std=c11 on s390x; i386 needs SSE for binary32 to be binary32.
  target_compile_options(twc_numbers INTERFACE -fexcess-precision=fast)
endif()
# Invariants are checked while they are developed, not where speed is measured nor where bits are compared across machines.
if(CMAKE_BUILD_TYPE MATCHES "Release|MinSizeRel")
  set(TWC_ASSERTIONS_DEFAULT OFF)
else()
  set(TWC_ASSERTIONS_DEFAULT ON)
endif()
option(TWC_ASSERTIONS "Check the engine's invariants at run time (reference/common/assertion.h)" ${TWC_ASSERTIONS_DEFAULT})
if(TWC_ASSERTIONS)
  target_compile_definitions(twc_numbers INTERFACE TWC_ASSERTIONS)
endif()
if(TWC_WERROR)
  target_compile_options(twc_numbers INTERFACE -Werror)
endif()

# What each level is compiled for, on x86-64. No level has FMA, so that nothing can be fused; AVX-512 brings it along all the same, and
# gcc 12 makes vfmaddsub of vectors of products and sums there even under -ffp-contract=off: its SLP pass stays off.
set(twc_flags_base "")
set(twc_flags_v2 -msse4.2 -mpopcnt)
set(twc_flags_v3 ${twc_flags_v2} -mavx2 -mbmi -mbmi2)
set(twc_flags_v4 ${twc_flags_v3} -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512 -fno-tree-slp-vectorize)
