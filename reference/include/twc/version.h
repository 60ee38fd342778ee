/* SPDX-License-Identifier: MIT */
/*
 * Which version of the libraries these headers are of: the one place that says it. Until 1.0 a higher minor version may
 * change names; it changes no bit of a result without saying so in docs/changes.md.
 */
#ifndef TWC_VERSION_H
#define TWC_VERSION_H

#define TWC_VERSION_MAJOR 0
#define TWC_VERSION_MINOR 1
#define TWC_VERSION_PATCH 0

/* "0.1.0" */
#define TWC_VERSION_TEXT_OF(major, minor, patch) #major "." #minor "." #patch
#define TWC_VERSION_TEXT(major, minor, patch) TWC_VERSION_TEXT_OF(major, minor, patch)
#define TWC_VERSION TWC_VERSION_TEXT(TWC_VERSION_MAJOR, TWC_VERSION_MINOR, TWC_VERSION_PATCH)

/* Of a version, for #if: TWC_VERSION_NUMBER >= TWC_VERSION_OF(0, 2, 0). */
#define TWC_VERSION_OF(major, minor, patch) ((major)*10000 + (minor)*100 + (patch))
#define TWC_VERSION_NUMBER TWC_VERSION_OF(TWC_VERSION_MAJOR, TWC_VERSION_MINOR, TWC_VERSION_PATCH)

#endif
