/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a result came from: what every table of results carries as provenance. */
#ifndef TWC_HARNESS_BUILD_INFO_H
#define TWC_HARNESS_BUILD_INFO_H

typedef struct twc_build_info {
    const char *version;         /* of the project */
    const char *commit;          /* full hash, "-dirty" where the tree had changes, "unknown" outside git */
    const char *compiler;        /* name and version */
    const char *flags;           /* of the engine libraries, without the level's own */
    const char *reference_level; /* that the reference is compiled for: "base" but where levels are compared fairly */
} twc_build_info;

twc_build_info twc_build_information(void);

#endif
