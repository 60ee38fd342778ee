/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "decimal.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const uint64_t power[] = {
    1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
};

/* `digits` decimal digits of a number, leading zeros included. */
static char *put_digits(char *to, uint64_t number, int digits)
{
    for (int k = digits; k-- > 0; number /= 10)
        to[k] = (char)('0' + number % 10);
    return to + digits;
}

static char *put_whole(char *to, uint64_t number)
{
    int digits = 1;
    for (uint64_t rest = number; rest >= 10; rest /= 10)
        digits++;
    return put_digits(to, number, digits);
}

char *twc_put_text(char *to, const char *text)
{
    const size_t length = strlen(text);
    memcpy(to, text, length);
    return to + length;
}

char *twc_put_hex(char *to, uint64_t value)
{
    for (int k = 0; k < 16; k++)
        to[k] = "0123456789abcdef"[value >> (60 - 4 * k) & 15];
    return to + 16;
}

char *twc_put_metres(char *to, int32_t centimetres)
{
    const uint32_t size = centimetres < 0 ? 0 - (uint32_t)centimetres : (uint32_t)centimetres;
    if (centimetres < 0)
        *to++ = '-';
    to = put_whole(to, size / 100);
    *to++ = '.';
    return put_digits(to, size % 100, 2);
}

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 wide;

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/*
 * value 10^k to the nearest integer, of two the even one: the significand times a power of ten is a whole number below
 * 2^93. Above 0 and no subnormal. 0 when the result has more than 64 bits, or none of the product's.
 */
static int scaled(double value, int k, uint64_t *result)
{
    const uint64_t bits = bits_of(value), significand = (bits & (((uint64_t)1 << 52) - 1)) | (uint64_t)1 << 52;
    const wide product = (wide)significand * power[k];
    const int shift = 1075 - (int)(bits >> 52);
    if (shift <= 0 || shift >= 128 || product >> shift >> 63 >> 1)
        return 0;
    const wide whole = product >> shift, rest = product - (whole << shift), half = (wide)1 << (shift - 1);
    *result = (uint64_t)whole + (rest > half || (rest == half && (whole & 1)));
    return 1;
}

/* Nine digits, the first of them of 10^exponent. */
static char *put_nine(char *to, uint64_t digits, int exponent)
{
    int kept = 9;
    while (digits % 10 == 0 && kept > 1 && kept > exponent + 1) {
        digits /= 10;
        kept--;
    }
    if (exponent < 0) {
        *to++ = '0';
        *to++ = '.';
        for (int k = -1; k > exponent; k--)
            *to++ = '0';
        return put_digits(to, digits, kept);
    }
    const int after = kept - exponent - 1;
    to = put_digits(to, digits / power[after], exponent + 1);
    if (after > 0) {
        *to++ = '.';
        to = put_digits(to, digits % power[after], after);
    }
    return to;
}

static char *put_short(char *to, double size)
{
    static const double bound[] = {1e-3, 1e-2, 1e-1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
    uint64_t digits = 0;
    int exponent = -4;
    if (!(size >= 1e-4 && size < 1e9))
        return NULL;
    for (int k = 0; k < 12; k++)
        exponent += size >= bound[k];
    /* A bound that is no binary number, or digits that round up to one more, put it off by one. */
    if (!scaled(size, 8 - exponent, &digits))
        return NULL;
    if (digits >= power[9] && (++exponent > 8 || !scaled(size, 8 - exponent, &digits)))
        return NULL;
    return digits >= power[8] && digits < power[9] ? put_nine(to, digits, exponent) : NULL;
}

static char *put_fixed(char *to, double size, int digits)
{
    uint64_t number;
    if (!(size >= 1e-9 && size < 4e9) || !scaled(size, digits, &number))
        return NULL;
    to = put_whole(to, number / power[digits]);
    if (digits > 0) {
        *to++ = '.';
        to = put_digits(to, number % power[digits], digits);
    }
    return to;
}
#else
static char *put_short(char *to, double size)
{
    return (void)to, (void)size, NULL;
}

static char *put_fixed(char *to, double size, int digits)
{
    return (void)to, (void)size, (void)digits, NULL;
}
#endif

char *twc_put_short(char *to, double value)
{
    char *end = value < 0 ? put_short(to + 1, -value) : put_short(to, value);
    if (end && value < 0)
        *to = '-';
    return end ? end : to + snprintf(to, TWC_DECIMAL_SIZE, "%.9g", value);
}

char *twc_put_fixed(char *to, double value, int digits)
{
    char *end = value < 0 ? put_fixed(to + 1, -value, digits) : put_fixed(to, value, digits);
    if (end && value < 0)
        *to = '-';
    return end ? end : to + snprintf(to, TWC_DECIMAL_SIZE, "%.*f", digits, value);
}
