# SPDX-License-Identifier: MIT
# The libraries that others link: twc::NAME. Static, or with -DBUILD_SHARED_LIBS=ON shared; then all lie in one folder, where
# each finds those it needs beside itself, built as installed.
function(twc_engine_library target name)
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name}
    VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} DEFINE_SYMBOL ""
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN")
endfunction()
