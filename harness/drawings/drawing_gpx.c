/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * GPX 1.0 and 1.1: every segment of a track and every route is a feature. By expat, of a file that somebody else made:
 * a document type, and with it every entity but the five of XML, ends the reading; so do elements nested deeper than
 * any GPX has them.
 */
#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "drawings/drawing.h"

enum { DEEPEST = 64, PIECE = 1 << 16 };

typedef struct gpx_reading {
    XML_Parser parser;
    twc_drawings *drawings;
    twc_status status;
    int depth;
    int line;                    /* the depth of the segment or the route that is open; 0: none is */
    int line_depth;              /* of the track or the route, whose name counts */
    int naming;                  /* the depth of the name that is open */
    char name[TWC_DRAWING_NAME]; /* of the track or the route */
    size_t name_length;
} gpx_reading;

/* Without its prefix. */
static const char *local_name(const char *name)
{
    const char *colon = strrchr(name, ':');
    return colon ? colon + 1 : name;
}

static void stop(gpx_reading *r, twc_status status)
{
    if (r->status.code)
        return;
    r->status = twc_fail(status.code, "line %lu: %.400s", (unsigned long)XML_GetCurrentLineNumber(r->parser),
                         status.message);
    XML_StopParser(r->parser, XML_FALSE);
}

/* A decimal number and nothing else within its range; else NaN. */
static double degrees_of(const char *text, double most)
{
    char *end;
    if (!text || !*text || strspn(text, "+-.0123456789eE") != strlen(text))
        return NAN;
    const double value = strtod(text, &end);
    return *end == '\0' && fabs(value) <= most ? value : NAN;
}

static void take_point(gpx_reading *r, const char **attributes)
{
    const char *text[2] = {NULL, NULL};
    twc_drawn *d = &r->drawings->drawing[r->drawings->count - 1];
    for (; attributes[0]; attributes += 2) {
        if (strcmp(attributes[0], "lon") == 0)
            text[0] = attributes[1];
        if (strcmp(attributes[0], "lat") == 0)
            text[1] = attributes[1];
    }
    const double longitude = degrees_of(text[0], 180), latitude = degrees_of(text[1], 90);
    char said[TWC_DRAWING_SAID];
    if (isnan(longitude) || isnan(latitude)) {
        stop(r,
             twc_fail(
                 TWC_IO,
                 "%s, node %d: lon=\"%.30s\" lat=\"%.30s\" is no longitude from -180 to 180 and latitude from -90 to "
                 "90 degrees",
                 twc_drawing_said(d, said), d->node_count + 1, text[0] ? text[0] : "", text[1] ? text[1] : ""));
        return;
    }
    const twc_drawn_node *last = d->node_count ? &d->nodes[d->node_count - 1] : NULL;
    if (last && last->place[0] == longitude && last->place[1] == latitude) {
        r->drawings->repeated++; /* a receiver that stands still */
        return;
    }
    twc_status status = twc_drawings_node(r->drawings, longitude, latitude);
    if (status.code)
        stop(r, status);
}

static void start_line(gpx_reading *r)
{
    twc_drawn *d;
    twc_status status = twc_drawings_add(r->drawings, &d);
    if (status.code) {
        stop(r, status);
        return;
    }
    r->line = r->depth;
    snprintf(d->name, sizeof d->name, "%s", r->name);
}

static void take_start(void *context, const char *element, const char **attributes)
{
    gpx_reading *r = context;
    const char *name = local_name(element);
    if (r->status.code)
        return;
    if (++r->depth > DEEPEST) {
        stop(r, twc_fail(TWC_IO, "elements are nested deeper than %d: no GPX has that", DEEPEST));
        return;
    }
    if (r->depth == 1 && strcmp(name, "gpx") != 0) {
        stop(r, twc_fail(TWC_IO, "its outermost element is <%.40s>, a GPX has <gpx>", name));
        return;
    }
    if (r->depth == 2 && (strcmp(name, "trk") == 0 || strcmp(name, "rte") == 0)) {
        r->line_depth = r->depth;
        r->name[0] = '\0';
        if (*name == 'r')
            start_line(r);
    } else if (r->line_depth && r->depth == 3 && strcmp(name, "trkseg") == 0) {
        start_line(r);
    } else if (r->line_depth && r->depth == 3 && strcmp(name, "name") == 0) {
        r->naming = r->depth;
        r->name_length = 0;
    } else if (r->line && r->depth == r->line + 1 && (strcmp(name, "trkpt") == 0 || strcmp(name, "rtept") == 0)) {
        take_point(r, attributes);
    }
}

static void take_text(void *context, const char *text, int length)
{
    gpx_reading *r = context;
    if (!r->naming || r->naming != r->depth)
        return;
    for (int k = 0; k < length && r->name_length + 1 < sizeof r->name; k++)
        r->name[r->name_length++] = (unsigned char)text[k] < ' ' ? ' ' : text[k];
    r->name[r->name_length] = '\0';
}

/* A segment or a route is over; one that has no line in it is passed over, as receivers write them. */
static void end_line(gpx_reading *r)
{
    twc_drawn *d = &r->drawings->drawing[r->drawings->count - 1];
    if (d->node_count < 2) {
        r->drawings->node_count -= d->node_count;
        r->drawings->count--;
        free(d->nodes);
    }
    r->line = 0;
}

static void take_end(void *context, const char *element)
{
    gpx_reading *r = context;
    (void)element;
    if (r->status.code)
        return;
    if (r->naming == r->depth && r->naming) {
        r->naming = 0;
        if (r->line == r->line_depth && r->line) /* of a route, whose drawing is there already */
            snprintf(r->drawings->drawing[r->drawings->count - 1].name, TWC_DRAWING_NAME, "%s", r->name);
    }
    if (r->line && r->line == r->depth)
        end_line(r);
    if (r->line_depth == r->depth)
        r->line_depth = 0;
    r->depth--;
}

static void take_doctype(void *context, const char *name, const char *system, const char *public, int internal)
{
    gpx_reading *r = context;
    (void)name, (void)system, (void)public, (void)internal;
    stop(r, twc_fail(TWC_IO, "it has a <!DOCTYPE>, which no GPX needs and which is not read: remove it"));
}

static twc_status parse(gpx_reading *r, const char *bytes, size_t size)
{
    for (size_t at = 0; at < size || size == 0; at += PIECE) {
        const size_t piece = size - at < PIECE ? size - at : PIECE;
        if (XML_Parse(r->parser, bytes + at, (int)piece, at + piece == size) == XML_STATUS_OK) {
            if (at + piece == size)
                break;
            continue;
        }
        if (r->status.code)
            return r->status;
        const enum XML_Error error = XML_GetErrorCode(r->parser);
        return twc_fail(TWC_IO, "line %lu: %s: it is no whole XML document%s",
                        (unsigned long)XML_GetCurrentLineNumber(r->parser), XML_ErrorString(error),
                        error == XML_ERROR_UNKNOWN_ENCODING || error == XML_ERROR_INVALID_TOKEN
                            ? "; convert it to UTF-8 (iconv -t UTF-8) if it is in another encoding"
                            : "");
    }
    return r->status;
}

twc_status twc_drawings_from_gpx(const char *bytes, size_t size, twc_drawings *drawings)
{
    gpx_reading r = {.parser = XML_ParserCreate(NULL), .drawings = drawings};
    drawings->frame = TWC_FRAME_LONLAT;
    if (!r.parser)
        return twc_fail(TWC_IO, "not enough memory to read XML");
    XML_SetUserData(r.parser, &r);
    XML_SetElementHandler(r.parser, take_start, take_end);
    XML_SetCharacterDataHandler(r.parser, take_text);
    XML_SetStartDoctypeDeclHandler(r.parser, take_doctype);
    twc_status status = parse(&r, bytes, size);
    XML_ParserFree(r.parser);
    return status;
}
