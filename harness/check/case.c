/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case.h"

#include <stdlib.h>
#include <string.h>

size_t twc_type_size(twc_type type)
{
    static const size_t sizes[] = {1, 2, 4, 4, 8, 4, 8};
    return sizes[type];
}

static twc_array *next_array(twc_case *c, twc_role role, const char *name, const twc_layout *layout)
{
    twc_array *array = &c->array[c->array_count++];
    memset(array, 0, sizeof *array);
    array->name = name;
    array->role = role;
    array->layout = layout;
    array->segments = 1;
    return array;
}

void twc_case_list(twc_case *c, twc_role role, const char *name, const twc_layout *layout, size_t count)
{
    next_array(c, role, name, layout)->count = count;
}

void twc_case_grid(twc_case *c, twc_role role, const char *name, const twc_layout *layout, twc_rect rect,
                   int32_t step_cm)
{
    twc_array *array = next_array(c, role, name, layout);
    array->count = (size_t)rect.nx * (size_t)rect.nz;
    array->rect = rect;
    array->step_cm = step_cm;
}

const twc_ground_table *twc_implementation_ground(const twc_implementation *implementation)
{
    return implementation->fast ? twc_fast_ground(implementation->level) : twc_reference_ground();
}

uint32_t twc_kernel_scalar_count(const twc_kernel *kernel)
{
    uint32_t count = 0;
    while (kernel->scalars[count].name)
        count++;
    return count;
}

static int scalars_in_range(const twc_case *c)
{
    for (uint32_t k = 0; k < twc_kernel_scalar_count(c->kernel); k++)
        if (c->value[k] < c->kernel->scalars[k].low || c->value[k] > c->kernel->scalars[k].high)
            return 0;
    return 1;
}

int twc_case_create(twc_case *c)
{
    c->array_count = 0;
    if (!scalars_in_range(c) || !c->kernel->shape(c)) {
        c->array_count = 0;
        return 0;
    }
    for (uint32_t k = 0; k < c->array_count; k++) {
        twc_array *array = &c->array[k];
        array->data = calloc(array->count ? array->count : 1, array->layout->size);
        array->written = calloc(array->segments, sizeof *array->written);
        if (!array->data || !array->written) {
            twc_case_destroy(c);
            return 0;
        }
    }
    return 1;
}

twc_status twc_case_draw(const twc_kernel *kernel, uint64_t seed, uint32_t index, twc_case *c)
{
    twc_random random = twc_random_of_case(seed, kernel->name, index);
    memset(c, 0, sizeof *c);
    c->kernel = kernel;
    kernel->draw(&random, index, c->value);
    if (!twc_case_create(c))
        return twc_fail(TWC_IO, "case %u of %s: drawn out of its own bounds, or not enough memory", index,
                        kernel->name);
    kernel->fill(c);
    return twc_ok();
}

int twc_case_copy(const twc_case *from, twc_case *to)
{
    *to = *from;
    if (!twc_case_create(to))
        return 0;
    for (uint32_t k = 0; k < to->array_count; k++)
        if (to->array[k].role == TWC_INPUT)
            memcpy(to->array[k].data, from->array[k].data, from->array[k].count * from->array[k].layout->size);
    return 1;
}

void twc_case_destroy(twc_case *c)
{
    for (uint32_t k = 0; k < c->array_count; k++) {
        free(c->array[k].data);
        free(c->array[k].written);
    }
    c->array_count = 0;
}
