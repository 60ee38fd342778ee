/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc query --land: everything that may be asked of a land at places. */
#include "commands/query_land.h"

#include <math.h>
#include <stdlib.h>

#include "commands/spot_list.h"
#include "generate/land_json.h"
#include "measure/land_ask.h"
#include "store/atomic_file.h"
#include "write_json.h"

twc_status twc_land_open(const twc_cli *cli, const char *path, twc_land_made *made)
{
    twc_land *land = malloc(sizeof *land);
    twc_status status = land ? twc_land_read(path, land) : twc_fail(TWC_IO, "not enough memory for a land");
    if (!status.code)
        status = twc_land_make(twc_fast_land(cli->level), land, land->feature_count, made);
    free(land);
    return status;
}

static twc_status check_reach(twc_spot p, const char *where)
{
    if (fabs(p.x) <= TWC_LAND_REACH && fabs(p.z) <= TWC_LAND_REACH)
        return twc_ok();
    return twc_fail(TWC_USAGE, "%s: (%g, %g) is farther than %g m from the land's middle", where, p.x, p.z,
                    TWC_LAND_REACH);
}

/* ---- text -------------------------------------------------------------------------------------------------------- */

/* A name as one word. */
static void put_word(FILE *out, const char *before, const char *name)
{
    fputs(before, out);
    for (; *name; name++)
        fputc(*name == ' ' ? '_' : *name, out);
}

static void put_header(FILE *out, const twc_land *land)
{
    fputs("# x z height gradient_x gradient_z slope normal_x normal_y normal_z curvature", out);
    for (int32_t k = 0; k < land->feature_count; k++)
        put_word(out, " distance_", land->feature[k].name);
    fputs(" dressed forest grove grass", out);
    for (int32_t k = 0; k < land->layer_count; k++)
        put_word(out, " ", land->layer[k].name);
    fputs(" brown\n", out);
}

static void put_answer(FILE *out, const twc_land *land, twc_spot p, const twc_land_answer *a)
{
    fprintf(out, "%.12g %.12g %.12g %.12g %.12g %.12g %.12g %.12g %.12g %.12g", p.x, p.z, a->height, a->gradient_x,
            a->gradient_z, a->slope, a->normal[0], a->normal[1], a->normal[2], a->curvature);
    for (int32_t k = 0; k < land->feature_count; k++)
        fprintf(out, " %.12g", a->distance[k]);
    fprintf(out, " %d %.12g %.12g", a->dressed, a->forest, a->grove);
    for (int32_t k = 0; k <= land->layer_count; k++)
        fprintf(out, " %.12g", a->weight[k]);
    fprintf(out, " %.12g\n", a->brown);
}

/* ---- JSON: all digits -------------------------------------------------------------------------------------------- */

static void add_real(cJSON *parent, const char *name, double value)
{
    twc_json_add_printed(parent, name, "%.17g", value);
}

static cJSON *answer_json(const twc_land *land, twc_spot p, const twc_land_answer *a)
{
    cJSON *json = cJSON_CreateObject();
    add_real(json, "x", p.x);
    add_real(json, "z", p.z);
    add_real(json, "height", a->height);
    cJSON *gradient = twc_json_add_array(json, "gradient");
    add_real(gradient, NULL, a->gradient_x);
    add_real(gradient, NULL, a->gradient_z);
    add_real(json, "slope", a->slope);
    cJSON *normal = twc_json_add_array(json, "normal");
    for (int k = 0; k < 3; k++)
        add_real(normal, NULL, a->normal[k]);
    add_real(json, "curvature", a->curvature);
    cJSON *distance = twc_json_add_object(json, "distance");
    for (int32_t k = 0; k < land->feature_count; k++)
        add_real(distance, land->feature[k].name, a->distance[k]);
    twc_json_add_flag(json, "dressed", a->dressed);
    add_real(json, "forest", a->forest);
    add_real(json, "grove", a->grove);
    cJSON *look = twc_json_add_object(json, "look");
    add_real(look, "grass", a->weight[0]);
    for (int32_t k = 0; k < land->layer_count; k++)
        add_real(look, land->layer[k].name, a->weight[k + 1]);
    add_real(json, "brown", a->brown);
    return json;
}

/* ---- the query --------------------------------------------------------------------------------------------------- */

static twc_status put_answers(FILE *out, int json, const twc_land *land, const twc_spot_list *list,
                              const twc_land_answer *answers)
{
    twc_status status = twc_ok();
    if (!json)
        put_header(out, land);
    for (size_t k = 0; k < list->count && !status.code; k++) {
        const twc_spot p = {list->x[k], list->z[k]};
        if (!json) {
            put_answer(out, land, p, &answers[k]);
            continue;
        }
        fputs(k ? ",\n  " : "[\n  ", out);
        status = twc_json_put(answer_json(land, p, &answers[k]), TWC_JSON_LINE, out);
    }
    if (json)
        fputs("\n]\n", out);
    return status;
}

/* Written when all of them are made. */
static twc_status write_answers(const twc_cli *cli, const twc_land *land, const twc_spot_list *list,
                                const twc_land_answer *answers)
{
    char *text = NULL;
    size_t size;
    twc_atomic_file file;
    FILE *memory = open_memstream(&text, &size);
    twc_status status = memory ? put_answers(memory, cli->json, land, list, answers) : twc_ok();
    if ((!memory || ferror(memory) | fclose(memory)) && !status.code)
        status = twc_fail(TWC_IO, "not enough memory for %zu answers", list->count);
    if (!status.code)
        status = twc_atomic_open(cli->out ? cli->out : "-", &file);
    if (!status.code) {
        fputs(text, file.stream);
        status = twc_atomic_commit(&file);
    }
    free(text);
    return status;
}

twc_status twc_query_land(const twc_cli *cli, twc_land_query query)
{
    twc_land_made made = {.memory = NULL};
    twc_spot_list list;
    twc_land_answer *answers = NULL;
    twc_status status = twc_spots_read(&query.places, query.points, check_reach, &list);
    if (status.code)
        return status;
    status = twc_land_open(cli, query.land, &made);
    if (!status.code && !(answers = malloc(list.count * sizeof *answers)))
        status = twc_fail(TWC_IO, "not enough memory for %zu answers", list.count);
    if (!status.code)
        status = twc_land_ask(twc_fast_land(cli->level), &made.ground, query.over,
                              (twc_spots){list.count, list.x, list.z}, answers);
    if (!status.code)
        status = write_answers(cli, &made.land, &list, answers);
    free(answers);
    twc_land_unmake(&made);
    twc_spots_free(&list);
    return status;
}
