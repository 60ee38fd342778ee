/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every kernel there is, in the order of the contract's tables, which it is written from (cmake/twc_kernels.cmake). The
 * kernel NAME of a table is twc_kernel_NAME in cases/STAGE/ (docs/adding_a_kernel.md).
 */
#ifndef TWC_CHECK_REGISTRY_H
#define TWC_CHECK_REGISTRY_H

#include "check/case.h"

/* Ends with NULL. */
extern const twc_kernel *const twc_kernels[];

#endif
