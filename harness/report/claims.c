/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of claims: paper, measured, band, verdict, and the ensemble beside. */
#include <math.h>
#include <string.h>

#include "parts.h"

/* What a table has besides the columns every one has. */
typedef struct table_shape {
    int ensemble, strip;
    const char *heading; /* of the ensemble */
    const char *other;   /* name of the world measured beside; NULL: none */
    const char *source;  /* who claims, as a heading */
} table_shape;

typedef struct verdict {
    const char *class_name, *mark, *words;
} verdict;

static verdict verdict_of(const cJSON *claim)
{
    int exact = twc_results_number(claim, "low") == twc_results_number(claim, "high");
    if (!cJSON_IsTrue(twc_results_member(claim, "holds")))
        return (verdict){"bad", "\u2717", exact ? "differs" : "outside band"};
    return exact ? (verdict){"good", "\u2713", "exact"} : (verdict){"within", "\u2248", "in band"};
}

twc_report_counts twc_report_count(const cJSON *sections)
{
    twc_report_counts counts = {0, 0, 0, 0, 0};
    const cJSON *section, *item;
    cJSON_ArrayForEach(section, sections)
    {
        cJSON_ArrayForEach(item, twc_results_member(section, "claims"))
        {
            const char *name = verdict_of(item).class_name;
            counts.exact += strcmp(name, "good") == 0;
            counts.within += strcmp(name, "within") == 0;
            counts.outside += strcmp(name, "bad") == 0;
        }
        cJSON_ArrayForEach(item, twc_results_member(section, "builds"))
        {
            counts.builds += cJSON_IsBool(twc_results_member(item, "equal"));
            counts.different += cJSON_IsFalse(twc_results_member(item, "equal"));
        }
    }
    return counts;
}

/* A claim's number that no other reader knows is that of the world beside; its name is the world's. */
static const char *other_world(const cJSON *claim)
{
    static const char *const known[] = {"paper", "low", "high", "measured", "decimals"};
    const cJSON *member;
    cJSON_ArrayForEach(member, claim)
    {
        int own = 0;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            own |= strcmp(member->string, known[k]) == 0;
        if (cJSON_IsNumber(member) && !own)
            return member->string;
    }
    return NULL;
}

static table_shape shape_of(const cJSON *claims)
{
    table_shape shape = {0, 0, "Ensemble: median [95 %]", NULL, "Paper"};
    const cJSON *claim;
    cJSON_ArrayForEach(claim, claims)
    {
        shape.ensemble |= twc_results_number(claim, "ensemble.count") > 0;
        shape.strip |= twc_results_number(claim, "low") < twc_results_number(claim, "high");
        if (*twc_results_string(claim, "ensemble.heading"))
            shape.heading = twc_results_string(claim, "ensemble.heading");
        if (strcmp(twc_results_string(claim, "source"), "text") == 0)
            shape.source = "Text";
        if (!shape.other)
            shape.other = other_world(claim);
    }
    return shape;
}

/* ---- the strip: band, ensemble, paper and measured on one line ---- */

enum { STRIP_WIDTH = 152, STRIP_HEIGHT = 18 };

typedef struct strip_scale {
    double low, high;
} strip_scale;

static double place(strip_scale s, double value)
{
    double t = (value - s.low) / (s.high - s.low);
    return 4 + (STRIP_WIDTH - 8) * fmin(fmax(t, 0), 1);
}

static void put_line(FILE *out, double x0, double x1, double y, double width, const char *colour)
{
    fprintf(out, "<path d=\"M%.1f %.1fH%.1f\" stroke=\"%s\" stroke-width=\"%g\"/>", x0, y, x1, colour, width);
}

static void put_strip(FILE *out, const cJSON *claim)
{
    double low = twc_results_number(claim, "low"), high = twc_results_number(claim, "high");
    double paper = twc_results_number(claim, "paper"), measured = twc_results_number(claim, "measured");
    double from = twc_results_number(claim, "ensemble.low_95"), to = twc_results_number(claim, "ensemble.high_95");
    double median = twc_results_number(claim, "ensemble.median");
    /* fmin and fmax pass over what is not a number; a value far out of its band stands at the end of the strip. */
    double room = 1.5 * (high - low);
    strip_scale s = {fmax(fmin(low, fmin(measured, from)), low - room),
                     fmin(fmax(high, fmax(measured, to)), high + room)};
    double margin = 0.04 * (s.high - s.low);
    s.low -= margin;
    s.high += margin;
    fprintf(out, "<svg class=\"strip\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"measured value in its band\">",
            STRIP_WIDTH, STRIP_HEIGHT);
    put_line(out, 4, STRIP_WIDTH - 4, 9, 1, "#d5dade");
    put_line(out, place(s, low), place(s, high), 9, 12, "#dce8ee");
    if (from <= to) {
        put_line(out, place(s, from), place(s, to), 9, 2, "#56606b");
        fprintf(out, "<path d=\"M%.1f 5V13\" stroke=\"#56606b\" stroke-width=\"2\"/>", place(s, median));
    }
    fprintf(out, "<path d=\"M%.1f 1V17\" stroke=\"#1c2127\" stroke-width=\"1.5\" stroke-dasharray=\"2.5 1.5\"/>",
            place(s, paper));
    if (!isnan(measured))
        fprintf(out, "<circle cx=\"%.1f\" cy=\"9\" r=\"3.6\" fill=\"%s\" stroke=\"#fff\"/>", place(s, measured),
                measured < low || measured > high ? "#b3400a" : "#0b5c9e");
    fputs("</svg>", out);
}

/* ---- rows ---- */

static void put_band(FILE *out, double low, double high, int decimals)
{
    if (low == high) {
        fputs("exactly", out);
        return;
    }
    twc_report_value(out, low, decimals);
    fputs(" to ", out);
    twc_report_value(out, high, decimals);
}

static int decimals_of(const cJSON *claim)
{
    double decimals = twc_results_number(claim, "decimals");
    return decimals >= 0 && decimals <= 9 ? (int)decimals : -1;
}

static void put_spread(FILE *out, const cJSON *claim, int decimals)
{
    double count = twc_results_number(claim, "ensemble.count");
    fprintf(out, "<td class=\"n%s\" data-label=\"Median [95 %%]\">", count > 0 ? "" : " empty");
    twc_report_value(out, twc_results_number(claim, "ensemble.median"), decimals);
    if (count > 0) {
        fputs(" [", out);
        twc_report_value(out, twc_results_number(claim, "ensemble.low_95"), decimals);
        fputs(", ", out);
        twc_report_value(out, twc_results_number(claim, "ensemble.high_95"), decimals);
        fputc(']', out);
    }
    fputs("</td>", out);
}

static void put_number(FILE *out, const char *label, const char *class_name, double value, int decimals)
{
    fprintf(out, "<td class=\"n%s\" data-label=\"", class_name);
    twc_report_text(out, label);
    fputs("\">", out);
    twc_report_value(out, value, decimals);
    fputs("</td>", out);
}

static void put_claim(FILE *out, const cJSON *claim, const table_shape *shape, int again)
{
    verdict v = verdict_of(claim);
    int decimals = decimals_of(claim);
    double low = twc_results_number(claim, "low"), high = twc_results_number(claim, "high");
    const char *unit = twc_results_string(claim, "unit"), *column = twc_results_string(claim, "column");
    fprintf(out, "<tr class=\"%s%s\"><td class=\"name\"><span>", v.class_name, again ? " again" : "");
    twc_report_title(out, twc_results_string(claim, "title"));
    if (*unit && strcmp(column, "ratio") != 0) {
        fputs(", ", out);
        twc_report_title(out, strcmp(unit, "deg") == 0 ? "\u00b0" : unit);
    }
    fputs("</span> <span class=\"column\">", out);
    twc_report_text(out, strcmp(column, "measured") == 0 ? "" : column);
    fputs("</span></td>", out);
    put_number(out, shape->source, "", twc_results_number(claim, "paper"), decimals);
    put_number(out, "Measured", " main", twc_results_number(claim, "measured"), decimals);
    fputs("<td class=\"n\" data-label=\"Band\">", out);
    put_band(out, low, high, decimals);
    fprintf(out, "</td><td class=\"verdict\" data-label=\"Verdict\"><span>%s %s</span></td>", v.mark, v.words);
    if (shape->ensemble)
        put_spread(out, claim, decimals);
    if (shape->strip) {
        fprintf(out, "<td class=\"%s\">", low < high ? "place" : "empty");
        if (low < high)
            put_strip(out, claim);
        fputs("</td>", out);
    }
    if (shape->other)
        put_number(out, shape->other, "", twc_results_number(claim, shape->other), decimals);
    fputs("</tr>\n", out);
}

static void put_head(FILE *out, const table_shape *shape)
{
    fprintf(out,
            "<thead><tr><th>Metric</th><th class=\"n\">%s</th><th class=\"n\">Measured</th><th class=\"n\">Band</th>"
            "<th>Verdict</th>",
            shape->source);
    if (shape->ensemble) {
        fputs("<th class=\"n\">", out);
        twc_report_text(out, shape->heading);
        fputs("</th>", out);
    }
    if (shape->strip)
        fputs("<th>In its band</th>", out);
    if (shape->other) {
        fputs("<th class=\"n\">", out);
        twc_report_text(out, shape->other);
        fputs("</th>", out);
    }
    fputs("</tr></thead>\n", out);
}

/* A claim of nothing at all that holds: there are many, and one line says what they say. */
static int is_zero(const cJSON *claim)
{
    return twc_results_number(claim, "low") == 0 && twc_results_number(claim, "high") == 0 &&
           twc_results_number(claim, "measured") == 0 && cJSON_IsTrue(twc_results_member(claim, "holds"));
}

static int count_zeros(const cJSON *claims)
{
    int count = 0;
    const cJSON *claim;
    cJSON_ArrayForEach(claim, claims) count += is_zero(claim);
    return count;
}

/* "Open edges (fine, broad); T-junctions (fine)". */
static void put_zeros(FILE *out, const cJSON *claims, int count)
{
    const char *before = "";
    const cJSON *claim;
    fprintf(out, "<p class=\"zeros\"><b class=\"verdict good\">\u2713 exactly 0</b>, %d claims: ", count);
    cJSON_ArrayForEach(claim, claims)
    {
        const char *title = twc_results_string(claim, "title"), *column = twc_results_string(claim, "column");
        const int again = strcmp(title, before) == 0;
        if (!is_zero(claim))
            continue;
        if (!again) {
            fputs(*before ? "); " : "", out);
            twc_report_title(out, title);
        }
        fputs(again ? ", " : " (", out);
        twc_report_text(out, column);
        before = title;
    }
    fputs(").</p>\n", out);
}

void twc_report_claims(FILE *out, const cJSON *claims)
{
    table_shape shape = shape_of(claims);
    const char *before = "";
    const cJSON *claim;
    const int zeros = count_zeros(claims), folded = zeros > 2 && zeros < cJSON_GetArraySize(claims);
    fputs("<table class=\"cards claims\">\n", out);
    put_head(out, &shape);
    fputs("<tbody>\n", out);
    cJSON_ArrayForEach(claim, claims)
    {
        const char *title = twc_results_string(claim, "title");
        if (folded && is_zero(claim))
            continue;
        put_claim(out, claim, &shape, strcmp(title, before) == 0);
        before = title;
    }
    fputs("</tbody></table>\n", out);
    if (folded)
        put_zeros(out, claims, zeros);
    if (shape.strip)
        fprintf(out,
                "<p class=\"soft\">Strip: pale bar the band, dashed line the claim, dot the measured value%s.</p>\n",
                shape.ensemble ? ", grey line the middle 95 % of the ensemble with its median" : "");
}
