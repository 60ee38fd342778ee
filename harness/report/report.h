/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The report: what `twc reproduce` left in a folder, as one HTML file that needs nothing beside it. It reads
 * results.json, the figures and the data files of that folder and computes nothing of its own but their hashes, so that
 * the same folder gives the same bytes. What is missing is named with the command that makes it.
 */
#ifndef TWC_HARNESS_REPORT_H
#define TWC_HARNESS_REPORT_H

#include "twc/status.h"

/* Writes `path` from `folder`, whole or not at all. Fails without a results.json that holds sections. */
twc_status twc_report_write(const char *folder, const char *path);

#endif
