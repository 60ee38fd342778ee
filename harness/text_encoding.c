/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "text_encoding.h"

#include <string.h>

static const char sixteen[] = "UTF-16 text", marked[] = "UTF-8 text with a byte order mark";

const char *twc_text_kind(const unsigned char *bytes, size_t size)
{
    if (size >= 2 && ((bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)))
        return sixteen;
    if (size >= 3 && memcmp(bytes, "\357\273\277", 3) == 0)
        return marked;
    /* Without a mark: ASCII with a zero before or behind each letter. */
    if (size >= 4 &&
        ((bytes[0] && !bytes[1] && bytes[2] && !bytes[3]) || (!bytes[0] && bytes[1] && !bytes[2] && bytes[3])))
        return sixteen;
    return NULL;
}

twc_status twc_text_check(const char *path, const unsigned char *bytes, size_t size)
{
    const char *kind = twc_text_kind(bytes, size);
    if (kind == sixteen) {
        int little = bytes[0] == 0xFF || (bytes[0] != 0xFE && bytes[0]), mark = bytes[0] == 0xFF || bytes[0] == 0xFE;
        return twc_fail(TWC_IO, "%s is UTF-16 text: convert it with iconv -f UTF-16%s -t UTF-8 %s > converted.txt",
                        path,
                        mark     ? ""
                        : little ? "LE"
                                 : "BE",
                        path);
    }
    if (kind)
        return twc_fail(TWC_IO, "%s begins with a byte order mark: take it off with tail -c +4 %s > plain.txt", path,
                        path);
    return memchr(bytes, 0, size) ? twc_fail(TWC_IO, "%s is damaged: it holds zero bytes, which text never does", path)
                                  : twc_ok();
}
