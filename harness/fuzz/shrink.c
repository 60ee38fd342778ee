/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shrinking: a change to the script stays when the same invariant still breaks. */
#include <stdlib.h>
#include <string.h>

#include "run.h"

typedef struct shrinking {
    twc_script *best, *trial;
    twc_invariant plant;
    twc_verdict *verdict; /* of the best */
    int runs, attempts;
} shrinking;

/* Runs the trial; when it breaks the same invariant it becomes the best. */
static int keep_if_broken(shrinking *s)
{
    twc_verdict verdict;
    if (s->runs >= s->attempts || memcmp(s->best, s->trial, sizeof *s->best) == 0)
        return 0;
    s->runs++;
    twc_status status = twc_script_run(s->trial, s->plant, &verdict);
    if (status.code || verdict.broken != s->verdict->broken)
        return 0;
    *s->best = *s->trial;
    *s->verdict = verdict;
    if (verdict.step >= 0 && verdict.step + 1 < s->best->step_count)
        s->best->step_count = verdict.step + 1; /* what follows the failure is of no account */
    return 1;
}

static void remove_steps(twc_script *script, int first, int count)
{
    memmove(&script->step[first], &script->step[first + count],
            (size_t)(script->step_count - first - count) * sizeof *script->step);
    script->step_count -= count;
}

/* Halves, quarters, ... single steps. */
static int shrink_steps(shrinking *s)
{
    int progress = 0;
    for (int size = s->best->step_count / 2; size >= 1; size /= 2) {
        for (int first = 0; first + size <= s->best->step_count;) {
            *s->trial = *s->best;
            remove_steps(s->trial, first, size);
            if (keep_if_broken(s))
                progress = 1;
            else
                first += size;
        }
    }
    return progress;
}

/* One simplification of one step; which: 0 .. STEP_WAYS - 1. */
enum { STEP_WAYS = 9 };

static void simplify_step(twc_step *step, int which)
{
    switch (which) {
    case 0:
        step->rect.nx = (step->rect.nx + 1) / 2;
        break;
    case 1:
        step->rect.nz = (step->rect.nz + 1) / 2;
        break;
    case 2:
        step->rect.x += step->rect.nx / 2, step->rect.nx -= step->rect.nx / 2;
        break;
    case 3:
        step->rect.z += step->rect.nz / 2, step->rect.nz -= step->rect.nz / 2;
        break;
    case 4:
        step->fill = TWC_PATTERN_LEVEL;
        break;
    case 5:
        step->brush.radius_cm = (step->brush.radius_cm + 1) / 2;
        break;
    case 6:
        step->brush.strength /= 2;
        break;
    case 7:
        step->node_count -= step->node_count > 2;
        break;
    default:
        step->cut /= 2;
        break;
    }
}

static int shrink_values(shrinking *s)
{
    int progress = 0;
    for (int k = 0; k < s->best->step_count; k++) {
        for (int which = 0; which < STEP_WAYS; which++) {
            do {
                *s->trial = *s->best;
                if (k < s->trial->step_count)
                    simplify_step(&s->trial->step[k], which);
            } while (keep_if_broken(s) && (progress = 1));
        }
    }
    return progress;
}

enum { WORLD_WAYS = 10 };

static void simplify_world(twc_script *script, int which)
{
    switch (which) {
    case 0:
        script->extent.nx = 1;
        break;
    case 1:
        script->extent.nz = 1;
        break;
    case 2:
        script->extent.x += script->extent.nx - 1, script->extent.nx = 1;
        break;
    case 3:
        script->extent.z += script->extent.nz - 1, script->extent.nz = 1;
        break;
    case 4:
        script->holes = 0;
        break;
    case 5:
        script->terrain = TWC_TERRAIN_FLAT;
        break;
    case 6:
        script->surfaces = 0;
        break;
    case 7:
        script->threads[0] = script->threads[1] = 1;
        break;
    case 8:
        script->classing = TWC_CLASSING_FINE;
        break;
    default:
        script->classing = TWC_CLASSING_BROAD;
        break;
    }
}

static int shrink_world(shrinking *s)
{
    int progress = 0;
    for (int which = 0; which < WORLD_WAYS; which++) {
        *s->trial = *s->best;
        simplify_world(s->trial, which);
        if (which == WORLD_WAYS - 1 && s->best->classing == TWC_CLASSING_FINE)
            continue; /* Fine is simpler */
        progress |= keep_if_broken(s);
    }
    return progress;
}

int twc_script_shrink(twc_script *script, twc_invariant plant, int attempts, twc_verdict *verdict)
{
    shrinking s = {script, malloc(sizeof *s.trial), plant, verdict, 0, attempts};
    if (!s.trial)
        return 0;
    if (verdict->step >= 0 && verdict->step + 1 < script->step_count)
        script->step_count = verdict->step + 1;
    int progress = 1;
    while (progress && s.runs < attempts) {
        progress = shrink_steps(&s);
        progress |= shrink_world(&s);
        progress |= shrink_values(&s);
    }
    free(s.trial);
    return s.runs;
}
