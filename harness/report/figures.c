/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figures, set into the page: drawings as they are, pictures (and large drawings) as PNG in base64. */
#include <nettle/base64.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "parts.h"
#include "plot/figure.h"
#include "store/atomic_file.h"

enum { LARGEST_DRAWING = 300000 }; /* bytes of SVG; larger ones go in as PNG */

/* Whether every reference of a drawing stays inside it, and nothing in it runs. */
static twc_status check_drawing(const char *path, const char *svg)
{
    static const char *const refused[] = {"<script", "<!ENTITY", "<foreignObject", "<style", "javascript:", "@import"};
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++)
        if (strstr(svg, refused[k]))
            return twc_fail(TWC_IO, "%s holds \"%s\", which has no place in a report: draw it again", path, refused[k]);
    for (const char *at = svg; (at = strstr(at, "href=\"")); at++)
        if (at[6] != '#' && strncmp(at + 6, "data:image/", 11) != 0)
            return twc_fail(TWC_IO, "%s refers to something outside itself (\"%.40s\"): draw it again", path, at + 6);
    for (const char *at = svg; (at = strstr(at, "url(")); at++)
        if (at[4] != '#')
            return twc_fail(TWC_IO, "%s refers to something outside itself (\"%.40s\"): draw it again", path, at);
    return twc_ok();
}

/* The width in pixels at which a drawing stands in the page, from its size in points; 700 when it has none. */
static double shown_width(const char *svg)
{
    const char *at = strstr(svg, "width=\"");
    double width = at ? strtod(at + 7, NULL) : 0;
    return width > 0 && width < 2000 ? width * 96 / 72 * 1.15 : 700;
}

static twc_status put_drawing(FILE *out, const char *path, const char *svg)
{
    const char *begin = strstr(svg, "<svg"), *end = begin ? strstr(begin, "</svg>") : NULL;
    if (!end)
        return twc_fail(TWC_IO, "%s is no SVG: draw it again", path);
    twc_status status = check_drawing(path, svg);
    if (status.code)
        return status;
    fprintf(out, "<svg style=\"--w:%.0fpx\" %s", shown_width(begin), begin + 5);
    return twc_ok();
}

/* As wide as the drawing it stands for would be; width 0: as it is. */
static twc_status put_picture(FILE *out, const char *path, const char *shows, double width, const unsigned char *png,
                              size_t size)
{
    if (size < 8 || memcmp(png, "\x89PNG\r\n\x1a\n", 8) != 0)
        return twc_fail(TWC_IO, "%s is no PNG: draw it again", path);
    char *text = malloc(BASE64_ENCODE_RAW_LENGTH(size) + 1);
    if (!text)
        return twc_fail(TWC_IO, "not enough memory for %s", path);
    base64_encode_raw(text, size, png);
    fputs("<img ", out);
    if (width > 0)
        fprintf(out, "style=\"--w:%.0fpx\" ", width);
    fputs("alt=\"", out);
    twc_report_text(out, shows);
    fputs("\" src=\"data:image/png;base64,", out);
    fwrite(text, 1, BASE64_ENCODE_RAW_LENGTH(size), out);
    fputs("\"/>\n", out);
    free(text);
    return twc_ok();
}

/* The drawing, or instead of it the picture, whose size is then that of the drawing if there is one. */
static twc_status put_file(FILE *out, const char *svg_path, const char *png_path, const char *shows, int drawing)
{
    unsigned char *svg = NULL, *png;
    size_t size;
    double width = 0;
    twc_status status = svg_path ? twc_read_file(svg_path, &svg, &size) : twc_ok();
    if (!status.code && svg)
        width = shown_width((const char *)svg);
    if (!status.code && drawing)
        status = put_drawing(out, svg_path, (const char *)svg);
    free(svg);
    if (status.code || drawing)
        return status;
    status = twc_read_file(png_path, &png, &size);
    if (status.code)
        return status;
    status = put_picture(out, png_path, shows, width, png, size);
    free(png);
    return status;
}

/* Size of a file; -1 when there is none. */
static long long file_size(const char *path)
{
    FILE *file = fopen(path, "rb");
    long long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (file)
        fclose(file);
    return size;
}

static void put_caption(FILE *out, const char *name, const char *paper, const char *shows, int has_pdf)
{
    fputs("<figcaption><b>", out);
    twc_report_section_title(out, name);
    fputs("</b>", out);
    if (*paper)
        fprintf(out, " (figure %s of the paper)", paper);
    fputs(": ", out);
    twc_report_text(out, shows);
    fputs(".", out);
    if (has_pdf)
        fprintf(out, " <a href=\"%s.pdf\">PDF</a>", name);
    fputs("</figcaption></figure>\n", out);
}

/* `command` draws the figure where it is missing. */
static twc_status put_figure(FILE *out, const char *folder, const char *name, const char *paper, const char *shows,
                             const char *command)
{
    static const char *const extensions[] = {"svg", "png", "pdf"};
    char path[3][1024], file[128];
    long long size[3];
    for (int k = 0; k < 3; k++) {
        snprintf(file, sizeof file, "%s.%s", name, extensions[k]);
        twc_status status = twc_path_join(folder, file, path[k], sizeof path[k]);
        if (status.code)
            return status;
        size[k] = file_size(path[k]);
    }
    if (size[0] < 0 && size[1] < 0) {
        fprintf(out, "<p class=\"missing\">The figure <b>%s</b> (", name);
        twc_report_text(out, shows);
        fputs(") is missing. <code class=\"command\">", out);
        twc_report_text(out, command);
        fputs("</code> draws it.</p>\n", out);
        return twc_ok();
    }
    int drawing = size[0] >= 0 && (size[0] <= LARGEST_DRAWING || size[1] < 0);
    fprintf(out, "<figure id=\"figure-%s\">\n", name);
    twc_status status = put_file(out, size[0] >= 0 ? path[0] : NULL, path[1], shows, drawing);
    if (!status.code)
        put_caption(out, name, paper, shows, size[2] >= 0);
    return status;
}

twc_status twc_report_section_figures(FILE *out, const char *folder, const cJSON *section)
{
    char command[96];
    const cJSON *figure;
    twc_status status = twc_ok();
    snprintf(command, sizeof command, "twc reproduce --section %.40s", twc_results_string(section, "name"));
    cJSON_ArrayForEach(figure, twc_results_member(section, "figures"))
    {
        if (!status.code)
            status = put_figure(out, folder, twc_results_string(figure, "name"), "",
                                twc_results_string(figure, "shows"), command);
    }
    return status;
}

/* All but the ensemble and the land, which have their sections, and the free camera. */
twc_status twc_report_figures(FILE *out, const char *folder)
{
    char command[1200];
    twc_status status = twc_ok();
    fputs("<h2 id=\"figures\">Figures</h2>\n", out);
    for (const twc_figure *figure = twc_figures; figure->name && !status.code; figure++) {
        snprintf(command, sizeof command, "twc plot %s --out %s", figure->name, folder);
        if (!(figure->parts & (TWC_STUDY_STRIPS | TWC_STUDY_LAND)) && strcmp(figure->name, "view") != 0)
            status = put_figure(out, folder, figure->name, figure->paper, figure->shows, command);
    }
    return status;
}
