# SPDX-License-Identifier: MIT
# The libraries install with exported targets (twc::reference, twc::fast, twc::world) and a pkg-config file.
include(CMakePackageConfigHelpers)
set(libraries twc_world twc_fast twc_reference) # each before what it needs
if(TARGET twc_world_posix)
  list(PREPEND libraries twc_world_posix)
endif()
install(TARGETS ${libraries} twc_numbers EXPORT twc-targets
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY reference/include/twc fast/include/twc harness/world/include/twc harness/world/posix/include/twc
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT twc-targets NAMESPACE twc:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/twc)
set(threads "")
if(TWC_OPENMP)
  set(threads "include(CMakeFindDependencyMacro)\nfind_dependency(OpenMP COMPONENTS C)\n")
endif()
file(WRITE ${PROJECT_BINARY_DIR}/twc-config.cmake "${threads}include(\${CMAKE_CURRENT_LIST_DIR}/twc-targets.cmake)\n")
# Names may change with the minor version until 1.0: 0.1 takes 0.1.x.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/twc-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/twc-config.cmake ${PROJECT_BINARY_DIR}/twc-config-version.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/twc)
# The prefix is found from where the file lies, so that an installed tree can be moved.
file(RELATIVE_PATH pc_to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
string(REGEX REPLACE "/$" "" pc_to_prefix "${pc_to_prefix}")
list(TRANSFORM libraries PREPEND -l OUTPUT_VARIABLE pc_libraries)
list(JOIN pc_libraries " " pc_libraries)
if(TWC_OPENMP)
  string(APPEND pc_libraries " ${OpenMP_C_FLAGS}")
endif()
configure_file(cmake/twc.pc.in twc.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/twc.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSES/MIT.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
if(TWC_HARNESS)
  install(TARGETS twc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/harness/twc.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/harness/twc.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME twc)
  install(FILES LICENSES/GPL-3.0-or-later.txt DESTINATION ${CMAKE_INSTALL_DOCDIR})
  install(DIRECTORY experiments/ DESTINATION ${CMAKE_INSTALL_DATADIR}/twc/experiments)
endif()
