/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/interrupts.h"

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
    return error == ENOSPC || error == EDQUOT || error == EFBIG ? "make room, or write elsewhere with --out"
                                                                : "write elsewhere with --out";
}

static twc_status cannot_write(const char *path, int error)
{
    return twc_fail(TWC_IO, "cannot write %s: %s (nothing was written; %s)", path, strerror(error), advice(error));
}

static void release(twc_atomic_file *file)
{
    if (file->temporary)
        twc_interrupts_forget(file->temporary);
    free(file->path);
    free(file->temporary);
    memset(file, 0, sizeof *file);
}

/* ---- folders ---- */

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

twc_status twc_make_folder_of(const char *path)
{
    struct stat info;
    char *folder = folder_of(path);
    twc_status status = !folder                    ? twc_fail(TWC_IO, "not enough memory to write %s", path)
                        : stat(folder, &info) == 0 ? twc_ok()
                                                   : twc_make_folder(folder);
    free(folder);
    return status;
}

/* ---- where an output leads ---- */

/* The path behind all symbolic links, which need not be there yet; NULL with errno. The caller frees it. */
static char *follow_links(const char *path)
{
    enum { LINKS_AT_MOST = 40 };
    char *at = strdup(path), target[PATH_MAX];
    for (int links = 0; at && links < LINKS_AT_MOST; links++) {
        const ssize_t length = readlink(at, target, sizeof target - 1);
        if (length < 0)
            return at; /* no link: a file, or nothing yet */
        target[length] = '\0';
        char *folder = target[0] == '/' ? NULL : folder_of(at), *next = NULL;
        const size_t size = (folder ? strlen(folder) : 0) + (size_t)length + 2;
        if (target[0] == '/' || folder)
            next = malloc(size);
        if (next)
            snprintf(next, size, "%s%s%s", folder ? folder : "", folder ? "/" : "", target);
        free(folder);
        free(at);
        at = next;
    }
    errno = at ? ELOOP : ENOMEM;
    free(at);
    return NULL;
}

static int is_standard_output(const struct stat *info)
{
    struct stat standard;
    return fstat(STDOUT_FILENO, &standard) == 0 && standard.st_dev == info->st_dev && standard.st_ino == info->st_ino;
}

/* Devices and pipes are written to as they are. */
static twc_status open_device(const char *path, twc_atomic_file *file)
{
    const int descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    file->path = strdup(path);
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file->stream && file->path)
        return twc_ok();
    twc_status status = cannot_write(path, errno);
    if (file->stream)
        fclose(file->stream);
    else if (descriptor >= 0)
        close(descriptor);
    release(file);
    return status;
}

/* A new file beside the one to be written; its descriptor, or -1 with errno. */
static int make_temporary(twc_atomic_file *file)
{
    const size_t size = strlen(file->path) + 48;
    int descriptor = -1;
    file->temporary = malloc(size);
    for (unsigned attempt = 0; file->temporary && attempt < 1000 && descriptor < 0; attempt++) {
        snprintf(file->temporary, size, "%s.%ld-%u.tmp", file->path, (long)getpid(), attempt);
        twc_interrupts_note(file->temporary);
        descriptor = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0)
            break;
        twc_interrupts_forget(file->temporary);
        if (errno != EEXIST)
            break;
    }
    return descriptor;
}

/* What takes a file's place belongs to whom that did, with its rights; where that can't be, its bytes are replaced. */
static void keep_rights(int descriptor, const struct stat *old, twc_atomic_file *file)
{
    struct stat own;
    const int same = fstat(descriptor, &own) == 0 && own.st_uid == old->st_uid && own.st_gid == old->st_gid;
    file->in_place = (!same && fchown(descriptor, old->st_uid, old->st_gid) != 0) ||
                     fchmod(descriptor, old->st_mode & 07777) != 0;
    file->mode = file->in_place ? 0 : old->st_mode & 07777;
}

static twc_status open_beside(twc_atomic_file *file, const struct stat *old)
{
    int descriptor = make_temporary(file), error = errno;
    if (descriptor >= 0 && old)
        keep_rights(descriptor, old, file);
    file->stream = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file->stream)
        return twc_ok();
    if (descriptor >= 0) {
        error = errno;
        close(descriptor);
        unlink(file->temporary);
    }
    twc_status status = cannot_write(file->path, error);
    release(file);
    return status;
}

twc_status twc_atomic_open(const char *path, twc_atomic_file *file)
{
    struct stat old;
    const size_t length = strlen(path);
    const int there = stat(path, &old) == 0;
    memset(file, 0, sizeof *file);
    if (strcmp(path, "-") == 0 || (there && is_standard_output(&old))) {
        file->stream = stdout;
        return twc_ok();
    }
    if (there && S_ISDIR(old.st_mode))
        return twc_fail(TWC_IO, "cannot write %s: it is a folder; name a file with --out", path);
    if (length == 0 || path[length - 1] == '/')
        return twc_fail(TWC_IO, "cannot write \"%s\": no file is named; name one with --out", path);
    if (there && !S_ISREG(old.st_mode))
        return open_device(path, file);
    if (there && access(path, W_OK) != 0)
        return cannot_write(path, errno);
    file->path = follow_links(path);
    if (!file->path)
        return cannot_write(path, errno);
    twc_status status = twc_make_folder_of(file->path);
    if (!status.code)
        return open_beside(file, there ? &old : NULL);
    release(file);
    return status;
}

/* ---- the end ---- */

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

/* The bytes of the temporary file over those of the old one, where it can't be replaced as a whole. 0 or an errno. */
static int copy_over(const twc_atomic_file *file)
{
    char bytes[1 << 14];
    const int from = open(file->temporary, O_RDONLY | O_CLOEXEC), to = open(file->path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    int error = from < 0 || to < 0 ? errno : 0;
    for (ssize_t got = 0; !error && (got = read(from, bytes, sizeof bytes)) != 0;) {
        for (ssize_t done = 0, put; !error && done < got; done += put)
            if ((put = write(to, bytes + done, (size_t)(got - done))) < 0)
                error = errno;
        error = got < 0 ? errno : error;
    }
    if (!error && fsync(to))
        error = errno;
    if (from >= 0)
        close(from);
    if (to >= 0 && close(to) && !error)
        error = errno;
    return error;
}

/* 0 or an errno. */
static int put_in_place(twc_atomic_file *file)
{
    if (file->in_place)
        return copy_over(file);
    if (rename(file->temporary, file->path))
        return errno;
    sync_folder(file->path);
    return 0;
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
    if (!error && file->mode) /* again: writing takes a file's set-group bit away from all but the superuser's */
        (void)fchmod(fileno(file->stream), (mode_t)file->mode);
    if (!error && file->temporary && fsync(fileno(file->stream)))
        error = errno;
    if (fclose(file->stream) && !error)
        error = errno;
    if (!error && file->temporary)
        error = put_in_place(file);
    twc_status status = twc_ok();
    if (error && file->temporary)
        status = cannot_write(file->path, error);
    else if (error)
        status = twc_fail(TWC_IO, "cannot write %s: %s (%s)", file->path, strerror(error), advice(error));
    if (file->temporary && (error || file->in_place))
        unlink(file->temporary);
    release(file);
    return status;
}

void twc_atomic_discard(twc_atomic_file *file)
{
    if (!file->stream || file->stream == stdout)
        return;
    fclose(file->stream);
    if (file->temporary)
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
