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
#include "fault.h"

/* In the planted library: the number of the fault that is awake, 0 when all sleep. */
unsigned twc_fault_chosen;

/* Fault `number` of all, from 1, in the order of the registry; its kernel. NULL when there are not so many. */
static const twc_planted_fault *find_fault(int number, const twc_kernel **kernel)
{
    for (int k = 0; twc_kernels[k]; k++)
        for (const twc_planted_fault *fault = twc_kernels[k]->faults; fault && fault->kind; fault++)
            if (--number == 0) {
                *kernel = twc_kernels[k];
                return fault;
            }
    return NULL;
}

static uint32_t usable_levels(void)
{
    uint32_t count = 0;
    for (int level = 0; level < TWC_LEVEL_COUNT; level++)
        count += twc_level_built((twc_level)level) && twc_level_supported((twc_level)level);
    return count;
}

static twc_check_result run(const twc_kernel *kernel, const twc_planted_fault *fault)
{
    twc_check_options options = twc_check_defaults();
    twc_check_result result;
    options.shrink = 0;
    options.hang = 5;
    twc_fault_chosen = fault ? fault_number(kernel, fault) : 0;
    twc_status status = twc_check_kernel(kernel, &options, &result);
    if (status.code) {
        fprintf(stderr, "sabotage: %s\n", status.message);
        exit((int)status.code);
    }
    return result;
}

/* 1 when it was caught at every level. */
static int try_fault(int number, const twc_kernel *kernel, const twc_planted_fault *fault)
{
    twc_check_result result = run(kernel, fault);
    int caught = result.failure_count == usable_levels() && !result.failures[0].found.in_reference;
    printf("%3d %-24s %-22s %-22s ", number, kernel->name, fault->kind, fault->file);
    if (caught)
        printf("caught as %-14s in case %3u, %.3f s for %u levels\n",
               twc_verdict_name(result.failures[0].found.verdict), result.failures[0].index, result.seconds,
               result.failure_count);
    else
        printf("NOT CAUGHT (at %u of %u levels, %.2f s)\n", result.failure_count, usable_levels(), result.seconds);
    fflush(stdout);
    return caught;
}

static int search(const twc_kernel *kernel, const twc_planted_fault *fault, double seconds)
{
    twc_check_options options = twc_check_defaults();
    twc_check_result result;
    options.level = TWC_LEVEL_BASE;
    options.seconds = seconds;
    options.shrink = 0;
    twc_fault_chosen = fault_number(kernel, fault);
    twc_status status = twc_check_kernel(kernel, &options, &result);
    printf("%s\n%s\n%u cases, %.0f s\n", status.message,
           result.failure_count ? result.failures[0].scalars : "not found", result.cases, result.seconds);
    return result.failure_count ? TWC_OK : TWC_CHECK_FAILED;
}

/* Without a fault nothing is found, and every kernel has faults of enough kinds. */
static int try_kernel(const twc_kernel *kernel)
{
    int planted = 0;
    while (kernel->faults && kernel->faults[planted].kind)
        planted++;
    if (planted < TWC_KERNEL_FAULTS)
        printf("    %-24s has only %d planted faults, %d are due\n", kernel->name, planted, TWC_KERNEL_FAULTS);
    twc_check_result result = run(kernel, NULL);
    if (result.failure_count || !result.checks)
        printf("    %-24s fails without a fault: %s, %s\n", kernel->name,
               result.failure_count ? twc_verdict_name(result.failures[0].found.verdict) : "no checks",
               result.failure_count ? result.failures[0].scalars : "");
    return planted >= TWC_KERNEL_FAULTS && !result.failure_count && result.checks;
}

int main(int argc, char **argv)
{
    const twc_kernel *kernel;
    const twc_planted_fault *fault;
    int missed = 0, number = argc > 1 ? atoi(argv[1]) : 1;
    if (argc > 1) {
        fault = find_fault(number, &kernel);
        if (!fault) {
            fprintf(stderr, "sabotage: there is no fault %s\n", argv[1]);
            return TWC_USAGE;
        }
        if (argc > 2)
            return search(kernel, fault, atof(argv[2]));
        return try_fault(number, kernel, fault) ? TWC_OK : TWC_CHECK_FAILED;
    }
    for (int k = 0; twc_kernels[k]; k++)
        missed += !try_kernel(twc_kernels[k]);
    for (; (fault = find_fault(number, &kernel)) != NULL; number++)
        missed += !try_fault(number, kernel, fault);
    printf("%d faults, %d missed\n", number - 1, missed);
    return missed ? TWC_CHECK_FAILED : TWC_OK;
}
