/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TWC_HARNESS_PROGRESS_H
#define TWC_HARNESS_PROGRESS_H

/* One progress line on stderr, rewritten in place, only when it is a terminal. fraction < 0 erases it. */
void twc_progress(const char *what, double fraction);

/* The same where it is not known how much there is: what has been done so far. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
void twc_progress_text(const char *format, ...);

#endif
