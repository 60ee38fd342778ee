/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "parts.h"

static void put_escaped(FILE *out, char c)
{
    switch (c) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        fputc((unsigned char)c < 32 || c == 127 ? ' ' : c, out);
    }
}

void twc_report_text(FILE *out, const char *text)
{
    for (; *text; text++)
        put_escaped(out, *text);
}

void twc_report_title(FILE *out, const char *text)
{
    while (*text) {
        if (strncmp(text, "km2", 3) == 0 || strncmp(text, "cm2", 3) == 0) {
            fprintf(out, "%.2s<sup>2</sup>", text);
            text += 3;
        } else {
            put_escaped(out, *text++);
        }
    }
}

void twc_report_section_title(FILE *out, const char *name)
{
    int table = strncmp(name, "table", 5) == 0 && isdigit((unsigned char)name[5]);
    if (!*name)
        return;
    put_escaped(out, (char)toupper((unsigned char)*name));
    if (!table)
        twc_report_text(out, name + 1);
    else
        fprintf(out, "able %c", name[5]), twc_report_text(out, name + 6);
}

void twc_report_value(FILE *out, double value, int decimals)
{
    char text[48];
    if (isnan(value)) {
        fputs("\u2013", out);
        return;
    }
    if (decimals >= 0 || (value == floor(value) && fabs(value) < 1e15))
        twc_print_number(value, decimals > 0 ? decimals : 0, text);
    else
        snprintf(text, sizeof text, "%.6g", value);
    fprintf(out, "%s%s", *text == '-' ? "\u2212" : "", text + (*text == '-'));
}
