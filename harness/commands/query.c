/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc query: the drawn surface at points. */
#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/cli.h"
#include "commands/commands.h"
#include "query.h"
#include "query_surface.h"
#include "store/atomic_file.h"
#include "store/mesh_faces.h"
#include "store/world_h5.h"

enum { POINTS, FINE_ONLY, OPTION_COUNT };

static const twc_cli_option option_list[OPTION_COUNT + 1] = {
    {"points", "FILE", "read points from a file, one \"x,z\" or \"x z\" a line, # for comments; - is standard input",
     NULL},
    {"fine-only", NULL, "treat every macro cell as Fine", NULL},
    {NULL, NULL, NULL, NULL},
};

typedef struct point_list {
    size_t count, capacity;
    twc_point *point;
} point_list;

/* "x,z" or "x z" in metres, rounded to centimetres. */
static twc_status read_point(const char *text, const char *where, twc_point *point)
{
    char *end;
    double x = strtod(text, &end), z = 0;
    int ok = end != text;
    if (ok) {
        const char *second = end + strspn(end, " \t");
        second += *second == ',';
        z = strtod(second, &end);
        ok = end != second && end[strspn(end, " \t\r\n")] == '\0' && second != text;
    }
    if (!ok || !(fabs(x) < 1e7 && fabs(z) < 1e7))
        return twc_fail(TWC_USAGE, "%s: \"%.40s\" is not a point; write x,z in metres, such as 12.5,-30", where, text);
    *point = (twc_point){(int32_t)rint(x * 100), (int32_t)rint(z * 100)};
    return twc_ok();
}

static twc_status add_point(point_list *list, const twc_world *world, const char *text, const char *where)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? 2 * list->capacity : 256;
        twc_point *larger = realloc(list->point, capacity * sizeof *larger);
        if (!larger)
            return twc_fail(TWC_IO, "not enough memory for %zu points", capacity);
        list->point = larger;
        list->capacity = capacity;
    }
    twc_point *point = &list->point[list->count];
    twc_status status = read_point(text, where, point);
    if (status.code)
        return status;
    twc_rect e = world->extent;
    if (!twc_query_inside(world, *point))
        return twc_fail(
            TWC_USAGE, "%s: (%.2f, %.2f) lies outside the world, which is %d to %d m in x and %d to %d m in z", where,
            point->x / 100.0, point->z / 100.0, 512 * e.x, 512 * (e.x + e.nx), 512 * e.z, 512 * (e.z + e.nz));
    list->count++;
    return twc_ok();
}

/* Splits the text at newlines in place. */
static twc_status add_lines(point_list *list, const twc_world *world, char *text, const char *name)
{
    size_t line = 0;
    for (char *next = text; next && *next;) {
        char *start = next, where[128];
        next = strchr(start, '\n');
        if (next)
            *next++ = '\0';
        line++;
        start += strspn(start, " \t\r");
        if (*start == '\0' || *start == '#')
            continue;
        snprintf(where, sizeof where, "%.100s line %zu", name, line);
        twc_status status = add_point(list, world, start, where);
        if (status.code)
            return status;
    }
    return twc_ok();
}

static twc_status read_points(const twc_cli *cli, const char *file, const twc_world *world, point_list *list)
{
    twc_status status = twc_ok();
    for (int k = 1; !status.code && k < cli->argc; k++)
        status = add_point(list, world, cli->argv[k], "argument");
    if (file && !status.code) {
        unsigned char *text;
        size_t size;
        int standard = strcmp(file, "-") == 0;
        status = twc_read_file(standard ? "/dev/stdin" : file, &text, &size);
        if (status.code)
            return status;
        status = add_lines(list, world, (char *)text, standard ? "standard input" : file);
        free(text);
    }
    if (!status.code && list->count == 0)
        status = twc_fail(TWC_USAGE, "no points: give x,z as arguments or --points FILE");
    return status;
}

static void put_text(FILE *out, const twc_point *p, const twc_location *l)
{
    fprintf(out, "%.2f %.2f %.9g %s %016" PRIx64, p->x / 100.0, p->z / 100.0, (double)l->height,
            twc_face_kind_name(l->facet_class), l->facet);
    for (int v = 0; v < 3; v++)
        fprintf(out, " %.2f,%.9g,%.2f", l->corner[v].x / 100.0, (double)l->corner[v].y, l->corner[v].z / 100.0);
    fputc('\n', out);
}

static void put_json(FILE *out, const twc_point *p, const twc_location *l, int last)
{
    fprintf(out,
            "  {\"x\": %.2f, \"z\": %.2f, \"height\": %.9g, \"class\": \"%s\", \"facet\": \"%016" PRIx64
            "\", \"triangle\": [",
            p->x / 100.0, p->z / 100.0, (double)l->height, twc_face_kind_name(l->facet_class), l->facet);
    for (int v = 0; v < 3; v++)
        fprintf(out, "%s[%.2f, %.9g, %.2f]", v ? ", " : "", l->corner[v].x / 100.0, (double)l->corner[v].y,
                l->corner[v].z / 100.0);
    fprintf(out, "]}%s\n", last ? "" : ",");
}

static void put_answers(FILE *out, int json, const point_list *list, const twc_location *answers)
{
    fputs(json ? "[\n" : "# x z height class facet corner corner corner (x,height,z), metres\n", out);
    for (size_t k = 0; k < list->count; k++) {
        if (json)
            put_json(out, &list->point[k], &answers[k], k + 1 == list->count);
        else
            put_text(out, &list->point[k], &answers[k]);
    }
    if (json)
        fputs("]\n", out);
}

static twc_status write_answers(const twc_cli *cli, const point_list *list, const twc_location *answers)
{
    twc_atomic_file file;
    if (!cli->out) {
        put_answers(stdout, cli->json, list, answers);
        return fflush(stdout) ? twc_fail(TWC_IO, "cannot write to standard output") : twc_ok();
    }
    twc_status status = twc_atomic_open(cli->out, &file);
    if (status.code)
        return status;
    put_answers(file.stream, cli->json, list, answers);
    return twc_atomic_commit(&file);
}

int twc_cmd_query(const twc_command *command, int argc, char **argv)
{
    twc_cli_option given[OPTION_COUNT + 1];
    twc_cli cli;
    twc_world_data data;
    point_list list = {0, 0, NULL};
    twc_location *answers = NULL;
    memcpy(given, option_list, sizeof given);
    int code = twc_cli_parse(command, argc, argv, given, &cli);
    if (code >= 0)
        return code;
    if (cli.argc < 1)
        return twc_cli_report(command, twc_fail(TWC_USAGE, "a world belongs here (twc query --help)"));
    twc_status status = twc_world_load(cli.argv[0], &data);
    if (status.code)
        return twc_cli_report(command, status);
    status = read_points(&cli, given[POINTS].text, &data.world, &list);
    if (!status.code && !(answers = malloc(list.count * sizeof *answers)))
        status = twc_fail(TWC_IO, "not enough memory for %zu answers", list.count);
    twc_surface_source source = {&data.world, data.features.list, twc_fast_builder(cli.level),
                                 given[FINE_ONLY].text != NULL};
    if (!status.code)
        status = twc_query_surface(&source, list.count, list.point, answers);
    if (!status.code)
        status = write_answers(&cli, &list, answers);
    free(answers);
    free(list.point);
    twc_world_data_destroy(&data);
    return twc_cli_report(command, status);
}
