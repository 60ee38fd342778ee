/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as text against printf, and texts as numbers against strtod. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/values.h"
#include "common/suite.h"
#include "decimal.h"

enum { MANY = 300000 };

static uint64_t drawn(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return *state >> 16 ^ *state << 32;
}

static double real_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Everything from 1e-12 to 1e13 and any bits; short decimals, halves of the last digit, and what lies beside them. */
static double value_of(int k, uint64_t *state)
{
    const uint64_t random = drawn(state);
    const double sign = random & 1 ? -1 : 1;
    const double decimal = (double)(random >> 20) / pow(10, (double)(random >> 8 & 15)),
                 half = (double)(random >> 34) * 0.5;
    switch (k % 6) {
    case 0:
        return sign * exp2((double)(random >> 12 & 0xFFFF) / 0xFFFF * 84 - 40);
    case 1:
        return sign * decimal;
    case 2:
        return sign * half / exp2((double)(random >> 4 & 31));
    case 3:
        return sign * (double)(float)decimal;
    case 4:
        return sign * nextafter(pow(10, (double)(random >> 4 & 15) - 5), random & 2 ? 0 : INFINITY);
    default:
        return real_of(random);
    }
}

static void shortest(void)
{
    static const double special[] = {0, -0.0,     1e-4,     1e9, 999999999.5, 99999999.95, 0.00099999999995,
                                     1, INFINITY, -INFINITY};
    uint64_t state = 1;
    int bad = 0;
    for (int k = 0; k < MANY; k++) {
        const double value = k < 10 ? special[k] : value_of(k, &state);
        char text[TWC_DECIMAL_SIZE], right[TWC_DECIMAL_SIZE];
        *twc_put_short(text, value) = '\0';
        snprintf(right, sizeof right, "%.9g", value);
        SUITE_EXPECT(bad, strcmp(text, right) == 0, "%a: %s, not %s", value, text, right);
    }
    SUITE_NONE(bad);
}

static void fixed(void)
{
    uint64_t state = 2;
    int bad = 0;
    for (int k = 0; k < MANY; k++) {
        const double value = value_of(k, &state);
        const int digits = k % 10;
        char text[TWC_DECIMAL_SIZE], right[TWC_DECIMAL_SIZE];
        *twc_put_fixed(text, value, digits) = '\0';
        snprintf(right, sizeof right, "%.*f", digits, value);
        SUITE_EXPECT(bad, strcmp(text, right) == 0, "%a: %s, not %s", value, text, right);
    }
    SUITE_NONE(bad);
}

static void integers(void)
{
    uint64_t state = 3;
    int bad = 0;
    for (int k = 0; k < MANY; k++) {
        const uint64_t random = k < 4 ? (uint64_t)k - 2 : drawn(&state) >> k % 64;
        const int32_t centimetres = k == 4 ? INT32_MIN : (int32_t)(uint32_t)random;
        char text[TWC_DECIMAL_SIZE], right[TWC_DECIMAL_SIZE];
        *twc_put_metres(text, centimetres) = '\0';
        snprintf(right, sizeof right, "%.2f", centimetres / 100.0);
        SUITE_EXPECT(bad, strcmp(text, right) == 0, "%d: %s", centimetres, text);
        *twc_put_hex(text, random) = '\0';
        snprintf(right, sizeof right, "%016" PRIx64, random);
        SUITE_EXPECT(bad, strcmp(text, right) == 0, "%s: %s", right, text);
    }
    SUITE_NONE(bad);
}

/* Of all lengths about the fifteen digits that are read without strtod. */
static void reading(void)
{
    uint64_t state = 4;
    int bad = 0;
    for (int k = 0; k < MANY; k++) {
        char text[64];
        double value = 7;
        const uint64_t random = drawn(&state);
        snprintf(text, sizeof text, "%s%.*f,", random & 1 ? "-" : "", (int)(random >> 1 & 15),
                 (double)(random >> 20) / pow(10, (double)(random >> 8 & 15)));
        const double right = strtod(text, NULL);
        const char *end = twc_read_decimal(text, &value);
        SUITE_EXPECT(bad, end && *end == ',' && value == right && !signbit(value) == !signbit(right), "%s: %a, not %a",
                     text, value, right);
    }
    SUITE_NONE(bad);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"shortest", shortest}, {"fixed", fixed}, {"integers", integers}, {"reading", reading}, CU_TEST_INFO_NULL};
    return suite_run("decimal", tests);
}
