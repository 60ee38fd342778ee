/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Signals that end the program. What it was about to write goes with it: no temporary file stays behind. Work that has
 * something to tell of what it got done asks to be told of the first one instead.
 */
#ifndef TWC_HARNESS_INTERRUPTS_H
#define TWC_HARNESS_INTERRUPTS_H

/*
 * From now on Ctrl-C, SIGTERM and their like remove what is noted before they end the program, and a limit on the sizes
 * of files is an error of writing. main calls it, and a child whose parent defers.
 */
void twc_interrupts_catch(void);

/* A file, or a folder that is empty by then, to be removed; the text stays where it is until it is forgotten. */
void twc_interrupts_note(const char *path);
void twc_interrupts_forget(const char *path);

/*
 * The first signal is only taken down from now on, and system calls that wait return EINTR; one that comes a while
 * later ends the program. twc_interrupted is the signal, or 0. twc_interrupts_end ends the program by it, when there
 * was one.
 */
void twc_interrupts_defer(void);
int twc_interrupted(void);
void twc_interrupts_end(void);

/* In a child just made by a process whose id is `parent`: it ends, by this signal, when the parent does. */
void twc_end_with_parent(long parent, int signal);

#endif
