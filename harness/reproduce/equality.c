/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "equality.h"
#include "measure/grid_difference.h"
#include "write_json.h"

#include <inttypes.h>

typedef struct comparison {
    twc_reproduce *context;
    const twc_world *world;
    int fine_only;
    const twc_chunk_grid *reference;
    twc_chunk_grid *fast;
    cJSON *builds;
} comparison;

static const char *variant_name(int fine_only)
{
    return fine_only ? "fine only" : "with broad cells";
}

static cJSON *add_build(cJSON *builds, const char *builder, int fine_only, int threads)
{
    cJSON *build = twc_json_add_object(builds, NULL);
    twc_json_add_text(build, "builder", builder);
    twc_json_add_text(build, "variant", variant_name(fine_only));
    twc_json_add_number(build, "threads", threads);
    return build;
}

static twc_status compare(const comparison *c, twc_level level, int threads)
{
    const twc_chunk_request request = {.world = c->world,
                                       .chunks = c->reference->chunks,
                                       .stages = TWC_BUILD_GROUND,
                                       .options = {c->fine_only, threads, TWC_DYNAMIC}};
    char where[256] = "", builder_name[32], arguments[80];
    twc_status status = twc_chunk_grid_build(twc_fast_builder(level), &request, c->fast);
    if (status.code)
        return status;
    int differ = twc_chunk_grids_differ(c->reference, c->fast, where, sizeof where);
    snprintf(builder_name, sizeof builder_name, "fast %s", twc_level_name(level));
    snprintf(arguments, sizeof arguments, "--section table5 --seeds 0 --level %s --threads %d", twc_level_name(level),
             threads);
    fprintf(c->context->text, "  %-10s %3d thread%s  %-17s %s\n", builder_name, threads, threads == 1 ? " " : "s",
            variant_name(c->fine_only), differ ? "DIFFERS" : "equal in every bit");
    twc_reproduce_check(c->context, !differ, arguments, "%s differs from the reference (%s, %d threads): %s",
                        builder_name, variant_name(c->fine_only), threads, where);
    twc_json_add_flag(add_build(c->builds, builder_name, c->fine_only, threads), "equal", !differ);
    return twc_ok();
}

static twc_status compare_level(const comparison *c, twc_level level)
{
    const twc_reproduce *context = c->context;
    if (!twc_level_supported(level) || (context->level_given && context->level != level))
        return twc_ok();
    twc_reproduce_check(c->context, twc_level_built(level), "--section table5 --seeds 0",
                        "this processor has level %s, but the build lacks it", twc_level_name(level));
    if (!twc_level_built(level))
        return twc_ok();
    twc_status status = compare(c, level, 1);
    if (!status.code && context->threads > 1)
        status = compare(c, level, context->threads);
    return status;
}

twc_status twc_equality_run(twc_reproduce *context, const twc_world *world, int fine_only, twc_chunk_grid *reference,
                            cJSON *builds)
{
    const twc_chunk_request request = {.world = world,
                                       .chunks = twc_world_chunks(world),
                                       .stages = TWC_BUILD_GROUND,
                                       .options = {fine_only, 1, TWC_STATIC}};
    twc_chunk_grid fast = {0};
    twc_status status = twc_chunk_grid_build(twc_reference_builder(), &request, reference);
    if (status.code)
        return status;
    fprintf(context->text, "  %-10s %3d thread   %-17s %" PRIu64 " triangles\n", "reference", 1,
            variant_name(fine_only), reference->triangle_count);
    add_build(builds, "reference", fine_only, 1);
    comparison c = {context, world, fine_only, reference, &fast, builds};
    for (int level = 0; level < TWC_LEVEL_COUNT && !status.code; level++)
        status = compare_level(&c, (twc_level)level);
    twc_chunk_grid_destroy(&fast);
    return status;
}
