/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report.h"

#include <string.h>

#include "parts.h"
#include "read_json.h"
#include "sections.h"
#include "store/atomic_file.h"

static void put_tile(FILE *out, const char *class_name, double value, const char *mark, const char *label)
{
    fprintf(out, "<li class=\"%s\"><b>%s", class_name, mark);
    twc_report_value(out, value, 0);
    fprintf(out, "</b> %s</li>\n", label);
}

/* The results of a run, and what the experiments say of their sections and of the errata. */
typedef struct material {
    cJSON *results, *sections_file, *errata_file;
    const cJSON *sections, *errata;
} material;

static void put_tiles(FILE *out, const cJSON *results, int errata)
{
    twc_report_counts c = twc_report_count(twc_results_member(results, "sections"));
    fputs("<ul class=\"tiles\">\n", out);
    put_tile(out, "good", c.exact, "\u2713 ", "claims confirmed exactly");
    put_tile(out, "band", c.within, "\u2248 ", "claims confirmed within a band");
    put_tile(out, c.outside ? "bad" : "", c.outside, "\u2717 ", "claims outside their band");
    put_tile(out, "", errata, "", "claims refuted, each with its number: the errata");
    if (c.builds)
        put_tile(out, c.different ? "bad" : "good", c.builds - c.different, c.different ? "\u2717 " : "\u2713 ",
                 c.different ? "builds equal to the reference, others differ"
                             : "builds equal to the reference in every bit");
    fputs("</ul>\n", out);
}

/* Sections that stand elsewhere on the page than where they ran. */
static int has_chapter(const char *section)
{
    return strcmp(section, "errata") == 0 || strcmp(section, "figures") == 0;
}

static void put_navigation(FILE *out, const cJSON *sections)
{
    const cJSON *section;
    fputs("<nav><ul>\n", out);
    cJSON_ArrayForEach(section, sections)
    {
        if (has_chapter(section->string))
            continue;
        fputs("<li><a href=\"#section-", out);
        twc_report_text(out, section->string);
        fputs("\">", out);
        twc_report_section_title(out, section->string);
        fputs("</a></li>\n", out);
    }
    fputs("<li><a href=\"#errata\">Errata</a></li>\n<li><a href=\"#figures\">Figures</a></li>\n"
          "<li><a href=\"#provenance\">Provenance</a></li>\n<li><a href=\"#files\">Data files</a></li>\n</ul></nav>\n",
          out);
}

static void put_header(FILE *out, const cJSON *results, int errata)
{
    double checks = twc_results_number(results, "checks"), failures = twc_results_number(results, "failures");
    fputs("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
          "<title>Terrain: paper and measurement</title>\n",
          out);
    twc_report_style(out);
    fputs(
        "</head><body>\n<h1>Terrain: paper and measurement</h1>\n<p>The tables and figures of <cite>Faceted Ground and Feature Corridors "
        "for a Persistent, Live-Edited World</cite>, computed again and set beside the printed values.</p>\n<p>",
        out);
    twc_report_value(out, checks - failures, 0);
    fputs(" of ", out);
    twc_report_value(out, checks, 0);
    fputs(" checks hold. Commit <code>", out);
    twc_report_text(out, twc_results_string(results, "provenance.commit"));
    fputs("</code>.</p>\n", out);
    put_tiles(out, results, errata);
    put_navigation(out, twc_results_member(results, "sections"));
}

/* Sections of `twc reproduce` that this run left out. */
static void put_missing_sections(FILE *out, const cJSON *sections, const cJSON *ran)
{
    const cJSON *section;
    cJSON_ArrayForEach(section, sections)
    {
        const char *name = twc_results_string(section, "name");
        if (!twc_results_member(ran, name))
            fprintf(out,
                    "<p class=\"missing\">The section <b>%s</b> (%s) is not in this run. "
                    "<code class=\"command\">twc reproduce</code> runs all sections.</p>\n",
                    name, twc_results_string(section, "summary"));
    }
}

/* The entry of a section by its name; NULL when there is none. */
static const cJSON *find_section(const cJSON *sections, const char *name)
{
    const cJSON *section;
    cJSON_ArrayForEach(section, sections) if (strcmp(twc_results_string(section, "name"), name) == 0) return section;
    return NULL;
}

static twc_status put_section(FILE *out, const char *folder, const cJSON *about, const cJSON *section)
{
    const cJSON *claims = twc_results_member(section, "claims"), *builds = twc_results_member(section, "builds");
    if (has_chapter(section->string))
        return twc_ok();
    fputs("<h2 id=\"section-", out);
    twc_report_text(out, section->string);
    fputs("\">", out);
    twc_report_section_title(out, section->string);
    fputs("</h2>\n<p class=\"soft\">", out);
    twc_report_title(out, twc_results_string(section, "summary"));
    fputs("</p>\n", out);
    if (cJSON_GetArraySize(claims) > 0)
        twc_report_claims(out, claims);
    twc_status status = twc_report_section_figures(out, folder, about);
    if (cJSON_GetArraySize(builds) > 0)
        twc_report_builds(out, builds);
    twc_report_others(out, section);
    return status;
}

static twc_status put_page(FILE *out, const char *folder, const material *m)
{
    const cJSON *ran = twc_results_member(m->results, "sections"), *section;
    twc_status status = twc_ok();
    put_header(out, m->results, cJSON_GetArraySize(m->errata));
    put_missing_sections(out, m->sections, ran);
    cJSON_ArrayForEach(section, ran)
    {
        status = put_section(out, folder, find_section(m->sections, section->string), section);
        if (status.code)
            return status;
    }
    twc_report_errata(out, m->errata, ran);
    status = twc_report_figures(out, folder);
    if (status.code)
        return status;
    twc_report_provenance(out, m->results);
    status = twc_report_files(out, folder, m->sections);
    fputs(
        "<footer>Written by <code>twc report</code>; the same folder gives the same bytes.</footer>\n</body></html>\n",
        out);
    return status;
}

static twc_status read_results(const char *folder, cJSON **results)
{
    char path[1024];
    twc_status status = twc_path_join(folder, "results.json", path, sizeof path);
    if (status.code)
        return status;
    status = twc_read_json(path, results);
    if (status.code)
        return twc_fail(TWC_IO, "%.400s (twc reproduce --out %.80s makes it)", status.message, folder);
    if (!cJSON_IsObject(twc_results_member(*results, "sections")) ||
        cJSON_GetArraySize(twc_results_member(*results, "sections")) == 0)
        status = twc_fail(TWC_IO, "%s holds no sections of results (twc reproduce --out %.80s makes it)", path, folder);
    return status;
}

twc_status twc_report_write(const char *folder, const char *path)
{
    material m = {NULL, NULL, NULL, NULL, NULL};
    twc_atomic_file file;
    twc_status status = read_results(folder, &m.results);
    if (!status.code)
        status = twc_experiments_list("sections", &m.sections_file, &m.sections);
    if (!status.code)
        status = twc_experiments_list("errata", &m.errata_file, &m.errata);
    if (!status.code)
        status = twc_atomic_open(path, &file);
    if (!status.code) {
        status = put_page(file.stream, folder, &m);
        if (status.code)
            twc_atomic_discard(&file);
        else
            status = twc_atomic_commit(&file);
    }
    cJSON_Delete(m.results);
    cJSON_Delete(m.sections_file);
    cJSON_Delete(m.errata_file);
    return status;
}
