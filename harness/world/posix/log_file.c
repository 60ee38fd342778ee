/* SPDX-License-Identifier: MIT */
#define _DEFAULT_SOURCE /* flock */
#include "twc/log_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the storage ---- */

static twc_status failed(void)
{
    return twc_fail(TWC_IO, "%s", strerror(errno));
}

static twc_status get_size(void *context, uint64_t *size)
{
    const twc_log_file *file = context;
    struct stat info;
    if (fstat(file->file, &info) != 0)
        return failed();
    *size = (uint64_t)info.st_size;
    return twc_ok();
}

static twc_status read_bytes(void *context, uint64_t at, void *bytes, size_t n)
{
    const twc_log_file *file = context;
    for (size_t done = 0; done < n;) {
        ssize_t got = pread(file->file, (char *)bytes + done, n - done, (off_t)(at + done));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return got < 0 ? failed() : twc_fail(TWC_IO, "the file became shorter");
        done += (size_t)got;
    }
    return twc_ok();
}

static twc_status append_bytes(void *context, const void *bytes, size_t n)
{
    const twc_log_file *file = context; /* opened with O_APPEND */
    for (size_t done = 0; done < n;) {
        ssize_t put = write(file->file, (const char *)bytes + done, n - done);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return failed();
        done += (size_t)put;
    }
    return twc_ok();
}

static twc_status sync_bytes(void *context)
{
    const twc_log_file *file = context;
    return fdatasync(file->file) == 0 ? twc_ok() : failed();
}

static twc_status truncate_bytes(void *context, uint64_t size)
{
    const twc_log_file *file = context;
    return ftruncate(file->file, (off_t)size) == 0 && fsync(file->file) == 0 ? twc_ok() : failed();
}

/* ---- files ---- */

/* Opens the file of a log and makes a storage of it. */
static twc_status open_storage(const char *path, int flags, twc_log_file *file, twc_storage *storage)
{
    memset(file, 0, sizeof *file);
    snprintf(file->path, sizeof file->path, "%s", path);
    file->file = open(path, flags | O_CLOEXEC, 0666);
    if (file->file < 0)
        return twc_fail(TWC_IO, "%s: %s", path,
                        errno == EEXIST ? "there is a log already; open it instead" : strerror(errno));
    *storage = (twc_storage){.context = file,
                             .name = file->path,
                             .size = get_size,
                             .read = read_bytes,
                             .append = append_bytes,
                             .sync = sync_bytes,
                             .truncate = truncate_bytes};
    return twc_ok();
}

/* The same, locked against other writers. */
static twc_status open_locked(const char *path, int flags, twc_log_file *file, twc_storage *storage)
{
    twc_status status = open_storage(path, flags | O_RDWR | O_APPEND, file, storage);
    if (status.code || flock(file->file, LOCK_EX | LOCK_NB) == 0)
        return status;
    status = errno == EWOULDBLOCK ? twc_fail(TWC_IO, "%s: another process is writing to this log", path)
                                  : twc_fail(TWC_IO, "%s: %s", path, strerror(errno));
    twc_log_file_close(file);
    return status;
}

/*
 * The name of a new file is lasting once its folder is on the disk. A folder that can't be opened or whose file system
 * has no such thing (EINVAL) is no failure: the log itself is there.
 */
static twc_status sync_folder(const char *path)
{
    char folder[TWC_LOG_PATH_SIZE];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    int descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0)
        return twc_ok();
    twc_status status = fsync(descriptor) == 0 || errno == EINVAL
                            ? twc_ok()
                            : twc_fail(TWC_IO, "%s: its folder: %s", path, strerror(errno));
    close(descriptor);
    return status;
}

twc_status twc_log_file_create(const char *path, const char world_hash[TWC_HASH_HEX], twc_log_file *file)
{
    twc_storage storage;
    twc_status status = open_locked(path, O_CREAT | O_EXCL, file, &storage);
    if (status.code)
        return status;
    status = twc_event_log_create(storage, world_hash, &file->log);
    if (!status.code)
        status = sync_folder(path);
    if (status.code) {
        unlink(path);
        twc_log_file_close(file);
    }
    return status;
}

twc_status twc_log_file_open(const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context,
                             twc_log_file *file)
{
    twc_storage storage;
    twc_status status = open_locked(path, 0, file, &storage);
    if (status.code)
        return status;
    status = twc_event_log_open(storage, reading, taker, context, &file->log);
    if (status.code)
        twc_log_file_close(file);
    return status;
}

twc_status twc_log_file_read(const char *path, twc_log_reading *reading, twc_fact_taker *taker, void *context)
{
    twc_log_file file;
    twc_storage storage;
    twc_status status = open_storage(path, O_RDONLY, &file, &storage);
    if (!status.code)
        status = twc_event_log_read(storage, reading, taker, context);
    twc_log_file_close(&file);
    return status;
}

twc_status twc_log_file_survey(const char *path, twc_status *header, char world_hash[TWC_HASH_HEX],
                               twc_log_piece_taker *taker, void *context)
{
    twc_log_file file;
    twc_storage storage;
    twc_status status = open_storage(path, O_RDONLY, &file, &storage);
    if (!status.code)
        status = twc_event_log_survey(storage, header, world_hash, taker, context);
    twc_log_file_close(&file);
    return status;
}

void twc_log_file_close(twc_log_file *file)
{
    if (file->file >= 0)
        close(file->file);
    file->file = -1;
}
