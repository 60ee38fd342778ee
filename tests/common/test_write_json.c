/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON is written whole or not at all, whichever allocation fails while it is made. */
#include <stdlib.h>
#include <string.h>

#include "common/suite.h"
#include "write_json.h"

static long left; /* allocations until one fails; negative: none does */

static void *failing_malloc(size_t size)
{
    return left == 0 || left-- == 0 ? NULL : malloc(size);
}

static cJSON *make(void)
{
    cJSON *top = cJSON_CreateObject();
    twc_json_add_text(top, "text", "a \"b\", c: d\\");
    twc_json_add_flag(top, "flag", 1);
    twc_json_add_number(top, "number", 0.1);
    twc_json_add_printed(top, "printed", "%.3f", 1.0);
    cJSON *list = twc_json_add_array(top, "list");
    for (int k = 0; k < 2; k++) {
        cJSON *row = twc_json_add_object(list, NULL);
        twc_json_add_number(row, "k", k);
    }
    twc_json_add_item(top, "item", cJSON_CreateNull());
    return top;
}

static void layouts(void)
{
    static const struct {
        twc_json_layout layout;
        const char *text;
    } wanted[] = {
        {TWC_JSON_LINE, "{\"text\": \"a \\\"b\\\", c: d\\\\\", \"flag\": true, \"number\": 0.1, \"printed\": 1.000, "
                        "\"list\": [{\"k\": 0}, {\"k\": 1}], \"item\": null}"},
        {TWC_JSON_ROWS,
         "{\n  \"text\": \"a \\\"b\\\", c: d\\\\\",\n  \"flag\": true,\n  \"number\": 0.1,\n"
         "  \"printed\": 1.000,\n  \"list\": [\n    {\"k\": 0},\n    {\"k\": 1}\n  ],\n  \"item\": null\n}"},
        {TWC_JSON_PACKED, "{\"text\":\"a \\\"b\\\", c: d\\\\\",\"flag\":true,\"number\":0.1,\"printed\":1.000,"
                          "\"list\":[{\"k\":0},{\"k\":1}],\"item\":null}"},
    };
    char *text;
    for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++) {
        CU_ASSERT_EQUAL_FATAL(twc_json_text_of(make(), wanted[k].layout, &text).code, TWC_OK);
        CU_ASSERT_STRING_EQUAL(text, wanted[k].text);
        free(text);
    }
    CU_ASSERT_EQUAL_FATAL(twc_json_text_of(make(), TWC_JSON_INDENTED, &text).code, TWC_OK);
    CU_ASSERT_PTR_NOT_NULL(strstr(text, "\n\t\"printed\":\t1.000,\n"));
    free(text);
    CU_ASSERT_EQUAL(twc_json_text_of(NULL, TWC_JSON_LINE, &text).code, TWC_IO);
    CU_ASSERT_PTR_NULL(text);
}

/* Fails the first allocation, then the second, until all succeed: before that there is no text at all. */
static void no_memory(void)
{
    char *whole, *text = NULL;
    long failed = 0;
    CU_ASSERT_EQUAL_FATAL(twc_json_text_of(make(), TWC_JSON_PACKED, &whole).code, TWC_OK);
    cJSON_InitHooks(&(cJSON_Hooks){failing_malloc, free});
    for (;; failed++) {
        left = failed;
        twc_status status = twc_json_text_of(make(), TWC_JSON_PACKED, &text);
        if (!status.code)
            break;
        CU_ASSERT_EQUAL(status.code, TWC_IO);
        CU_ASSERT_PTR_NULL(text);
        if (failed > 1000)
            break;
    }
    cJSON_InitHooks(NULL);
    CU_ASSERT_TRUE(failed > 20 && failed < 1000);
    CU_ASSERT_STRING_EQUAL(text, whole);
    free(text);
    free(whole);
}

int main(void)
{
    CU_TestInfo tests[] = {
        {"layouts", layouts},
        {"no memory", no_memory},
        CU_TEST_INFO_NULL,
    };
    return suite_run("write_json", tests);
}
