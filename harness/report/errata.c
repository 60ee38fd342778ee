/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the paper or the island's text can't be right, and the numbers that show it (experiments/errata.json). */
#include <math.h>

#include "parts.h"

static void put_number(FILE *out, const cJSON *number, double value)
{
    const char *unit = twc_results_string(number, "unit");
    fputs("<li><b>", out);
    twc_report_value(out, value, (int)twc_results_number(number, "decimals"));
    fprintf(out, "%s%s</b> %s</li>\n", *unit ? "\u00a0" : "", unit, twc_results_string(number, "label"));
}

static void put_numbers(FILE *out, const cJSON *sections, const cJSON *erratum)
{
    const cJSON *number;
    int missing = 0;
    fputs("<ul class=\"numbers\">\n", out);
    cJSON_ArrayForEach(number, twc_results_member(erratum, "numbers"))
    {
        double value = twc_results_number(sections, twc_results_string(number, "path"));
        missing += isnan(value);
        if (!isnan(value))
            put_number(out, number, value);
    }
    fputs("<li class=\"soft\">", out);
    fprintf(out, missing ? "Not all numbers are in this run: " : "Computed by ");
    fprintf(out, "<code class=\"command\">twc reproduce --section %s</code>%s</li>\n</ul>",
            twc_results_string(erratum, "section"), missing ? " computes them" : "");
}

void twc_report_errata(FILE *out, const cJSON *errata, const cJSON *sections)
{
    const cJSON *erratum;
    int count = 0;
    fputs("<h2 id=\"errata\">Errata</h2>\n<ol class=\"errata\">\n", out);
    cJSON_ArrayForEach(erratum, errata)
    {
        const char *text = twc_results_string(erratum, "text"); /* of the island; else it is the paper's */
        fprintf(out, "<li><h3>%d. %s</h3>\n<p><b>%s.</b> %s</p>\n<p><b>Found.</b> %s</p>\n", ++count,
                twc_results_string(erratum, "title"), *text ? "Text" : "Paper",
                *text ? text : twc_results_string(erratum, "paper"), twc_results_string(erratum, "found"));
        put_numbers(out, sections, erratum);
        fputs("</li>\n", out);
    }
    fputs("</ol>\n", out);
}
