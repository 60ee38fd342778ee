/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the paper can't be right, each with the numbers that show it (docs/errata.md says why). */
#include <math.h>
#include <string.h>

#include "parts.h"

enum { MOST_NUMBERS = 7 };

typedef struct number {
    const char *path, *label, *unit; /* path below the run's sections */
    int decimals;
} number;

typedef struct erratum {
    const char *title, *paper, *finding, *section;
    number numbers[MOST_NUMBERS + 1]; /* ends with a NULL path */
} erratum;

static const erratum errata[] = {
    {"Watertight by construction",
     "Sections 5.3 and 8.3: the seam is watertight by construction; checked after welding vertices at 1 mm.",
     "Algorithm 4 clips each triangle on its own: the triangles on both sides of an edge round the crossing for themselves and take its height "
     "from their own planes. Most of their common edges then differ in bits, and some by more than the weld closes. Here both "
     "sides take the point from one arrangement: no open edge by bits (Table 6), and nothing is welded.",
     "errata",
     {{"errata.weld.edges", "edges of cut triangles, two roads", "", 0},
      {"errata.weld.open", "open by bits", "", 0},
      {"errata.weld.beyond_weld", "more than 1 mm apart in height", "", 0},
      {"errata.weld.open_plan", "apart in plan", "", 0},
      {"errata.weld.largest_gap_mm", "largest gap", "mm", 2}}},
    {"Broad cells without the reflex rule",
     "Algorithm 1 picks a Broad cell's diagonal by height alone.",
     "Jittered corners make some Broad quadrilaterals non-convex. There one diagonal lies outside, and the height rule takes it about "
     "as often as not: an inverted triangle.",
     "errata",
     {{"errata.reflex.worlds", "worlds", "", 0},
      {"errata.reflex.broad_cells", "Broad cells", "", 0},
      {"errata.reflex.nonconvex", "of them not convex", "", 0},
      {"errata.reflex.inverted", "inverted by Algorithm 1", "", 0},
      {"errata.reflex.worlds_with_inverted", "worlds with at least one", "", 0}}},
    {"The dilation of Algorithm 8",
     "An edit rebuilds what lies within 74 m: the widest bank, 10 m, and a macro cell, 64 m.",
     "The broad prefilter reads 48 m, and a Broad triangle reaches farther still. Chunks outside the dilation change and stay stale.",
     "reach",
     {{"reach.edits", "brush strokes", "", 0},
      {"reach.farthest_m", "farthest changed triangle", "m", 1},
      {"reach.stale_edits", "strokes that leave a stale chunk", "", 0},
      {"reach.stale_chunks", "stale chunks", "", 0}}},
    {"The margin of a chunk build",
     "Section 7: a build reads the chunk and a margin of one macro cell and the widest bank, 74 m.",
     "A chunk's own triangles take heights from farther out: a Broad corner, and the filter around it.",
     "errata",
     {{"errata.margin.chunks", "chunks", "", 0},
      {"errata.margin.beyond", "that read beyond 74 m", "", 0},
      {"errata.margin.farthest_m", "farthest sample read", "m", 1}}},
    {"Triangles of a road",
     "Table 6: 2.2 fill triangles per metre on the gentle road.",
     "Bed and banks take at least 12 triangles between two stations: two strips of bed and two of each bank. At stations 5 m apart that is "
     "2.4 per metre before the outer edge takes in a single crossing.",
     "errata",
     {{"errata.fill.pairs", "station pairs of the two roads", "", 0},
      {"errata.fill.least", "least triangles of a pair", "", 0},
      {"errata.fill.least_per_metre", "that is, per metre", "", 2},
      {"table6.roads.0.fill_per_m", "per metre, side slope", "", 2},
      {"table6.roads.1.fill_per_m", "per metre, gentle", "", 2},
      {"table6.roads.1.fill_triangles", "fill triangles, gentle (paper 1,836)", "", 0},
      {"table6.roads.1.ground_added", "ground triangles added, gentle (paper 423)", "", 0}}},
    {"Fans in the plane of their triangle",
     "Section 4.3: all fan triangles lie in the plane of the broad triangle.",
     "Plan positions are whole centimetres, so a fan's vertices stand beside the straight edge, and on a slope off the plane. The pieces "
     "carry the facet's normal, so nothing of it shows.",
     "errata",
     {{"errata.fans.vertices", "fan vertices", "", 0},
      {"errata.fans.off_edge_cm", "farthest off the edge in plan", "cm", 2},
      {"errata.fans.off_plane_cm", "farthest off the plane", "cm", 2},
      {"errata.fans.off_plane_vertical_cm", "the same, vertically", "cm", 2}}},
    {"Ten per cent of ground faces",
     "Section 6.1: puddles cover 10 % of ground faces and 32 % of road-bed faces at w = 1.",
     "Ranks are percentiles of the faces that can hold water. The cover is a share of those.",
     "weather",
     {{"weather.cover.eligible_ground_percent", "of eligible ground faces", "%", 2},
      {"weather.cover.all_ground_percent", "of all ground faces", "%", 2},
      {"weather.cover.eligible_bed_percent", "of eligible bed faces", "%", 2},
      {"weather.cover.all_bed_percent", "of all bed faces", "%", 2}}},
    {"The smallest triangle",
     "Section 4.2: the smallest triangle is 0.029 of the squared spacing, 7.4 m\u00b2.",
     "True over extreme jitters only. Between them lie cells whose two diagonals are both valid while one passes close to a corner that is nearly straight, "
     "and the hash may take that one.",
     "errata",
     {{"errata.lattice.extreme_m2", "over all extreme jitters", "m\u00b2", 2},
      {"errata.lattice.smallest_m2", "in the region", "m\u00b2", 3}}},
    {"Non-convex cells",
     "Section 8.3: 155 of 16,384 fine cells are non-convex.",
     "The count follows from the hash alone, and the paper does not print its hash. With the one fixed here, on a region about the origin, "
     "the share is the paper's 0.95 % and the count another one.",
     "errata",
     {{"errata.lattice.nonconvex", "non-convex cells", "", 0}, {"errata.lattice.cells", "cells", "", 0}}},
};

int twc_report_errata_count(void)
{
    return (int)(sizeof errata / sizeof *errata);
}

static void put_numbers(FILE *out, const cJSON *sections, const erratum *e)
{
    int missing = 0;
    fputs("<ul class=\"numbers\">\n", out);
    for (const number *n = e->numbers; n->path; n++) {
        double value = twc_report_number(sections, n->path);
        missing += isnan(value);
        if (isnan(value))
            continue;
        fputs("<li><b>", out);
        twc_report_value(out, value, n->decimals);
        fprintf(out, "%s%s</b> %s</li>\n", *n->unit ? "\u00a0" : "", n->unit, n->label);
    }
    fputs("<li class=\"soft\">", out);
    fprintf(out, missing ? "Not all numbers are in this run: " : "Computed by ");
    fprintf(out, "<code class=\"command\">twc reproduce --section %s</code>%s</li>\n</ul>", e->section,
            missing ? " computes them" : "");
}

void twc_report_errata(FILE *out, const cJSON *sections)
{
    fputs("<h2 id=\"errata\">Errata of the paper</h2>\n<ol class=\"errata\">\n", out);
    for (size_t k = 0; k < sizeof errata / sizeof *errata; k++) {
        const erratum *e = &errata[k];
        fprintf(out, "<li><h3>%zu. %s</h3>\n<p><b>Paper.</b> %s</p>\n<p><b>Found.</b> %s</p>\n", k + 1, e->title,
                e->paper, e->finding);
        put_numbers(out, sections, e);
        fputs("</li>\n", out);
    }
    fputs("</ol>\n", out);
}
