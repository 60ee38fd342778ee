/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The folder of a path: everything up to the last slash, "." without one. The caller frees it. */
static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return strdup(".");
    return slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
}

static const char *advice(int error)
{
    switch (error) {
    case ENOENT:
    case ENOTDIR:
        return "make the folder first, or write elsewhere with --out";
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
        return "make room, or write elsewhere with --out";
    default:
        return "write elsewhere with --out";
    }
}

static twc_status cannot_write(const char *path, int error)
{
    return twc_fail(TWC_IO, "cannot write %s: %s (nothing was written; %s)", path, strerror(error), advice(error));
}

static void release(twc_atomic_file *file)
{
    free(file->path);
    free(file->temporary);
    memset(file, 0, sizeof *file);
}

/* Renaming onto a device, a pipe or a folder would replace or fail: only files that can be replaced are accepted. */
static twc_status check_target(const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISREG(info.st_mode))
        return twc_fail(TWC_IO, "cannot write %s: it is a %s; name a file with --out", path,
                        S_ISDIR(info.st_mode) ? "folder" : "device or pipe");
    size_t length = strlen(path);
    if (length == 0 || path[length - 1] == '/')
        return twc_fail(TWC_IO, "cannot write \"%s\": no file is named; name one with --out", path);
    return twc_ok();
}

twc_status twc_make_folder(const char *path)
{
    struct stat info;
    char *part = strdup(path);
    int made = part ? 0 : -1;
    for (char *at = part; at && *at && made == 0;) {
        at += strspn(at, "/");
        at += strcspn(at, "/");
        const char rest = *at;
        *at = 0; /* the path as far as here */
        made = mkdir(part, 0777) != 0 && errno != EEXIST ? -1 : 0;
        *at = rest;
    }
    const int error = errno;
    free(part);
    if (made != 0)
        return twc_fail(TWC_IO, "cannot make the folder %s: %s (pass --out with one that can be written)", path,
                        strerror(error));
    if (stat(path, &info) != 0 || !S_ISDIR(info.st_mode) || access(path, W_OK) != 0)
        return twc_fail(TWC_IO, "%s is not a folder that can be written (pass --out with one that is)", path);
    return twc_ok();
}

twc_status twc_atomic_open(const char *path, twc_atomic_file *file)
{
    memset(file, 0, sizeof *file);
    if (strcmp(path, "-") == 0) {
        file->stream = stdout;
        return twc_ok();
    }
    twc_status status = check_target(path);
    if (status.code)
        return status;
    size_t size = strlen(path) + 48;
    file->path = strdup(path);
    file->temporary = malloc(size);
    if (!file->path || !file->temporary) {
        release(file);
        return twc_fail(TWC_IO, "not enough memory to write %s", path);
    }
    int descriptor = -1;
    for (unsigned attempt = 0; attempt < 1000 && descriptor < 0; attempt++) {
        snprintf(file->temporary, size, "%s.%ld-%u.tmp", path, (long)getpid(), attempt);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor < 0 && errno != EEXIST)
            break;
    }
    int error = errno;
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file->stream)
        return twc_ok();
    if (descriptor >= 0) {
        error = errno;
        close(descriptor);
        unlink(file->temporary);
    }
    status = cannot_write(path, error);
    release(file);
    return status;
}

/* The rename is lasting once the folder itself is on the disk. Some file systems cannot sync a folder: no failure. */
static void sync_folder(const char *path)
{
    char *folder = folder_of(path);
    int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (descriptor >= 0) {
        (void)fsync(descriptor);
        close(descriptor);
    }
    free(folder);
}

twc_status twc_atomic_commit(twc_atomic_file *file)
{
    int error = 0;
    errno = 0;
    if (file->stream == stdout) {
        memset(file, 0, sizeof *file);
        return twc_ok();
    }
    if (fflush(file->stream) || ferror(file->stream))
        error = errno ? errno : EIO;
    if (!error && fsync(fileno(file->stream)))
        error = errno;
    if (fclose(file->stream) && !error)
        error = errno;
    if (!error && rename(file->temporary, file->path))
        error = errno;
    twc_status status = error ? cannot_write(file->path, error) : twc_ok();
    if (error)
        unlink(file->temporary);
    else
        sync_folder(file->path);
    release(file);
    return status;
}

void twc_atomic_discard(twc_atomic_file *file)
{
    if (!file->stream || file->stream == stdout)
        return;
    fclose(file->stream);
    unlink(file->temporary);
    release(file);
}

twc_status twc_atomic_write(const char *path, const void *bytes, size_t size)
{
    twc_atomic_file file;
    twc_status status = twc_atomic_open(path, &file);
    if (status.code)
        return status;
    errno = 0;
    if (fwrite(bytes, 1, size, file.stream) != size) {
        status = cannot_write(path, errno ? errno : EIO);
        twc_atomic_discard(&file);
        return status;
    }
    return twc_atomic_commit(&file);
}

/*
 * Reads until the end, or until there are more than `most` bytes (EFBIG): pipes and files of /proc have no size to ask
 * for.
 */
static int read_all(FILE *stream, size_t most, unsigned char **bytes, size_t *size)
{
    size_t capacity = 1 << 16, count = 0;
    unsigned char *buffer = malloc(capacity + 1);
    while (buffer) {
        count += fread(buffer + count, 1, capacity - count, stream);
        if (count < capacity || count > most)
            break;
        capacity *= 2;
        unsigned char *larger = realloc(buffer, capacity + 1);
        if (!larger)
            free(buffer);
        buffer = larger;
    }
    if (!buffer)
        return ENOMEM;
    if (ferror(stream) || count > most) {
        free(buffer);
        return count > most ? EFBIG : EIO;
    }
    buffer[count] = 0;
    *bytes = buffer;
    *size = count;
    return 0;
}

twc_status twc_path_join(const char *folder, const char *name, char *path, size_t size)
{
    int length = snprintf(path, size, "%s/%s", folder, name);
    return length < 0 || (size_t)length >= size
               ? twc_fail(TWC_USAGE, "the path %.80s.../%.80s is too long", folder, name)
               : twc_ok();
}

twc_status twc_read_file_of(const char *path, size_t most, unsigned char **bytes, size_t *size)
{
    enum { DEVICE = 1 << 20 };
    struct stat info = {.st_size = 0};
    const int there = stat(path, &info) == 0, plain = there && S_ISREG(info.st_mode);
    if (there && S_ISDIR(info.st_mode))
        return twc_fail(TWC_IO, "cannot read %s: it is a folder; name a file", path);
    if (there && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode)) && most > DEVICE)
        most = DEVICE;
    int error = EFBIG;
    if (!plain || (uintmax_t)info.st_size <= most) {
        FILE *stream = fopen(path, "rb");
        error = stream ? read_all(stream, most, bytes, size) : errno;
        if (stream)
            fclose(stream);
    }
    if (error == EFBIG)
        return twc_fail(TWC_IO, "cannot read %s: it has more than %zu bytes, the most that are read of it", path, most);
    return error ? twc_fail(TWC_IO, "cannot read %s: %s", path, strerror(error)) : twc_ok();
}

twc_status twc_read_file(const char *path, unsigned char **bytes, size_t *size)
{
    return twc_read_file_of(path, SIZE_MAX / 4, bytes, size);
}
