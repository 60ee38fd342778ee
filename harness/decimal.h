/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers as text, exactly as printf writes them and an order of magnitude faster: for commands that write millions.
 * Each returns where the text ends, which no zero marks.
 */
#ifndef TWC_HARNESS_DECIMAL_H
#define TWC_HARNESS_DECIMAL_H

#include <stdint.h>

enum { TWC_DECIMAL_SIZE = 400 }; /* of any one number */

/* Centimetres in metres, "%.2f". */
char *twc_put_metres(char *to, int32_t centimetres);
/* "%.9g", which names each binary32 apart. */
char *twc_put_short(char *to, double value);
/* "%.*f" of 0 to 9 digits. */
char *twc_put_fixed(char *to, double value, int digits);
/* "%016" PRIx64. */
char *twc_put_hex(char *to, uint64_t value);
/* A text up to its zero. */
char *twc_put_text(char *to, const char *text);

#endif
