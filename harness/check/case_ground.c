/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "check/case_ground.h"

#include <string.h>

void twc_case_ground_draw(twc_random *random, uint32_t index, int64_t *value)
{
    value[G_FINE] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[G_BROAD] = twc_random_between(random, 0, TWC_PATTERNS - 1);
    value[G_CLASSES] = index % TWC_CLASS_PATTERNS;
    value[G_SEED] = twc_random_between(random, 0, TWC_PATTERN_SEED_MAX);
}

void twc_case_ground_shape(twc_case *c, twc_rect macros, twc_rect fine, twc_rect broad)
{
    twc_case_grid(c, TWC_INPUT, "classes", &twc_layout_u8, macros, TWC_MACRO_CM);
    twc_case_grid(c, TWC_INPUT, "fine", &twc_layout_f32, fine, TWC_SAMPLE_CM);
    twc_case_grid(c, TWC_INPUT, "broad", &twc_layout_f32, broad, TWC_SAMPLE_CM);
}

void twc_case_ground_fill(twc_case *c)
{
    twc_fill_classes(&c->array[G_ARRAY_CLASSES], c->value[G_CLASSES], c->value[G_SEED]);
    twc_fill_heights(&c->array[G_ARRAY_FINE], c->value[G_FINE], c->value[G_SEED]);
    twc_fill_heights(&c->array[G_ARRAY_BROAD], c->value[G_BROAD], c->value[G_SEED] ^ 0x5555);
}

int twc_case_ground_neutral(const twc_case *c, uint32_t array, size_t element, void *out)
{
    (void)element;
    if (array >= G_ARRAYS)
        return 0;
    memset(out, 0, c->array[array].layout->size); /* TWC_FINE, and 0.0f */
    return 1;
}

twc_ground_window twc_case_ground_view(const twc_case *c, void *const *buffer)
{
    const void *data[G_ARRAYS];
    for (int k = 0; k < G_ARRAYS; k++)
        data[k] = buffer ? buffer[k] : c->array[k].data;
    return (twc_ground_window){
        .macros = c->array[G_ARRAY_CLASSES].rect,
        .classes = data[G_ARRAY_CLASSES],
        .fine = {c->array[G_ARRAY_FINE].rect, data[G_ARRAY_FINE]},
        .broad = {c->array[G_ARRAY_BROAD].rect, data[G_ARRAY_BROAD]},
    };
}

twc_rect twc_support(int32_t first_x, int32_t first_z, int32_t last_x, int32_t last_z)
{
    int32_t x = twc_floor_div(first_x, TWC_SAMPLE_CM), z = twc_floor_div(first_z, TWC_SAMPLE_CM);
    return (twc_rect){x, z, twc_floor_div(last_x, TWC_SAMPLE_CM) + 2 - x, twc_floor_div(last_z, TWC_SAMPLE_CM) + 2 - z};
}
