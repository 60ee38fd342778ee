/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Demands that the check catches every planted fault, at every usable level, with the kernel it was planted in; and
 * that it finds nothing when no fault is chosen. Prints each fault's cases and time to catch.
 *
 *   sabotage          all of them
 *   sabotage 17       fault 17 alone
 *   sabotage 17 600   fault 17 at the base level for up to so many seconds, and the scalars of the case that catches
 * it: how the hard cases of a kernel are found
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/campaign.h"
#include "check/registry.h"
#include "fault_table.h"

enum { KINDS_A_KERNEL = 4 };

static const twc_kernel *find_kernel(const char *name)
{
    for (int k = 0; twc_kernels[k]; k++)
        if (strcmp(twc_kernels[k]->name, name) == 0)
            return twc_kernels[k];
    return NULL;
}

static uint32_t usable_levels(void)
{
    uint32_t count = 0;
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        count += twc_level_built((twc_level)level) && twc_level_supported((twc_level)level);
    return count;
}

static twc_check_result run(const twc_kernel *kernel, int fault)
{
    twc_check_options options = twc_check_defaults();
    twc_check_result result;
    options.shrink = 0;
    options.hang = 5;
    twc_fault_chosen = fault;
    twc_status status = twc_check_kernel(kernel, &options, &result);
    if (status.code) {
        fprintf(stderr, "sabotage: %s\n", status.message);
        exit((int)status.code);
    }
    return result;
}

/* 1 when it was caught at every level. */
static int try_fault(int number)
{
    const planted_fault *fault = &planted_faults[number - 1];
    const twc_kernel *kernel = find_kernel(fault->kernel);
    if (!kernel) {
        printf("%3d %-24s is in no registry\n", number, fault->kernel);
        return 0;
    }
    twc_check_result result = run(kernel, number);
    int caught = result.failure_count == usable_levels() && !result.failures[0].found.in_reference;
    printf("%3d %-24s %-22s %-22s ", number, fault->kernel, fault->kind, fault->file);
    if (caught)
        printf("caught as %-14s in case %3u, %.3f s for %u levels\n",
               twc_verdict_name(result.failures[0].found.verdict), result.failures[0].index, result.seconds,
               result.failure_count);
    else
        printf("NOT CAUGHT (at %u of %u levels, %.2f s)\n", result.failure_count, usable_levels(), result.seconds);
    fflush(stdout);
    return caught;
}

static int search(int number, double seconds)
{
    twc_check_options options = twc_check_defaults();
    twc_check_result result;
    options.level = TWC_LEVEL_BASE;
    options.seconds = seconds;
    options.shrink = 0;
    twc_fault_chosen = number;
    twc_status status = twc_check_kernel(find_kernel(planted_faults[number - 1].kernel), &options, &result);
    printf("%s\n%s\n%u cases, %.0f s\n", status.message,
           result.failure_count ? result.failures[0].scalars : "not found", result.cases, result.seconds);
    return result.failure_count ? TWC_OK : TWC_CHECK_FAILED;
}

/* Without a fault nothing is found, and every kernel has faults of enough kinds. */
static int try_kernel(const twc_kernel *kernel)
{
    int planted = 0;
    for (int k = 0; planted_faults[k].kernel; k++)
        planted += strcmp(planted_faults[k].kernel, kernel->name) == 0;
    if (planted < KINDS_A_KERNEL)
        printf("    %-24s has only %d planted faults, %d are due\n", kernel->name, planted, KINDS_A_KERNEL);
    twc_check_result result = run(kernel, 0);
    if (result.failure_count || !result.checks)
        printf("    %-24s fails without a fault\n", kernel->name);
    return planted >= KINDS_A_KERNEL && !result.failure_count && result.checks;
}

int main(int argc, char **argv)
{
    int missed = 0, count = 0;
    if (argc > 2)
        return search(atoi(argv[1]), atof(argv[2]));
    if (argc > 1 && atoi(argv[1]) > 0)
        return try_fault(atoi(argv[1])) ? TWC_OK : TWC_CHECK_FAILED;
    for (int k = 0; twc_kernels[k]; k++)
        missed += !try_kernel(twc_kernels[k]);
    for (int k = 0; planted_faults[k].kernel; k++, count++)
        missed += !try_fault(k + 1);
    printf("%d faults, %d missed\n", count, missed);
    return missed ? TWC_CHECK_FAILED : TWC_OK;
}
