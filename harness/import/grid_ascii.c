/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * ESRI ASCII grids: a header of keywords, then rows of numbers from the north. strtod rounds correctly in every C
 * library that matters, so the heights are the same bits everywhere.
 */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "readers.h"
#include "text_encoding.h"

enum { COLUMNS, ROWS, CORNER_X, CORNER_Y, CENTRE_X, CENTRE_Y, CELL, CELL_X, CELL_Y, NO_DATA, KEYWORD_COUNT };

static const char *const keywords[KEYWORD_COUNT] = {"ncols",     "nrows",    "xllcorner", "yllcorner", "xllcenter",
                                                    "yllcenter", "cellsize", "dx",        "dy",        "nodata_value"};

typedef struct header {
    double value[KEYWORD_COUNT];
    int given[KEYWORD_COUNT];
} header;

static const char *skip_space(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* The word at `text`, cut for a message. */
static const char *word_at(const char *text, char word[24])
{
    int length = 0;
    for (; length < 20 && text[length] && !isspace((unsigned char)text[length]); length++)
        word[length] = isprint((unsigned char)text[length]) ? text[length] : '?';
    word[length] = '\0';
    return word;
}

/* A number that ends at a space or at the end of the text; NULL when there is none. */
static const char *read_number(const char *text, double *value)
{
    char *end;
    *value = strtod(text, &end);
    return end == text || (*end && !isspace((unsigned char)*end)) ? NULL : end;
}

static twc_status read_header(const char *path, const char **text, header *h)
{
    char word[24];
    memset(h, 0, sizeof *h);
    for (;;) {
        const char *start = skip_space(*text), *end = start;
        while (isalpha((unsigned char)*end) || *end == '_')
            end++;
        int key = 0;
        size_t length = (size_t)(end - start);
        while (key < KEYWORD_COUNT &&
               (strlen(keywords[key]) != length || strncasecmp(keywords[key], start, length) != 0))
            key++;
        if (key == KEYWORD_COUNT) {
            *text = start;
            return twc_ok();
        }
        const char *next = read_number(skip_space(end), &h->value[key]);
        if (!next)
            return twc_fail(TWC_IO, "%s: a number belongs behind %s in its header, not \"%s\"", path, keywords[key],
                            word_at(skip_space(end), word));
        h->given[key] = 1;
        *text = next;
    }
}

/* The side of a cell as the header has it; 0 when it has none and the command line does. */
static twc_status cell_side(const char *path, const header *h, const twc_grid_options *options, double *side)
{
    double x = h->given[CELL] ? h->value[CELL] : h->value[CELL_X],
           y = h->given[CELL] ? h->value[CELL] : h->value[CELL_Y];
    *side = 0;
    if (!h->given[CELL] && !(h->given[CELL_X] && h->given[CELL_Y]))
        return options->cell > 0
                   ? twc_ok()
                   : twc_fail(TWC_IO, "%s has no cellsize in its header; state it with --cell METRES", path);
    if (!(fabs(x - y) <= 1e-6 * fabs(x)))
        return twc_fail(
            TWC_IO,
            "%s has cells of %g x %g m, and twc takes square ones: resample it first: gdalwarp -tr %.10g %.10g "
            "-r bilinear " TWC_WARP_TO " %s square.tif",
            path, x, y, fmin(x, y), fmin(x, y), path);
    *side = x;
    return twc_ok();
}

/* Coordinates of the outer corner in the north-west, from those of a corner or a centre in the south-west. */
static void take_place(const header *h, double side, twc_grid *grid)
{
    twc_grid_place *place = &grid->place;
    place->side = side;
    if (h->given[CORNER_X] || h->given[CENTRE_X])
        place->west = h->given[CORNER_X] ? h->value[CORNER_X] : h->value[CENTRE_X] - side / 2;
    if (h->given[CORNER_Y] || h->given[CENTRE_Y])
        place->north = (h->given[CORNER_Y] ? h->value[CORNER_Y] : h->value[CENTRE_Y] - side / 2) + grid->rows * side;
}

static int is_count(double value)
{
    return value >= 1 && value <= 1e9 && value == floor(value);
}

static twc_status check_header(const char *path, const unsigned char *bytes, size_t size, const header *h)
{
    if (!h->given[COLUMNS] && !h->given[ROWS])
        return twc_fail(TWC_IO,
                        "%s is not an ESRI ASCII grid (a header with ncols and nrows is missing): it looks like %s; "
                        "name its format with --format",
                        path, twc_grid_kind(bytes, size));
    if (!is_count(h->value[COLUMNS]) || !is_count(h->value[ROWS]))
        return twc_fail(TWC_IO, "%s: ncols and nrows in its header must be whole numbers from 1, not %g and %g", path,
                        h->value[COLUMNS], h->value[ROWS]);
    if (h->value[COLUMNS] * h->value[ROWS] > (double)size) /* each number takes a digit and a space */
        return twc_fail(TWC_IO,
                        "%s was cut short: its header promises %.0f x %.0f heights, more than its %zu bytes can hold",
                        path, h->value[COLUMNS], h->value[ROWS], size);
    return twc_ok();
}

static twc_status no_number(const char *path, const char *text, size_t k, size_t columns)
{
    char word[24];
    word_at(text, word);
    return twc_fail(TWC_IO, "%s: row %zu, column %zu is \"%s\", which is no number%s", path, k / columns + 1,
                    k % columns + 1, word, strchr(word, ',') ? " (decimals need a point, not a comma)" : "");
}

static twc_status read_heights(const char *path, const char *text, twc_grid *grid)
{
    char word[24];
    size_t count = (size_t)grid->columns * (size_t)grid->rows, columns = (size_t)grid->columns;
    for (size_t k = 0; k < count; k++) {
        text = skip_space(text);
        if (!*text)
            return twc_fail(TWC_IO, "%s was cut short: it holds %zu of the %zu heights (%d x %d) its header promises",
                            path, k, count, grid->columns, grid->rows);
        const char *next = read_number(text, &grid->height[k]);
        if (!next)
            return no_number(path, text, k, columns);
        text = next;
    }
    text = skip_space(text);
    if (*text)
        return twc_fail(
            TWC_IO,
            "%s holds more than the %d x %d heights its header promises (\"%s\" comes next): its header or its "
            "data is wrong",
            path, grid->columns, grid->rows, word_at(text, word));
    return twc_ok();
}

twc_status twc_grid_read_ascii(const char *path, const unsigned char *bytes, size_t size,
                               const twc_grid_options *options, twc_grid *grid, twc_grid_meaning *meaning)
{
    const char *text = (const char *)bytes;
    header h;
    double side;
    twc_status status = twc_text_kind(bytes, size) ? twc_text_check(path, bytes, size) : twc_ok();
    if (!status.code)
        status = read_header(path, &text, &h);
    if (!status.code)
        status = check_header(path, bytes, size, &h);
    if (!status.code)
        status = cell_side(path, &h, options, &side);
    if (!status.code)
        status = twc_text_check(path, bytes, size);
    if (!status.code)
        status = twc_grid_create(path, (int64_t)h.value[COLUMNS], (int64_t)h.value[ROWS], options, grid);
    if (!status.code)
        status = twc_grid_set_cell(path, options, side, grid);
    if (status.code)
        return status;
    take_place(&h, side, grid);
    meaning->has_no_data = 1; /* -9999 is what the format means where the header says nothing */
    meaning->no_data = h.given[NO_DATA] ? h.value[NO_DATA] : -9999;
    return read_heights(path, text, grid);
}
