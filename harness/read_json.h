/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading JSON files with failures that name the file and the member. */
#ifndef TWC_HARNESS_READ_JSON_H
#define TWC_HARNESS_READ_JSON_H

#include <cjson/cJSON.h>

#include "twc/status.h"

/* Parses a file of at most 16 MiB; the caller deletes *json. */
twc_status twc_read_json(const char *path, cJSON **json);

/*
 * Members of an object. After a failure the later calls leave their outputs alone and *status as it is, so that a
 * reader can list its members and look at the status once.
 */
void twc_json_real(const cJSON *object, const char *name, double low, double high, double *value, twc_status *status);
void twc_json_integer(const cJSON *object, const char *name, int low, int high, int *value, twc_status *status);
/* A list of just so many integers of 32 bits. */
void twc_json_integers(const cJSON *object, const char *name, int count, int *values, twc_status *status);
void twc_json_text(const cJSON *object, const char *name, char *text, size_t size, twc_status *status);
const cJSON *twc_json_object(const cJSON *object, const char *name, twc_status *status);
const cJSON *twc_json_array(const cJSON *object, const char *name, int low, int high, twc_status *status);

/* A list of just so many numbers. */
void twc_json_reals(const cJSON *object, const char *name, int count, double bound, double *values, twc_status *status);

/* One of the names, which end with NULL, as its index; a refusal says which one may have been meant. */
void twc_json_choice(const cJSON *object, const char *name, const char *const *names, int *choice, twc_status *status);

/* Refuses a member that is none of the names, and one that is there twice: nothing would read it. */
void twc_json_only(const cJSON *object, const char *const *names, twc_status *status);

/* Puts an entry's name before the message of a failure that arose while it was read. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void twc_json_entry(twc_status *status, const char *format, ...);

/* What an entry is instead of what it should be: "-3", "a text". */
enum { TWC_JSON_SAID = 64 };
const char *twc_json_said(const cJSON *item, char text[TWC_JSON_SAID]);

#endif
