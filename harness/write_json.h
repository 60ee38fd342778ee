/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Building JSON that is written whole or not at all. What can't be added for want of memory makes the whole document
 * one that can't be printed, so that a writer adds everything and looks at the status of printing it, once. A parent
 * that is NULL, itself not made, is passed over.
 */
#ifndef TWC_HARNESS_WRITE_JSON_H
#define TWC_HARNESS_WRITE_JSON_H

#include <cjson/cJSON.h>
#include <stdio.h>

#include "twc/status.h"

/* Members of an object, or elements of an array: then `name` is NULL. */
cJSON *twc_json_add_object(cJSON *parent, const char *name);
cJSON *twc_json_add_array(cJSON *parent, const char *name);
void twc_json_add_text(cJSON *parent, const char *name, const char *text);
void twc_json_add_flag(cJSON *parent, const char *name, int flag);
void twc_json_add_number(cJSON *parent, const char *name, double number);

/* A value as it is to be printed: a number with fixed decimals ("%.3f") or more digits than a double has. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
void twc_json_add_printed(cJSON *parent, const char *name, const char *format, ...);

/* Adds an item that was made elsewhere, and owns it whatever happens; NULL spoils the document. */
void twc_json_add_item(cJSON *parent, const char *name, cJSON *item);

typedef enum twc_json_layout {
    TWC_JSON_LINE,     /* one line, a blank after each comma and colon */
    TWC_JSON_ROWS,     /* a line a member of the document, and an element of its lists of objects */
    TWC_JSON_INDENTED, /* a line a member, as cJSON has it */
    TWC_JSON_PACKED    /* one line without blanks */
} twc_json_layout;

/* The document as a text (free it), or TWC_IO. Deletes the document. */
twc_status twc_json_text_of(cJSON *json, twc_json_layout layout, char **text);

/* Writes a document and deletes it; whoever owns the stream looks at its errors. */
twc_status twc_json_put(cJSON *json, twc_json_layout layout, FILE *out);

/* Likewise, with a newline at its end. */
twc_status twc_json_print(cJSON *json, twc_json_layout layout, FILE *out);

#endif
