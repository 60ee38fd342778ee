/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/import_tell.h"

#include <math.h>
#include <string.h>

#include "twc/world_hash.h"
#include "write_json.h"

/* The name of a reference system: the first text in quotes. */
static void name_system(const char *crs, char *name, size_t size)
{
    const char *start = crs ? strchr(crs, '"') : NULL;
    snprintf(name, size, "%.*s", start ? (int)strcspn(start + 1, "\"") : 0, start ? start + 1 : "");
}

static twc_status print_json(const char *out, const twc_world_data *data, const twc_import_report *r, const char *hash)
{
    twc_rect extent = data->world.extent;
    cJSON *json = cJSON_CreateObject();
    twc_json_add_text(json, "world", out);
    twc_json_add_printed(json, "extent", "[%d, %d, %d, %d]", extent.x, extent.z, extent.nx, extent.nz);
    twc_json_add_printed(json, "datum", "%.17g", data->datum);
    twc_json_add_printed(json, "low", "%.17g", r->low);
    twc_json_add_printed(json, "high", "%.17g", r->high);
    twc_json_add_printed(json, "filled", "%zu", r->filled);
    if (twc_georeference_placed(&data->georeference)) {
        char name[128];
        name_system(data->georeference.crs, name, sizeof name);
        twc_json_add_printed(json, "origin", "[%.17g, %.17g]", data->georeference.origin[0],
                             data->georeference.origin[1]);
        twc_json_add_text(json, "crs", name);
    }
    twc_json_add_text(json, "sha256", hash);
    return twc_json_print(json, TWC_JSON_LINE, stdout);
}

/* What of the grid is left out, and what repeats it. */
static void tell_extent(const twc_import_report *r, twc_rect extent)
{
    const double width = (r->columns - 1) * r->cell,
                 depth = (r->rows - 1) * r->cell, /* between the outermost centres */
        x = 512.0 * extent.nx, z = 512.0 * extent.nz;
    if (x + 0.01 < width || z + 0.01 < depth)
        fprintf(
            stderr,
            "twc import: the middle %.0f x %.0f m of the grid's %.1f x %.1f m are used; without --extent all of it is\n",
            fmin(x, width), fmin(z, depth), width, depth);
    if (x > width + 0.01 || z > depth + 0.01)
        fprintf(
            stderr,
            "twc import: the world's whole tiles are larger than the grid's %.1f x %.1f m: its edge is repeated, %.1f m in "
            "the west and in the east, %.1f m in the north and in the south\n",
            width, depth, fmax(0, (x - width) / 2), fmax(0, (z - depth) / 2));
}

static void tell_place(const twc_georeference *g)
{
    char name[128];
    if (!twc_georeference_placed(g))
        return;
    name_system(g->crs, name, sizeof name);
    printf("its origin lies at %.10g, %.10g%s%s\n", g->origin[0], g->origin[1], *name ? " of " : "", name);
}

twc_status twc_import_tell(const twc_cli *cli, const char *out, const twc_world_data *data, const twc_import_report *r)
{
    twc_rect extent = data->world.extent;
    twc_status status = twc_ok();
    char hash[TWC_HASH_HEX];
    twc_world_hash(data, hash);
    if (cli->json)
        status = print_json(out, data, r, hash);
    else
        printf("%s: %d x %d tiles, elevations %.2f to %.2f m, datum %.10g m, sha256 %s\n", out, extent.nx, extent.nz,
               r->low, r->high, data->datum, hash);
    if (!cli->json)
        tell_place(&data->georeference);
    if (r->filled)
        fprintf(stderr, "twc import: %zu cells without data were filled\n", r->filled);
    tell_extent(r, extent);
    return status;
}
