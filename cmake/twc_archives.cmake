# SPDX-License-Identifier: MIT
# What the program uses of other libraries, taken into it from their archives. As shared libraries HDF5 and cairo bring 50 others
# with them (curl, Kerberos, X11), for what is never asked of them here, and finding and binding these was two thirds of what a
# command took that answers one question.
include(CheckCSourceCompiles)
option(TWC_ARCHIVES "Take libraries into the program from their archives, where these are there and suffice" ON)

# twc_library(NAME SOURCE "..." ARCHIVES names.. SHARED targets and libraries.. [INCLUDES folders..] [HINTS folders..])
# An interface library NAME: the archives when each is found and the source, which uses the library as the program does, links with
# them alone; the shared ones otherwise. An archive is named behind those that use it.
function(twc_library name)
  cmake_parse_arguments(PARSE_ARGV 1 take "" "SOURCE" "ARCHIVES;SHARED;INCLUDES;HINTS")
  add_library(${name} INTERFACE)
  target_include_directories(${name} INTERFACE ${take_INCLUDES})
  set(found)
  if(TWC_ARCHIVES)
    foreach(archive ${take_ARCHIVES})
      find_library(TWC_ARCHIVE_${archive} NAMES lib${archive}.a HINTS ${take_HINTS})
      mark_as_advanced(TWC_ARCHIVE_${archive})
      list(APPEND found ${TWC_ARCHIVE_${archive}})
    endforeach()
    if(NOT "${found}" MATCHES "NOTFOUND")
      set(CMAKE_REQUIRED_INCLUDES ${take_INCLUDES})
      set(CMAKE_REQUIRED_LIBRARIES ${found} m)
      set(CMAKE_REQUIRED_FLAGS -fPIE)
      set(CMAKE_REQUIRED_LINK_OPTIONS -pie)
      set(CMAKE_REQUIRED_QUIET ON)
      check_c_source_compiles("${take_SOURCE}" ${name}_archives)
    endif()
  endif()
  if(${name}_archives)
    target_link_libraries(${name} INTERFACE ${found} m)
  else()
    target_link_libraries(${name} INTERFACE ${take_SHARED})
  endif()
endfunction()
