/* SPDX-License-Identifier: GPL-3.0-or-later */
/* twc tower: a world on the inside of a cylinder, from its file. */
#include <math.h>
#include <stdlib.h>

#include "commands/command.h"
#include "generate/tower_world.h"
#include "write_json.h"

typedef struct tower_values {
    const char *world;
    int what;
} tower_values;

static const tower_values defaults = {.what = -1};

static const char *const whats[] = {"check", NULL};

static const twc_option arguments[] = {
    {.name = "WHAT",
     .choice = &defaults.what,
     .choices = whats,
     .help = "read it, hold its features against each other, and say what is in it"},
    {.name = "WORLD",
     .text = &defaults.world,
     .names = TWC_NAMES_FILE,
     .help = "a world's file (docs/spec/tower.md 2)"},
    {.name = NULL},
};

static void add_feature(cJSON *list, const twc_tower_world *world, const twc_tower_feature *feature)
{
    cJSON *json = twc_json_add_object(list, NULL);
    const twc_tower_field *field = twc_tower_fields(feature->kind);
    twc_json_add_text(json, "id", feature->id);
    twc_json_add_text(json, "kind", twc_tower_kind_name(feature->kind));
    twc_json_add_number(json, "seed", feature->seed);
    if (feature->kind == TWC_TOWER_RIVER) {
        twc_json_add_printed(json, "length_m", "%.17g", feature->length);
        twc_json_add_text(json, "ends_in", world->feature[feature->ends_in].id);
    }
    cJSON *numbers = twc_json_add_object(json, "parameters");
    for (int k = 0; field[k].name; k++)
        if (field[k].type == TWC_TOWER_CHOICE)
            twc_json_add_text(numbers, field[k].name, field[k].choices[(int)feature->number[k]]);
        else if (field[k].type == TWC_TOWER_FLAG)
            twc_json_add_flag(numbers, field[k].name, feature->number[k] != 0.0);
        else if (field[k].type == TWC_TOWER_KM && !isnan(feature->number[k]))
            twc_json_add_printed(numbers, field[k].name, "%.5f", feature->number[k] * 1e-5);
        else if (field[k].type != TWC_TOWER_LINK && !isnan(feature->number[k]))
            twc_json_add_printed(numbers, field[k].name, "%.15g", feature->number[k]);
}

static twc_status tell_json(const twc_tower_world *world)
{
    cJSON *json = cJSON_CreateObject();
    twc_json_add_number(json, "seed", world->seed);
    cJSON *features = twc_json_add_array(json, "features");
    for (int32_t k = 0; k < world->count; k++)
        add_feature(features, world, &world->feature[k]);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

static void tell(const twc_tower_world *world)
{
    printf("seed %u, %d feature%s\n", world->seed, world->count, world->count == 1 ? "" : "s");
    for (int kind = 0; kind < TWC_TOWER_KINDS; kind++) {
        int n = 0;
        for (int32_t k = 0; k < world->count; k++)
            if ((int)world->feature[k].kind == kind)
                printf("%s%s", n++ ? ", " : "  ", world->feature[k].id);
        if (n)
            printf(": %s\n", twc_tower_kind_name((twc_tower_kind)kind));
    }
    for (int32_t k = 0; k < world->count; k++)
        if (world->feature[k].kind == TWC_TOWER_RIVER)
            printf("%s: %.2f km, into %s\n", world->feature[k].id, world->feature[k].length * 1e-3,
                   world->feature[world->feature[k].ends_in].id);
}

static twc_status run(const twc_cli *cli, const void *values)
{
    const tower_values *v = values;
    twc_tower_world *world = calloc(1, sizeof *world);
    twc_status status = world ? twc_tower_read(v->world, world) : twc_fail(TWC_IO, "not enough memory for a world");
    if (!status.code && cli->json)
        status = tell_json(world);
    else if (!status.code)
        tell(world);
    free(world);
    return status;
}

const twc_command twc_command_tower = {
    .name = "tower",
    .summary = "a world on the inside of a cylinder: what its file holds",
    .examples = "  twc tower check world.json            what is in it, or what is wrong and what to do\n"
                "  twc tower check world.json --json     with the parameters that the file leaves to defaults\n",
    .wanted = "what (check) and one world belong here",
    .arguments = arguments,
    .defaults = &defaults,
    .size = sizeof defaults,
    .shared = TWC_TAKES_JSON,
    .run = run,
};
