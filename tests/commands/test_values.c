/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts as values: what is read, what is refused, and that nothing is read in part. */
#include <math.h>
#include <string.h>

#include "commands/values.h"
#include "common/suite.h"

typedef struct values {
    int flag, choice, integer;
    unsigned set;
    int64_t wide;
    double real;
    twc_size size;
    twc_rect rectangle;
    twc_place place;
    twc_position position;
    twc_area area;
    twc_places places;
    const char *text;
} values;

static const values defaults = {.choice = -1, .real = 7};
static const char *const words[] = {"one", "two", "three", NULL};

static twc_status read(const twc_option *option, const char *text, values *v)
{
    *v = defaults;
    return twc_read_value(option, "--", text, &defaults, v);
}

/* Each of the texts, with blanks between them, must be refused with these words. */
static void refuse(const twc_option *option, const char *const *texts, const char *message)
{
    values v;
    int bad = 0;
    for (; *texts; texts++) {
        twc_status status = read(option, *texts, &v);
        SUITE_EXPECT(bad, status.code == TWC_USAGE && strstr(status.message, message), "\"%s\": %d %s", *texts,
                     status.code, status.message);
    }
    SUITE_NONE(bad);
}

static void numbers(void)
{
    values v;
    const twc_option integer = {.name = "n", .integer = &defaults.integer, .low = -5, .high = 64};
    const twc_option wide = {.name = "n", .wide = &defaults.wide, .low = 0, .high = INFINITY};
    const twc_option real = {.name = "r", .real = &defaults.real, .low = 0.5, .high = 1e6, .unit = "m"};
    CU_ASSERT_EQUAL(read(&integer, "010", &v).code, 0);
    CU_ASSERT_EQUAL(v.integer, 10); /* decimal, whatever it begins with */
    CU_ASSERT_EQUAL(read(&integer, "-5", &v).code, 0);
    CU_ASSERT_EQUAL(v.integer, -5);
    refuse(&integer,
           (const char *const[]){"", "-", "0x10", "1.0", "1e1", " 1", "1 ", "65", "-6", "99999999999999999999", NULL},
           "--n takes an integer from -5 to 64, not \"");
    CU_ASSERT_EQUAL(read(&wide, "9223372036854775807", &v).code, 0);
    CU_ASSERT_EQUAL(v.wide, INT64_MAX);
    refuse(&wide, (const char *const[]){"9223372036854775808", "-1", NULL}, "an integer of at least 0");
    CU_ASSERT_EQUAL(read(&real, "+1.5e2", &v).code, 0);
    CU_ASSERT_EQUAL(v.real, 150);
    CU_ASSERT_EQUAL(read(&real, ".5", &v).code, 0);
    CU_ASSERT_EQUAL(v.real, 0.5);
    refuse(&real,
           (const char *const[]){"", ".", "e5", "1e", "0x1p3", "inf", "nan", "1,5", "1.5m", " 1", "1e99", "1e999",
                                 "--1", "0.49", NULL},
           "--r takes a number from 0.5 to 1000000 m, not \"");
}

static void choices(void)
{
    values v;
    const twc_option choice = {.name = "c", .choice = &defaults.choice, .choices = words};
    const twc_option set = {.name = "s", .set = &defaults.set, .choices = words};
    const twc_option either = {
        .name = "e", .choice = &defaults.choice, .choices = words, .real = &defaults.real, .low = 0, .high = 9};
    CU_ASSERT_EQUAL(read(&choice, "two", &v).code, 0);
    CU_ASSERT_EQUAL(v.choice, 1);
    refuse(&choice, (const char *const[]){"", "Two", "tw", "twoo", "one,two", NULL},
           "--c takes one, two or three, not \"");
    CU_ASSERT_EQUAL(read(&set, "three,one", &v).code, 0);
    CU_ASSERT_EQUAL(v.set, 5);
    refuse(&set, (const char *const[]){"one,four", NULL}, "--s takes one, two and three, not \"four\"");
    refuse(&set, (const char *const[]){"", "one,", ",one", NULL}, "not \"\"");
    CU_ASSERT_EQUAL(read(&either, "3.5", &v).code, 0);
    CU_ASSERT_TRUE(v.choice == 3 && v.real == 3.5);
    CU_ASSERT_EQUAL(read(&either, "one", &v).code, 0);
    CU_ASSERT_TRUE(v.choice == 0 && v.real == 7);
    refuse(&either, (const char *const[]){"four", "10", NULL}, "one, two, three or a number from 0 to 9");
}

static void shapes(void)
{
    values v;
    const twc_option size = {.name = "s", .size = &defaults.size, .high = 100, .rectangle = &defaults.rectangle};
    const twc_option place = {.name = "p", .place = &defaults.place};
    const twc_option position = {.name = "p", .position = &defaults.position};
    const twc_option area = {.name = "a", .area = &defaults.area};
    CU_ASSERT_EQUAL(read(&size, "2x30", &v).code, 0);
    CU_ASSERT_TRUE(v.size.width == 2 && v.size.height == 30 && v.rectangle.nx == 0);
    CU_ASSERT_EQUAL(read(&size, "-1,-2,3,4", &v).code, 0);
    CU_ASSERT_TRUE(v.size.width == 0 && v.rectangle.x == -1 && v.rectangle.z == -2 && v.rectangle.nx == 3 &&
                   v.rectangle.nz == 4);
    refuse(&size,
           (const char *const[]){"", "2", "x2", "2x", "0x1", "101x1", "2x3x4", "1,2,3", "1,2,3,4,", "1,2,3,4.5", NULL},
           "two sizes WIDTHxHEIGHT or four numbers X,Z,NX,NZ, all of them whole numbers");
    CU_ASSERT_EQUAL(read(&place, "-1.5,2e1", &v).code, 0);
    CU_ASSERT_TRUE(v.place.x == -1.5 && v.place.z == 20);
    refuse(&place, (const char *const[]){"", "1", "1,", "1,2,3", "1 2", "1, 2", "1,2 ", "nan,1", "1,2e7", NULL},
           "--p takes a place as X,Z in metres");
    CU_ASSERT_EQUAL(read(&position, "1,2,3", &v).code, 0);
    CU_ASSERT_TRUE(v.position.x == 1 && v.position.y == 2 && v.position.z == 3);
    refuse(&position, (const char *const[]){"1,2", "1,2,3,4", "1,2,a", NULL}, "X,Y,Z");
    CU_ASSERT_EQUAL(read(&area, "1,2,3,4.5", &v).code, 0);
    CU_ASSERT_TRUE(v.area.x == 1 && v.area.depth == 4.5);
    refuse(&area, (const char *const[]){"1,2,3", "1,2,3,4,5", NULL}, "X,Z,WIDTH,DEPTH");
}

/* A list of places is read to its end or refused by the place that can't be read. */
static void places(void)
{
    static const char *const same[] = {"0,10 40,25.5 -90,20", "0,10:40,25.5:-90,20", "  0,10\t40,25.5 : -90,20 "};
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"-200,0 0,0 100 50 200,100", "--l: place 3, \"100\", is not X,Z"},
        {"", "place 1, \"\", is not"},
        {"1,2:", "missing after the last colon"},
        {"1,2::3,4", "place 2, \"\", is not"},
        {"1,2, 3,4", "place 1, \"1,2,\", is not"},
        {"1,2;3,4", "place 1, \"1,2;3,4\", is not"},
        {"1,2 3,4x", "place 2, \"3,4x\", is not"},
    };
    values v;
    char many[TWC_PLACES_AT_MOST * 4 + 5] = "";
    const twc_option option = {.name = "l", .places = &defaults.places};
    for (size_t k = 0; k < sizeof same / sizeof *same; k++) {
        CU_ASSERT_EQUAL(read(&option, same[k], &v).code, 0);
        CU_ASSERT_TRUE(v.places.count == 3 && v.places.place[1].z == 25.5 && v.places.place[2].x == -90);
    }
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
        refuse(&option, (const char *const[]){bad[k].text, NULL}, bad[k].message);
    for (int k = 0; k < TWC_PLACES_AT_MOST; k++)
        strcat(many, "1,2:");
    many[strlen(many) - 1] = '\0';
    CU_ASSERT_EQUAL(read(&option, many, &v).code, 0);
    CU_ASSERT_EQUAL(v.places.count, TWC_PLACES_AT_MOST);
    strcat(many, " 1,2");
    refuse(&option, (const char *const[]){many, NULL}, "at most 64 places");
}

static void texts(void)
{
    values v;
    const twc_option option = {.name = "t", .text = &defaults.text};
    CU_ASSERT_EQUAL(read(&option, "a b", &v).code, 0);
    CU_ASSERT_STRING_EQUAL(v.text, "a b");
    refuse(&option, (const char *const[]){"", NULL}, "--t is empty");
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"numbers", numbers}, {"choices", choices}, {"shapes", shapes},
        {"places", places},   {"texts", texts},     CU_TEST_INFO_NULL,
    };
    return suite_run("values", tests);
}
