/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "nearest_name.h"

#include <string.h>

size_t twc_edit_distance(const char *from, const char *to)
{
    enum { LONGEST = 63 };
    size_t row[LONGEST + 1], width = strlen(to) < LONGEST ? strlen(to) : LONGEST;
    for (size_t k = 0; k <= width; k++)
        row[k] = k;
    for (size_t i = 1; *from && i <= LONGEST; i++, from++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= width; k++) {
            size_t best = diagonal + (*from != to[k - 1]);
            diagonal = row[k];
            best = row[k] + 1 < best ? row[k] + 1 : best;
            row[k] = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
        }
    }
    return row[width];
}

int twc_is_near(const char *name, size_t distance)
{
    return distance <= (strlen(name) + 2) / 3;
}
