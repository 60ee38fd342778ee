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
void twc_json_text(const cJSON *object, const char *name, char *text, size_t size, twc_status *status);
const cJSON *twc_json_object(const cJSON *object, const char *name, twc_status *status);
const cJSON *twc_json_array(const cJSON *object, const char *name, int low, int high, twc_status *status);

#endif
