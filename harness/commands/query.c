/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc query: the drawn surface of a world at points, or what a land answers there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/query_land.h"
#include "commands/spot_list.h"
#include "commands/values.h"
#include "decimal.h"
#include "query.h"
#include "query_surface.h"
#include "store/atomic_file.h"
#include "store/mesh_faces.h"
#include "store/open_session.h"

typedef struct query_values {
    const char *land, *points;
    twc_words places; /* after the world, where no land is asked */
    int fine_only, coordinates;
    double over;
} query_values;

static const query_values defaults = {.over = 8};

static const twc_option arguments[] = {
    {.name = "WORLD.h5[+LOG] X,Z",
     .words = &defaults.places,
     .names = TWC_NAMES_FILE,
     .help =
         "the world to ask, or after its log, and places in metres: x east, z south of the origin; with --land places alone"},
    {.name = NULL},
};

static const twc_option options[] = {
    {.name = "points",
     .value = "FILE",
     .text = &defaults.points,
     .names = TWC_NAMES_FILE,
     .help = "read points from a file, one \"x,z\" or \"x z\" a line, # for comments; - is standard input"},
    {.name = "coordinates",
     .flag = &defaults.coordinates,
     .help = "places are EASTING,NORTHING in the world's reference system, here and in the answers"},
    {.name = "land",
     .value = "FILE",
     .text = &defaults.land,
     .names = TWC_NAMES_FILE,
     .help = "ask this land (*.json) in place of a world: height, gradient, slope, normal, curvature, the distance of "
             "each feature, dressed, densities, look"},
    {.name = "over",
     .value = "M",
     .real = &defaults.over,
     .low = 0.01,
     .high = 1000,
     .unit = "m",
     .help = "of a land: curvature over so many metres"},
    {.name = "fine-only", .flag = &defaults.fine_only, .help = "treat every macro cell as Fine"},
    {.name = NULL},
};

/* The places of a query of a world, in centimetres. */
typedef struct point_list {
    const twc_world_data *world;
    const twc_georeference *coordinates; /* NULL: places are metres of the world */
    size_t count, capacity;
    twc_point *point;
} point_list;

static twc_status make_room(point_list *list)
{
    const size_t capacity = list->capacity ? 2 * list->capacity : 256;
    twc_point *point = realloc(list->point, capacity * sizeof *point);
    if (!point)
        return twc_fail(TWC_IO, "not enough memory for %zu points", capacity);
    list->point = point;
    list->capacity = capacity;
    return twc_ok();
}

static twc_status add_point(void *context, twc_spot spot, const char *where)
{
    point_list *list = context;
    const twc_rect e = list->world->world.extent;
    twc_point point;
    twc_status status = list->count == list->capacity ? make_room(list) : twc_ok();
    if (!status.code)
        status = twc_place_point(where, (twc_place){spot.x, spot.z}, list->coordinates, &point);
    if (status.code)
        return status;
    if (!twc_query_inside(&list->world->world, point))
        return twc_fail(TWC_USAGE,
                        "%s: (%.2f, %.2f) lies outside the world, which is %d to %d m in x and %d to %d m in z", where,
                        point.x / 100.0, point.z / 100.0, 512 * e.x, 512 * (e.x + e.nx), 512 * e.z, 512 * (e.z + e.nz));
    list->point[list->count++] = point;
    return status;
}

static twc_status read_points(const query_values *v, point_list *list)
{
    const twc_words places = {v->places.count - 1, v->places.text + 1};
    return twc_spots_each(&places, v->points, add_point, list);
}

/* ---- answers as text --------------------------------------------------------------------------------------------- */

/* A row is shorter than this: thirteen numbers, and the words about them. */
enum { ROW_SIZE = 16 * TWC_DECIMAL_SIZE };

/* A place as it is answered, metres of the world or coordinates, with `between` and a text between the two. */
static char *put_place(char *to, const point_list *list, int32_t x, int32_t z, const char *between)
{
    double place[2];
    if (!list->coordinates) {
        to = twc_put_metres(to, x);
        to = twc_put_text(to, between);
        return twc_put_metres(to, z);
    }
    const int digits = list->coordinates->per_x[0] < 0.01 ? 9 : 2; /* degrees */
    twc_georeference_to_crs(list->coordinates, x / 100.0, z / 100.0, place);
    to = twc_put_fixed(to, place[0], digits);
    to = twc_put_text(to, between);
    return twc_put_fixed(to, place[1], digits);
}

static char *put_corner(char *to, const point_list *list, const twc_vertex *v, const char *comma)
{
    char height[TWC_DECIMAL_SIZE + 8], *end = twc_put_text(height, comma);
    end = twc_put_short(end, v->y + list->world->datum);
    *twc_put_text(end, comma) = '\0';
    return put_place(to, list, v->x, v->z, height);
}

static char *put_line(char *to, const point_list *list, const twc_point *p, const twc_location *l)
{
    to = put_place(to, list, p->x, p->z, " ");
    *to++ = ' ';
    to = twc_put_short(to, l->height + list->world->datum);
    *to++ = ' ';
    to = twc_put_text(to, twc_face_kind_name(l->facet_class));
    *to++ = ' ';
    to = twc_put_hex(to, l->facet);
    for (int v = 0; v < 3; v++) {
        *to++ = ' ';
        to = put_corner(to, list, &l->corner[v], ",");
    }
    *to++ = '\n';
    return to;
}

/* As a member of an array; names and kinds hold nothing that JSON would quote. */
static char *put_object(char *to, const point_list *list, const twc_point *p, const twc_location *l)
{
    to = twc_put_text(to, list->coordinates ? "{\"easting\": " : "{\"x\": ");
    to = put_place(to, list, p->x, p->z, list->coordinates ? ", \"northing\": " : ", \"z\": ");
    to = twc_put_text(to, ", \"height\": ");
    to = twc_put_short(to, l->height + list->world->datum);
    to = twc_put_text(to, ", \"class\": \"");
    to = twc_put_text(to, twc_face_kind_name(l->facet_class));
    to = twc_put_text(to, "\", \"facet\": \"");
    to = twc_put_hex(to, l->facet);
    to = twc_put_text(to, "\", \"triangle\": [");
    for (int v = 0; v < 3; v++) {
        to = twc_put_text(to, v ? ", [" : "[");
        to = put_corner(to, list, &l->corner[v], ", ");
        *to++ = ']';
    }
    return twc_put_text(to, "]}");
}

/* Heights are elevations, as the world's source had them: what flatten --to takes. */
static void put_answers(FILE *out, int json, const point_list *list, const twc_location *answers)
{
    char row[ROW_SIZE];
    fputs(json                ? "[\n  "
          : list->coordinates ? "# easting northing height class facet corner corner corner (easting,height,northing)\n"
                              : "# x z height class facet corner corner corner (x,height,z), metres\n",
          out);
    for (size_t k = 0; k < list->count; k++) {
        char *end = json && k ? twc_put_text(row, ",\n  ") : row;
        end = (json ? put_object : put_line)(end, list, &list->point[k], &answers[k]);
        fwrite(row, 1, (size_t)(end - row), out);
    }
    if (json)
        fputs("\n]\n", out);
}

static twc_status write_answers(const twc_cli *cli, const point_list *list, const twc_location *answers)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(cli->out ? cli->out : "-", &file);
    if (status.code)
        return status;
    put_answers(file.stream, cli->json, list, answers);
    return twc_atomic_commit(&file);
}

static twc_status run_world(const twc_cli *cli, const query_values *v)
{
    twc_world_data data;
    point_list list = {.point = NULL};
    twc_location *answers = NULL;
    if (v->places.count == 0)
        return twc_fail(TWC_USAGE, "a world belongs here (twc query --help)");
    twc_status status = twc_cli_given(cli, "over")
                            ? twc_fail(TWC_USAGE, "--over is of lands (--land)")
                            : twc_world_open_named(cli->level, v->places.text[0], cli->memory, &data);
    if (status.code)
        return status;
    list.world = &data;
    list.coordinates = v->coordinates ? &data.georeference : NULL;
    if (v->coordinates)
        status = twc_need_place(v->places.text[0], &data.georeference);
    if (!status.code)
        status = read_points(v, &list);
    if (!status.code && !(answers = malloc(list.count * sizeof *answers)))
        status = twc_fail(TWC_IO, "not enough memory for %zu answers", list.count);
    twc_surface_source source = {&data.world, data.features.list, twc_fast_builder(cli->level), v->fine_only};
    if (!status.code)
        status = twc_query_need(&data, list.count, list.point);
    if (!status.code)
        status = twc_query_surface(&source, list.count, list.point, answers);
    if (!status.code)
        status = write_answers(cli, &list, answers);
    free(answers);
    free(list.point);
    twc_world_data_destroy(&data);
    return status;
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const query_values *v = values;
    if (!v->land)
        return run_world(cli, v);
    if (v->fine_only || v->coordinates)
        return twc_fail(TWC_USAGE, "--%s is of worlds, and --land asks a land",
                        v->fine_only ? "fine-only" : "coordinates");
    return twc_query_land(cli, (twc_land_query){v->land, v->places, v->points, v->over});
}

const twc_command twc_command_query = {
    .name = "query",
    .summary = "height, triangle, facet and class at points of a world; all that a land is asked",
    .examples = "  twc query valley.h5 12.5,-30 0,0               x,z in metres: x east, z south of the origin\n"
                "  twc query valley.h5 --points points.txt --json\n"
                "  twc query valley.h5+valley.log 12.5,-30        the world after its log\n"
                "  seq -f '%g,0' 0 10 100 | twc query valley.h5 --points -\n"
                "  twc query --land experiments/island.json 100,-100 -30,405    everything a land may be asked\n",
    .wanted = "a world belongs here",
    .arguments = arguments,
    .options = options,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_STREAM_OUT | TWC_TAKES_MEMORY,
    .run = run,
};
