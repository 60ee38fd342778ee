/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a section holds beside its claims, and where the whole run came from. */
#include <math.h>
#include <string.h>

#include "parts.h"

/* ---- builds compared with the reference ---- */

void twc_report_builds(FILE *out, const cJSON *builds)
{
    const cJSON *build;
    fputs(
        "<h3>Every build against the reference, bit for bit</h3>\n<table class=\"builds\"><thead><tr><th>Built by</th>"
        "<th>Variant</th><th class=\"n\">Threads</th><th>Verdict</th></tr></thead>\n<tbody>\n",
        out);
    cJSON_ArrayForEach(build, builds)
    {
        const cJSON *equal = twc_results_member(build, "equal");
        const char *class_name = cJSON_IsTrue(equal) ? "good" : cJSON_IsFalse(equal) ? "bad" : "plain";
        fprintf(out, "<tr class=\"%s\"><td class=\"name\">", class_name);
        twc_report_text(out, twc_results_string(build, "builder"));
        fputs("</td><td data-label=\"Variant\">", out);
        twc_report_text(out, twc_results_string(build, "variant"));
        fputs("</td><td class=\"n\" data-label=\"Threads\">", out);
        twc_report_value(out, twc_results_number(build, "threads"), 0);
        fprintf(out, "</td><td class=\"verdict\" data-label=\"Verdict\"><span>%s</span></td></tr>\n",
                cJSON_IsTrue(equal)    ? "\u2713 equal in every bit"
                : cJSON_IsFalse(equal) ? "\u2717 differs"
                                       : "the definition");
    }
    fputs("</tbody></table>\n", out);
}

/* ---- numbers and texts of a section ---- */

/* "stale_chunks" as "Stale chunks". The unit at the end of a name, which is not printed, or "". */
static const char *put_name(FILE *out, const char *name)
{
    static const char *const units[][2] = {{"_per_m", "per m"}, {"_m", "m"},         {"_cm", "cm"},
                                           {"_percent", "%"},   {"_m2", "m\u00b2"},  {"_ms", "ms"},
                                           {"_us", "\u00b5s"},  {"_cm2", "cm\u00b2"}};
    const char *unit = "";
    size_t length = strlen(name);
    for (size_t k = 0; k < sizeof units / sizeof *units && !*unit; k++) {
        size_t tail = strlen(units[k][0]);
        if (length > tail && strcmp(name + length - tail, units[k][0]) == 0) {
            unit = units[k][1];
            length -= tail;
        }
    }
    for (size_t k = 0; k < length; k++) {
        char c[2] = {name[k] == '_'                               ? ' '
                     : k == 0 && name[k] >= 'a' && name[k] <= 'z' ? (char)(name[k] - 32)
                                                                  : name[k],
                     0};
        twc_report_text(out, c);
    }
    return unit;
}

static void put_value(FILE *out, const cJSON *member)
{
    if (cJSON_IsString(member))
        twc_report_text(out, member->valuestring);
    else
        twc_report_value(out, cJSON_IsNumber(member) ? member->valuedouble : (double)NAN, -1);
}

static void put_scalar(FILE *out, const cJSON *member)
{
    fputs("<dt>", out);
    const char *unit = put_name(out, member->string);
    fputs("</dt><dd>", out);
    put_value(out, member);
    fprintf(out, "%s%s</dd>\n", *unit ? "\u00a0" : "", unit);
}

/* A list of objects of numbers and texts: a row a member of the first, a column an object. */
static void put_list(FILE *out, const cJSON *list)
{
    const cJSON *first = cJSON_GetArrayItem(list, 0), *member, *item;
    if (!cJSON_IsObject(first))
        return;
    fputs("<table class=\"list\"><tbody>\n", out);
    cJSON_ArrayForEach(member, first)
    {
        if (!cJSON_IsNumber(member) && !cJSON_IsString(member))
            continue;
        fputs("<tr><td class=\"name\">", out);
        const char *unit = put_name(out, member->string);
        fprintf(out, "%s%s</td>", *unit ? ", " : "", unit);
        cJSON_ArrayForEach(item, list)
        {
            fputs("<td class=\"n\">", out);
            put_value(out, twc_results_member(item, member->string));
            fputs("</td>", out);
        }
        fputs("</tr>\n", out);
    }
    fputs("</tbody></table>\n", out);
}

static void put_scalars(FILE *out, const cJSON *object)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object)
    {
        if (cJSON_IsNumber(member) || (cJSON_IsString(member) && strcmp(member->string, "summary") != 0))
            put_scalar(out, member);
        else if (cJSON_IsObject(member))
            put_scalars(out, member);
    }
}

static int has_scalars(const cJSON *object)
{
    const cJSON *member;
    cJSON_ArrayForEach(member, object) if (cJSON_IsNumber(member) || cJSON_IsObject(member) ||
                                           (cJSON_IsString(member) && strcmp(member->string, "summary") != 0)) return 1;
    return 0;
}

void twc_report_others(FILE *out, const cJSON *section)
{
    const cJSON *member;
    if (has_scalars(section)) {
        fputs("<dl>\n", out);
        put_scalars(out, section);
        fputs("</dl>\n", out);
    }
    cJSON_ArrayForEach(member, section) if (cJSON_IsArray(member) && strcmp(member->string, "claims") != 0 &&
                                            strcmp(member->string, "builds") != 0) put_list(out, member);
}

/* ---- provenance ---- */

void twc_report_provenance(FILE *out, const cJSON *results)
{
    static const char *const rows[][2] = {
        {"Commit", "commit"},         {"Version", "version"},
        {"Compiler", "compiler"},     {"Flags", "flags"},
        {"System", "system"},         {"Processor", "processor"},
        {"Processors", "processors"}, {"Best instruction-set level", "best_level"},
        {"Threads", "threads"},       {"Seeds of the ensembles", "ensemble_seeds"},
    };
    const cJSON *provenance = twc_results_member(results, "provenance"), *section;
    fputs("<h2 id=\"provenance\">Where the numbers come from</h2>\n<dl>\n", out);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        const cJSON *member = twc_results_member(provenance, rows[k][1]);
        if (!cJSON_IsNumber(member) && !cJSON_IsString(member))
            continue;
        fprintf(out, "<dt>%s</dt><dd>", rows[k][0]);
        if (cJSON_IsNumber(member))
            twc_report_value(out, member->valuedouble, -1);
        else
            twc_report_text(out, member->valuestring);
        fputs("</dd>\n", out);
    }
    cJSON_ArrayForEach(section, twc_results_member(results, "sections"))
    {
        if (!*twc_results_string(section, "region.name"))
            continue;
        fputs("<dt>World of ", out);
        twc_report_section_title(out, section->string);
        fputs("</dt><dd>", out);
        twc_report_text(out, twc_results_string(section, "region.name"));
        fputs(", seed ", out);
        twc_report_value(out, twc_results_number(section, "region.seed"), 0);
        fputs(", SHA-256 of its content <code>", out);
        twc_report_text(out, twc_results_string(section, "region.world_sha256"));
        fputs("</code></dd>\n", out);
    }
    fputs("</dl>\n", out);
}
