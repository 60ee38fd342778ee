/* SPDX-License-Identifier: MIT */
/*
 * Event logs in files (POSIX). A log that is open for appending is locked: a second writer is refused. Each function
 * does what the one of twc/event_log.h does with the storage that the file is.
 */
#ifndef TWC_LOG_FILE_H
#define TWC_LOG_FILE_H

#include "twc/event_log.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TWC_LOG_PATH_SIZE = 4096 };

/* An open log; it refers to itself and stays where it is until it is closed. */
typedef struct twc_log_file {
    twc_event_log log;
    int file; /* descriptor; -1: closed */
    char path[TWC_LOG_PATH_SIZE];
} twc_log_file;

/*
 * Makes a new log for a world, lasting with its name; fails when the file exists, and leaves none when it fails
 * otherwise.
 */
twc_status twc_log_file_create(const char *path, const char world_hash[TWC_HASH_HEX], twc_log_file *file);

/* Opens a log for appending: hands out its facts and cuts an unfinished last record off. Closed again when it fails. */
twc_status twc_log_file_open(const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                             twc_log_file *file);

/* The same without writing: no lock, nothing cut. */
twc_status twc_log_file_read(const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context);

/* The pieces of a log, whatever has become of it. */
twc_status twc_log_file_survey(const char *path, twc_status *header, char world_hash[TWC_HASH_HEX],
                               twc_log_piece_taker *taker, void *context);

/* May be called again, and after a failure. */
void twc_log_file_close(twc_log_file *file);

#ifdef __cplusplus
}
#endif
#endif
