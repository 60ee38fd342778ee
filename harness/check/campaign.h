/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run of the check over kernels: cases x levels x threads x schedules, failures shrunk and saved. */
#ifndef TWC_CHECK_CAMPAIGN_H
#define TWC_CHECK_CAMPAIGN_H

#include "check/shrink.h"

enum { TWC_CHECK_COMBINATIONS = 15 }; /* threads {1, 2, 3, 5, 8} x schedules {static, dynamic, guided} */

typedef struct twc_check_options {
    uint64_t seed;
    int level;          /* -1: every level the processor has */
    int threads;        /* 0: all of {1, 2, 3, 5, 8} */
    int schedule;       /* -1: all */
    int64_t only_case;  /* -1: all */
    double seconds;     /* per kernel; 0: as many cases as the kernel says */
    uint32_t shrink;    /* attempts that shrinking a failure may take; 0: none */
    unsigned hang;      /* seconds after which a call is taken for hung */
    const char *folder; /* where replay files go; NULL: nowhere */
    void (*progress)(const twc_kernel *kernel, double fraction); /* may be NULL */
} twc_check_options;

typedef struct twc_check_failure {
    const twc_kernel *kernel;
    twc_implementation implementation; /* as found */
    uint32_t index;
    twc_outcome found;
    twc_implementation small_implementation; /* as shrunk */
    twc_outcome small;
    uint32_t attempts;
    char scalars[512];              /* of the shrunk case: "nx=4 nz=1 ..." */
    char replay[512];               /* path, or empty */
    char unsaved[TWC_MESSAGE_SIZE]; /* why there is no replay file, or empty */
} twc_check_failure;

typedef struct twc_check_result {
    const twc_kernel *kernel;
    uint32_t cases;
    uint64_t checks;
    double seconds;
    uint32_t failure_count; /* at most one a level, or one of the reference */
    twc_check_failure failures[TWC_LEVEL_COUNT];
} twc_check_result;

/* The options of a plain run. */
twc_check_options twc_check_defaults(void);

/* A level this processor has but this build lacks: a failed status that says which; TWC_OK when there is none. */
twc_status twc_check_levels(void);

/* Checks one kernel. A failure of the kernel is a result; the status fails when the check itself could not go on. */
twc_status twc_check_kernel(const twc_kernel *kernel, const twc_check_options *options, twc_check_result *result);

#endif
