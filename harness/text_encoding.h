/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of a user: what is not plain ASCII or UTF-8 is named, with the line that converts it. */
#ifndef TWC_HARNESS_TEXT_ENCODING_H
#define TWC_HARNESS_TEXT_ENCODING_H

#include <stddef.h>

#include "twc/status.h"

/* "UTF-16 text", or text with a byte order mark, by its first bytes; NULL: neither. */
const char *twc_text_kind(const unsigned char *bytes, size_t size);

/* Fails on UTF-16, on a byte order mark and on zero bytes, which text never holds. */
twc_status twc_text_check(const char *path, const unsigned char *bytes, size_t size);

#endif
