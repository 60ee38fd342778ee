# SPDX-License-Identifier: MIT
# What a binary is hardened with. Linker flags are of every binary. Flags that add code are of what reads files and draws,
# the harness and the figures: the engine's instructions are counted, and it opens nothing.
include(CheckPIESupported)
check_pie_supported(LANGUAGES C)

# All of the table of functions is bound at the start, and can't be written then.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  add_link_options(-Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
endif()

# For a folder and those below it. Sanitizers have checks of their own, which those of the C library would hide.
macro(twc_harden_folder)
  if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
    add_compile_options(-fstack-protector-strong)
    if(CMAKE_BUILD_TYPE MATCHES "Rel" AND NOT CMAKE_C_FLAGS MATCHES "-fsanitize")
      add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
    endif()
  endif()
endmacro()
