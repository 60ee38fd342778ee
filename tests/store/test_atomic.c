/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * harness/store/atomic_file: whatever goes wrong, the old file stays as it was and nothing else appears. Each fault is
 * real: a folder that is missing, that is a file, that may not be written to; a device in the way; a limit on file
 * sizes; a full file system.
 */
#include <errno.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "common/scratch.h"
#include "store/mesh_faces.h"
#include "store/world_h5.h"
#include "common/suite.h"

static void expect_failure(twc_status status, const char *path, const char *words)
{
    CU_ASSERT_EQUAL(status.code, TWC_IO);
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, path));
    CU_ASSERT_PTR_NOT_NULL(strstr(status.message, words));
    if (!strstr(status.message, words))
        fprintf(stderr, "\nexpected \"%s\" in \"%s\"\n", words, status.message);
}

static void expect_content(const char *path, const char *text)
{
    size_t size;
    unsigned char *bytes = get_file(path, &size);
    CU_ASSERT_EQUAL(size, strlen(text));
    CU_ASSERT_STRING_EQUAL((const char *)bytes, text);
    free(bytes);
}

static void test_replaces(void)
{
    const char *path = scratch_path("file");
    twc_atomic_file file;
    CU_ASSERT_EQUAL(twc_atomic_write(path, "old", 3).code, TWC_OK);
    expect_content(path, "old");
    CU_ASSERT_EQUAL_FATAL(twc_atomic_open(path, &file).code, TWC_OK);
    fputs("half of", file.stream);
    fflush(file.stream);
    expect_content(path, "old"); /* not before it is complete */
    twc_atomic_discard(&file);
    twc_atomic_discard(&file); /* harmless */
    expect_content(path, "old");
    CU_ASSERT_EQUAL_FATAL(twc_atomic_open(path, &file).code, TWC_OK);
    fputs("new", file.stream);
    CU_ASSERT_EQUAL(twc_atomic_commit(&file).code, TWC_OK);
    expect_content(path, "new");
    CU_ASSERT_EQUAL(count_files(scratch_folder), 1);
}

static void test_folders(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/a/b//c/", scratch_folder);
    CU_ASSERT_EQUAL(twc_make_folder(path).code, TWC_OK);
    CU_ASSERT_EQUAL(twc_make_folder(path).code, TWC_OK); /* it is there */
    snprintf(path, sizeof path, "%s/a/b/c/file", scratch_folder);
    CU_ASSERT_EQUAL(twc_atomic_write(path, "x", 1).code, TWC_OK);
    expect_failure(twc_make_folder(path), path, "not a folder");
    snprintf(path, sizeof path, "%s/a/b/c/file/d", scratch_folder);
    expect_failure(twc_make_folder(path), path, "Not a directory");
    expect_failure(twc_make_folder("/proc/folder"), "/proc/folder", "cannot make the folder");
    static const char *const made[] = {"a/b/c/file", "a/b/c", "a/b", "a"};
    for (int k = 0; k < 4; k++)
        CU_ASSERT_EQUAL(remove(scratch_path(made[k])), 0);
}

static void test_no_place(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/missing/file", scratch_folder);
    expect_failure(twc_atomic_write(path, "x", 1), path, "make the folder first, or write elsewhere with --out");
    put_text(scratch_path("plain"), "text");
    snprintf(path, sizeof path, "%s/plain/file", scratch_folder);
    expect_failure(twc_atomic_write(path, "x", 1), path, "Not a directory");
    expect_failure(twc_atomic_write(scratch_folder, "x", 1), scratch_folder, "it is a folder");
    snprintf(path, sizeof path, "%s/", scratch_folder);
    expect_failure(twc_atomic_write(path, "x", 1), path, "folder");
    expect_failure(twc_atomic_write("/dev/full", "x", 1), "/dev/full",
                   "device or pipe"); /* replacing it would break the machine */
    expect_failure(twc_atomic_write("", "x", 1), "", "no file is named");
    expect_failure(twc_atomic_write("/proc/file", "x", 1), "/proc/file", "nothing was written");
    unlink(scratch_path("plain"));
}

/* Runs a check in a process of its own, which may give up rights; returns whether it passed. */
static int in_child(int (*check)(void))
{
    int state = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(check());
    return child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state) && WEXITSTATUS(state) == 0;
}

/* The superuser may write anywhere: become somebody else first. */
static int check_forbidden(void)
{
    if (geteuid() == 0 && setuid(65534))
        return 1;
    twc_status status = twc_atomic_write(scratch_path("locked/file"), "x", 1);
    return !(status.code == TWC_IO && strstr(status.message, "Permission denied"));
}

static void test_forbidden(void)
{
    const char *folder = scratch_path("locked");
    CU_ASSERT_EQUAL_FATAL(mkdir(folder, 0755), 0);
    CU_ASSERT_EQUAL_FATAL(chmod(scratch_folder, 0755), 0);
    CU_ASSERT_EQUAL_FATAL(chmod(folder, 0555), 0);
    CU_ASSERT_TRUE(in_child(check_forbidden));
    CU_ASSERT_EQUAL(count_files(folder), 0);
    rmdir(folder);
}

/* ---- disks that fill up ---- */

/* Meshes of two faces: enough for a file of every format. */
static twc_faces two_faces(void)
{
    static const twc_facet facet = {.normal = {0, 1, 0}, .id = 5};
    static const twc_triangle triangle[2] = {{{{0, 0, 1}, {0, 100, 1}, {100, 0, 1}}, 0},
                                             {{{0, 100, 1}, {100, 100, 1}, {100, 0, 1}}, 0}};
    static twc_face face[2] = {{&triangle[0], &facet, 0, 0}, {&triangle[1], &facet, 0, 0}};
    return (twc_faces){2, face, 0, 0, 1};
}

/* Everything that writes, onto a file that exists; each must fail and leave it. Returns how many did not. */
static int write_everything(const char *path, const char *words)
{
    twc_world_data data = random_world((twc_rect){0, 0, 2, 2}, 1);
    twc_faces faces = two_faces();
    char *large = calloc(1, 1 << 20);
    twc_status status[] = {twc_world_save(path, &data),           twc_atomic_write(path, large, 1 << 20),
                           twc_mesh_write_vtk(path, &faces, "t"), twc_mesh_write_glb(path, &faces, "t"),
                           twc_mesh_write_ply(path, &faces, "t"), twc_mesh_write_obj(path, &faces, "t")};
    int wrong = 0;
    for (size_t k = 0; k < sizeof status / sizeof *status; k++) {
        if (status[k].code == TWC_IO && strstr(status[k].message, words) && strstr(status[k].message, "make room"))
            continue;
        fprintf(stderr, "\nwriter %zu: code %d, \"%s\"\n", k, (int)status[k].code, status[k].message);
        wrong++;
    }
    free(large);
    twc_world_data_destroy(&data);
    return wrong;
}

static int check_limit(void)
{
    signal(SIGXFSZ, SIG_IGN);
    struct rlimit limit = {50, 50};
    return setrlimit(RLIMIT_FSIZE, &limit) || write_everything(scratch_path("limited"), "File too large");
}

static void test_size_limit(void)
{
    put_text(scratch_path("limited"), "old");
    CU_ASSERT_TRUE(in_child(check_limit));
    expect_content(scratch_path("limited"), "old");
    CU_ASSERT_EQUAL(count_files(scratch_folder), 2);
}

/* A file system of 64 KiB in memory. 77: this process may not mount one. */
static int check_full(void)
{
    const char *folder = scratch_path("disk"), *old = scratch_path("disk/old"), *filler = scratch_path("disk/filler");
    if (mkdir(folder, 0755) || mount("tmpfs", folder, "tmpfs", 0, "size=64k"))
        return 77;
    put_text(old, "old");
    FILE *out = fopen(filler, "wb"); /* leaves room for the name of a temporary file, and none for its content */
    while (out && fputc('x', out) != EOF && fflush(out) == 0) {
    }
    if (out)
        fclose(out);
    int wrong = write_everything(old, "No space left on device");
    size_t size;
    unsigned char *bytes = get_file(old, &size);
    wrong += size != 3 || memcmp(bytes, "old", 3) != 0 || count_files(folder) != 2;
    free(bytes);
    unlink(filler);
    twc_world_data data = random_world((twc_rect){0, 0, 3, 2},
                                       1); /* 160 KB of noise: too much even for the empty disk */
    twc_status status = twc_world_save(old, &data);
    wrong += status.code != TWC_IO || count_files(folder) != 1;
    twc_world_data_destroy(&data);
    return umount(folder) || wrong ? 1 : 0;
}

static void test_full_disk(void)
{
    int state = 0;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(check_full());
    CU_ASSERT_TRUE_FATAL(child > 0 && waitpid(child, &state, 0) == child && WIFEXITED(state));
    if (WEXITSTATUS(state) == 77)
        printf("(not run: mounting a file system needs the superuser; the size limit above fails the same writes) ");
    else
        CU_ASSERT_EQUAL(WEXITSTATUS(state), 0);
    umount(scratch_path("disk"));
    rmdir(scratch_path("disk"));
}

int main(void)
{
    scratch_make();
    int failed = suite_run("atomic", (CU_TestInfo[]){{"whole or not at all", test_replaces},
                                                     {"folders", test_folders},
                                                     {"no place to write", test_no_place},
                                                     {"a folder of somebody else", test_forbidden},
                                                     {"a limit on file sizes", test_size_limit},
                                                     {"a full disk", test_full_disk},
                                                     CU_TEST_INFO_NULL});
    scratch_remove();
    return failed;
}
