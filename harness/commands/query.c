/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc query: the drawn surface of a world at points, or what a land answers there. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/query_land.h"
#include "commands/spot_list.h"
#include "commands/values.h"
#include "query.h"
#include "query_surface.h"
#include "store/atomic_file.h"
#include "store/mesh_faces.h"
#include "store/open_session.h"
#include "write_json.h"

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
    size_t count;
    twc_point *point;
} point_list;

static twc_status point_of(const point_list *list, twc_spot spot, const char *where, twc_point *point)
{
    return twc_place_point(where, (twc_place){spot.x, spot.z}, list->coordinates, point);
}

static twc_status check_inside(const void *context, twc_spot spot, const char *where)
{
    const point_list *list = context;
    const twc_rect e = list->world->world.extent;
    twc_point point;
    twc_status status = point_of(list, spot, where, &point);
    if (status.code || twc_query_inside(&list->world->world, point))
        return status;
    return twc_fail(TWC_USAGE, "%s: (%.2f, %.2f) lies outside the world, which is %d to %d m in x and %d to %d m in z",
                    where, point.x / 100.0, point.z / 100.0, 512 * e.x, 512 * (e.x + e.nx), 512 * e.z,
                    512 * (e.z + e.nz));
}

static twc_status read_points(const query_values *v, point_list *list)
{
    const twc_words places = {v->places.count - 1, v->places.text + 1};
    twc_spot_list spots;
    twc_status status = twc_spots_read(&places, v->points, check_inside, list, &spots);
    if (status.code)
        return status;
    list->point = malloc(spots.count * sizeof *list->point);
    if (!list->point)
        status = twc_fail(TWC_IO, "not enough memory for %zu points", spots.count);
    for (size_t k = 0; k < spots.count && !status.code; k++)
        status = point_of(list, (twc_spot){spots.x[k], spots.z[k]}, "a place", &list->point[k]);
    list->count = spots.count;
    twc_spots_free(&spots);
    return status;
}

/* A place as it is answered: metres of the world, or coordinates. */
static void print_place(const point_list *list, int32_t x, int32_t z, char text[2][32])
{
    double place[2] = {x / 100.0, z / 100.0};
    const int digits = list->coordinates && list->coordinates->per_x[0] < 0.01 ? 9 : 2; /* degrees */
    if (list->coordinates)
        twc_georeference_to_crs(list->coordinates, x / 100.0, z / 100.0, place);
    for (int k = 0; k < 2; k++)
        snprintf(text[k], sizeof text[k], "%.*f", digits, place[k]);
}

static void put_text(FILE *out, const point_list *list, const twc_point *p, const twc_location *l)
{
    const double datum = list->world->datum;
    char place[2][32];
    print_place(list, p->x, p->z, place);
    fprintf(out, "%s %s %.9g %s %016" PRIx64, place[0], place[1], l->height + datum, twc_face_kind_name(l->facet_class),
            l->facet);
    for (int v = 0; v < 3; v++) {
        print_place(list, l->corner[v].x, l->corner[v].z, place);
        fprintf(out, " %s,%.9g,%s", place[0], l->corner[v].y + datum, place[1]);
    }
    fputc('\n', out);
}

static cJSON *point_json(const point_list *list, const twc_point *p, const twc_location *l)
{
    const char *names[2] = {list->coordinates ? "easting" : "x", list->coordinates ? "northing" : "z"};
    const double datum = list->world->datum;
    char place[2][32];
    cJSON *point = cJSON_CreateObject();
    print_place(list, p->x, p->z, place);
    for (int k = 0; k < 2; k++)
        twc_json_add_printed(point, names[k], "%s", place[k]);
    twc_json_add_printed(point, "height", "%.9g", l->height + datum);
    twc_json_add_text(point, "class", twc_face_kind_name(l->facet_class));
    twc_json_add_printed(point, "facet", "\"%016" PRIx64 "\"", l->facet);
    cJSON *triangle = twc_json_add_array(point, "triangle");
    for (int v = 0; v < 3; v++) {
        cJSON *corner = twc_json_add_array(triangle, NULL);
        print_place(list, l->corner[v].x, l->corner[v].z, place);
        twc_json_add_printed(corner, NULL, "%s", place[0]);
        twc_json_add_printed(corner, NULL, "%.9g", l->corner[v].y + datum);
        twc_json_add_printed(corner, NULL, "%s", place[1]);
    }
    return point;
}

/* A row a point, made one after the other: there may be millions. They are written when all of them are made. */
static twc_status put_json(FILE *out, const point_list *list, const twc_location *answers)
{
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    twc_status status = memory ? twc_ok() : twc_fail(TWC_IO, "not enough memory for %zu answers", list->count);
    for (size_t k = 0; k < list->count && !status.code; k++) {
        fputs(k ? ",\n  " : "[\n  ", memory);
        status = twc_json_put(point_json(list, &list->point[k], &answers[k]), TWC_JSON_LINE, memory);
    }
    if (!status.code)
        fputs("\n]\n", memory);
    if (memory && (ferror(memory) | fclose(memory)) && !status.code)
        status = twc_fail(TWC_IO, "not enough memory for %zu answers", list->count);
    if (!status.code)
        fputs(text, out);
    free(text);
    return status;
}

/* Heights are elevations, as the world's source had them: what flatten --to takes. */
static twc_status put_answers(FILE *out, int json, const point_list *list, const twc_location *answers)
{
    if (json)
        return put_json(out, list, answers);
    fputs(list->coordinates ? "# easting northing height class facet corner corner corner (easting,height,northing)\n"
                            : "# x z height class facet corner corner corner (x,height,z), metres\n",
          out);
    for (size_t k = 0; k < list->count; k++)
        put_text(out, list, &list->point[k], &answers[k]);
    return twc_ok();
}

static twc_status write_answers(const twc_cli *cli, const point_list *list, const twc_location *answers)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(cli->out ? cli->out : "-", &file);
    if (status.code)
        return status;
    status = put_answers(file.stream, cli->json, list, answers);
    if (!status.code)
        return twc_atomic_commit(&file);
    twc_atomic_discard(&file);
    return status;
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
    .shared = TWC_TAKES_JSON | TWC_TAKES_LEVEL | TWC_TAKES_TEXT_OUT | TWC_TAKES_MEMORY,
    .run = run,
};
