/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What became of one check: plain data, so that it can cross from a child process. */
#ifndef TWC_CHECK_OUTCOME_H
#define TWC_CHECK_OUTCOME_H

typedef enum twc_verdict {
    TWC_EQUAL,         /* every bit agrees and every rule about memory was kept */
    TWC_MISMATCH,      /* an element differs from the reference */
    TWC_UNWRITTEN,     /* an element that is due was not written */
    TWC_STRAY,         /* an element that is not due was written */
    TWC_OUTSIDE,       /* bytes just outside an array were written */
    TWC_INPUT_CHANGED, /* an input was written */
    TWC_REWRITTEN,     /* a byte was written more than once */
    TWC_CRASHED,       /* a signal */
    TWC_HUNG           /* no end in time */
} twc_verdict;

typedef struct twc_outcome {
    twc_verdict verdict;
    int in_reference;  /* it is the reference that broke a rule */
    char element[128]; /* "triangles[17].corner[1].y" */
    char place[128];   /* "chunk (0, -1), x -1204 cm, z 88 cm", or empty */
    char detail[256];  /* the values, or what happened */
} twc_outcome;

/* "mismatch", "unwritten", ... */
const char *twc_verdict_name(twc_verdict verdict);

#endif
