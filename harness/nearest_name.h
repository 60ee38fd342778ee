/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What somebody who mistyped a name may have meant. */
#ifndef TWC_HARNESS_NEAREST_NAME_H
#define TWC_HARNESS_NEAREST_NAME_H

#include <stddef.h>

/* Edits (insert, remove, replace a letter) from one word to another; words longer than 63 letters are cut. */
size_t twc_edit_distance(const char *from, const char *to);

/* Whether a word so far from the name is likely to be the name mistyped. */
int twc_is_near(const char *name, size_t distance);

#endif
