/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places that a command is asked about: arguments and lines of a file, "x,z" or "x z" in metres. */
#ifndef TWC_HARNESS_SPOT_LIST_H
#define TWC_HARNESS_SPOT_LIST_H

#include "commands/command.h"
#include "twc/noise.h" /* twc_spot */

typedef struct twc_spot_list {
    size_t count, capacity;
    double *x, *z;
} twc_spot_list;

/* Takes a place, or refuses it: `where` says which argument or line it stands in, once it was refused without. */
typedef twc_status (*twc_spot_take)(void *context, twc_spot spot, const char *where);

/*
 * Gives each of the arguments, then of the lines of the file (NULL: none; "-": standard input; # begins a comment), in
 * turn. Fails when there are none, and when one is refused.
 */
twc_status twc_spots_each(const twc_words *places, const char *file, twc_spot_take take, void *context);

/* Whether a place may be asked about. */
typedef twc_status (*twc_spot_check)(twc_spot spot, const char *where);

/* All places as a list. After a failure it is empty. */
twc_status twc_spots_read(const twc_words *places, const char *file, twc_spot_check check, twc_spot_list *list);
void twc_spots_free(twc_spot_list *list);

#endif
