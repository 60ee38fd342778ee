/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of a command line as values. What can't be read to its end is refused; numbers are decimal. */
#ifndef TWC_HARNESS_VALUES_H
#define TWC_HARNESS_VALUES_H

#include "commands/command.h"
#include "twc/georeference.h"

/* The largest coordinate of any reference system, either way; beyond it a place is a slip. */
#define TWC_COORDINATE_MOST 1e9

/* A decimal number at the start of a text; returns where it ends, or NULL when there is none or it is too large. */
const char *twc_read_decimal(const char *text, double *value);

/* A whole text as an integer: 1 when it is one and fits. */
int twc_read_whole(const char *text, int64_t *value);

/* Adds words at the end of a text of `size` bytes, as far as they fit. */
void twc_append(char *text, size_t size, const char *words);

/* Adds an option's choices: "ascii, png or raw". */
void twc_append_choices(char *text, size_t size, const twc_option *option);

/*
 * An option's text into `values`, at the field that the option points at in `defaults`. The failure names the option
 * ("--radius" or the argument's name), what it takes and what it was given.
 */
twc_status twc_read_value(const twc_option *option, const char *dashes, const char *text, const void *defaults,
                          void *values);

/*
 * The point of a place: to the nearest centimetre, of two the even one. Every command takes places so. With a
 * georeference the place is one of its coordinates, easting and northing. `what` names the place in the failure, for
 * one that is too far.
 */
twc_status twc_place_point(const char *what, twc_place place, const twc_georeference *coordinates, twc_point *point);

/* For --coordinates: fails when the world has no place. */
twc_status twc_need_place(const char *world, const twc_georeference *georeference);

#endif
