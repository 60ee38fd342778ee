/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * draw_rooms ROOMS.txt FOLDER: the rooms of the tree and what each may include, as FOLDER/rooms.pdf, .svg and .png.
 * Rooms stand in the order of the table, so every arrow leads up.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "canvas.h"

enum { ROOMS = 40, WORDS = 24, NAME = 32, HOLDS = 120 };

typedef struct room {
    char name[NAME], holds[HOLDS];
    char include[WORDS][NAME];
    int includes;
} room;

typedef struct plan {
    room rooms[ROOMS];
    int count;
} plan;

static const double row = 17, top = 12, box = 62, middle = 178;

static int find(const plan *p, const char *name)
{
    for (int k = 0; k < p->count; k++)
        if (strcmp(p->rooms[k].name, name) == 0)
            return k;
    return -1;
}

/* One line of the table: room | where | may include | what it holds. 0 when it is none. */
static int read_room(const char *line, room *out)
{
    char include[256];
    memset(out, 0, sizeof *out);
    if (*line == '#' || sscanf(line, "%31[^ |] | %*[^|]| %255[^|]| %119[^\n]", out->name, include, out->holds) != 3)
        return 0;
    for (char *word = strtok(include, " "); word && out->includes < WORDS; word = strtok(NULL, " "))
        snprintf(out->include[out->includes++], NAME, "%s", word);
    return 1;
}

/* The contract includes nothing, so its third field is empty and the pattern above does not fit. */
static int read_lowest(const char *line, room *out)
{
    memset(out, 0, sizeof *out);
    return *line != '#' && sscanf(line, "%31[^ |] | %*[^|]| | %119[^\n]", out->name, out->holds) == 2;
}

static int read_plan(const char *path, plan *out)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    while (out->count < ROOMS && fgets(line, sizeof line, file))
        out->count += read_room(line, &out->rooms[out->count]) || read_lowest(line, &out->rooms[out->count]);
    fclose(file);
    return out->count > 1;
}

static double level(int k)
{
    return top + row * k;
}

/* An arc on the left from a room to one above it; the more rooms between, the farther out. */
static void draw_arrow(cairo_t *cr, int from, int to, int rooms)
{
    const double x = middle - box, y0 = level(from), y1 = level(to), out = 8 + 130 * sqrt((double)(from - to) / rooms);
    const double shade = 0.15 + 0.55 * (from - to) / rooms;
    cairo_set_source_rgb(cr, shade * 0.6, shade * 0.8, shade);
    cairo_set_line_width(cr, 0.5);
    cairo_move_to(cr, x, y0 - 1.5);
    cairo_curve_to(cr, x - out, y0, x - out, y1, x - 3, y1 + 1.5);
    cairo_stroke(cr);
    cairo_move_to(cr, x, y1 + 1.5);
    cairo_line_to(cr, x - 4, y1 + 3.2);
    cairo_line_to(cr, x - 4, y1 - 0.2);
    cairo_fill(cr);
}

static void draw(cairo_t *cr, const void *data)
{
    const plan *p = data;
    for (int k = 0; k < p->count; k++)
        for (int i = 0; i < p->rooms[k].includes; i++) {
            const int to = find(p, p->rooms[k].include[i]);
            if (to >= 0)
                draw_arrow(cr, k, to, p->count);
        }
    for (int k = 0; k < p->count; k++) {
        cairo_rectangle(cr, middle - box, level(k) - 6.5, box, 13);
        cairo_set_source_rgb(cr, 0.93, 0.95, 0.97);
        cairo_fill_preserve(cr);
        cairo_set_source_rgb(cr, 0.2, 0.3, 0.4);
        cairo_set_line_width(cr, 0.6);
        cairo_stroke(cr);
        cairo_set_source_rgb(cr, 0, 0, 0);
        twc_text(cr, middle - box / 2, level(k), TWC_TEXT_NORMAL, TWC_ALIGN_CENTRE, p->rooms[k].name);
        twc_text(cr, middle + 6, level(k), TWC_TEXT_NORMAL, TWC_ALIGN_LEFT, p->rooms[k].holds);
    }
}

int main(int argc, char **argv)
{
    static plan p;
    if (argc != 3 || !read_plan(argv[1], &p)) {
        fprintf(stderr, "draw_rooms ROOMS.txt FOLDER: draws the table of rooms%s\n",
                argc == 3 ? "; it can't be read" : "");
        return TWC_USAGE;
    }
    const twc_page page = {"rooms", "Rooms of the tree", TWC_TEXT_PT, 2 * top + row * (p.count - 1)};
    const twc_status status = twc_page_write(argv[2], &page, draw, &p);
    if (status.code)
        fprintf(stderr, "draw_rooms: %s\n", status.message);
    return (int)status.code;
}
