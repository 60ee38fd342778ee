/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * harness/store/atomic_file: whatever goes wrong, the old file stays as it was and nothing else appears. Each fault is
 * real: a folder that is missing, that is a file, that may not be written to; a device in the way; a limit on file
 * sizes; a full file system.
 */
#define _DEFAULT_SOURCE /* mkdtemp, chown */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "common/scratch.h"
#include "store/interrupts.h"
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

static void empty_folder(void)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s/*", scratch_folder);
    CU_ASSERT_EQUAL(system(command), 0);
}

static void test_folders(void)
{
    char path[200];
    snprintf(path, sizeof path, "%s/made/on/the/way", scratch_folder);
    CU_ASSERT_EQUAL(twc_atomic_write(path, "x", 1).code, TWC_OK);
    expect_content(path, "x");
    empty_folder();
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
    put_text(scratch_path("plain"), "text");
    snprintf(path, sizeof path, "%s/plain/file", scratch_folder);
    expect_failure(twc_atomic_write(path, "x", 1), path, "Not a directory");
    expect_failure(twc_atomic_write(scratch_folder, "x", 1), scratch_folder, "it is a folder");
    snprintf(path, sizeof path, "%s/", scratch_folder);
    expect_failure(twc_atomic_write(path, "x", 1), path, "folder");
    expect_failure(twc_atomic_write("/dev/full", "x", 1), "/dev/full", "No space left on device");
    expect_failure(twc_atomic_write("", "x", 1), "", "no file is named");
    expect_failure(twc_atomic_write("/proc/file", "x", 1), "/proc/file", "nothing was written");
    unlink(scratch_path("plain"));
}

/* ---- what stands under the name already ---- */

static struct stat info_of(const char *path)
{
    struct stat info = {.st_mode = 0};
    CU_ASSERT_EQUAL(stat(path, &info), 0);
    return info;
}

/* Links stay links and are written where they lead, also to what is not there yet and through folders. */
static void test_links(void)
{
    static const struct {
        const char *link, *to, *file;
    } links[] = {{"soft", "target", "target"},
                 {"twice", "soft", "target"},
                 {"far/up", "../target", "target"},
                 {"far/down", "deep/target", "far/deep/target"},
                 {"new", "far/none/yet", "far/none/yet"}};
    struct stat info;
    char absolute[200];
    CU_ASSERT_EQUAL(mkdir(scratch_path("far"), 0755), 0);
    for (size_t k = 0; k < sizeof links / sizeof *links; k++) {
        if (strcmp(links[k].link, "new") != 0)
            CU_ASSERT_EQUAL(twc_atomic_write(scratch_path(links[k].file), "old", 3).code, TWC_OK);
        CU_ASSERT_EQUAL(symlink(links[k].to, scratch_path(links[k].link)), 0);
        CU_ASSERT_EQUAL(twc_atomic_write(scratch_path(links[k].link), "new", 3).code, TWC_OK);
        CU_ASSERT_TRUE(lstat(scratch_path(links[k].link), &info) == 0 && S_ISLNK(info.st_mode));
        expect_content(scratch_path(links[k].file), "new");
    }
    snprintf(absolute, sizeof absolute, "%s/target", scratch_folder);
    CU_ASSERT_EQUAL(symlink(absolute, scratch_path("absolute")), 0);
    CU_ASSERT_EQUAL(twc_atomic_write(scratch_path("absolute"), "newer", 5).code, TWC_OK);
    expect_content(scratch_path("target"), "newer");
    CU_ASSERT_EQUAL(symlink("ring", scratch_path("ring")), 0);
    expect_failure(twc_atomic_write(scratch_path("ring"), "x", 1), "ring", "symbolic links");
    CU_ASSERT_EQUAL(count_files(scratch_path("far")), 4);
    empty_folder();
}

/* Whether files of several modes keep them. */
static int modes_stay(void)
{
    static const mode_t modes[] = {0600, 0644, 0755, 0622, 02750};
    const char *path = scratch_path("rights/mine");
    int same = 1;
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++) {
        put_text(path, "old");
        same &= chmod(path, modes[k]) == 0 && twc_atomic_write(path, "new", 3).code == TWC_OK &&
                (info_of(path).st_mode & 07777) == modes[k];
        expect_content(path, "new");
    }
    return unlink(path) == 0 && same;
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

/* Of somebody who is not the superuser, writing takes some bits of a mode away. */
static int modes_stay_for_others(void)
{
    return geteuid() == 0 && (setgid(65534) || setuid(65534)) ? 1 : !modes_stay();
}

static void test_rights(void)
{
    const char *folder = scratch_path("rights"), *path = scratch_path("rights/new");
    CU_ASSERT_EQUAL(mkdir(folder, 0755) + chmod(folder, 0777) + chmod(scratch_folder, 0755), 0);
    CU_ASSERT_TRUE(modes_stay());
    CU_ASSERT_TRUE(in_child(modes_stay_for_others));
    mode_t mask = umask(027);
    CU_ASSERT_EQUAL(twc_atomic_write(path, "new", 3).code, TWC_OK);
    CU_ASSERT_EQUAL(info_of(path).st_mode & 07777, 0640);
    umask(mask);
    unlink(path);
    rmdir(folder);
}

/* As somebody else, who may write to the file and must not become its owner. */
static int write_as_other(void)
{
    if (setgid(65534) || setuid(65534))
        return 1;
    return twc_atomic_write(scratch_path("shared/theirs"), "new", 3).code != TWC_OK ||
           twc_atomic_write(scratch_path("shared/kept"), "new", 3).code != TWC_IO;
}

static void test_owners(void)
{
    const char *folder = scratch_path("shared"), *path = scratch_path("shared/theirs"),
               *kept = scratch_path("shared/kept");
    if (geteuid() != 0) {
        printf("(not run: giving files to others needs the superuser) ");
        return;
    }
    CU_ASSERT_EQUAL(mkdir(folder, 0755) + chmod(folder, 0777) + chmod(scratch_folder, 0755), 0);
    put_text(path, "old and longer");
    put_text(kept, "kept");
    CU_ASSERT_EQUAL(chown(path, 1, 2) + chmod(path, 0666) + chmod(kept, 0644), 0);
    CU_ASSERT_EQUAL(twc_atomic_write(path, "by root", 7).code, TWC_OK); /* who can give the new file away */
    CU_ASSERT_TRUE(info_of(path).st_uid == 1 && info_of(path).st_gid == 2);
    const ino_t inode = info_of(path).st_ino;
    CU_ASSERT_TRUE(in_child(write_as_other));
    struct stat info = info_of(path);
    CU_ASSERT_TRUE(info.st_uid == 1 && info.st_gid == 2 && (info.st_mode & 07777) == 0666 && info.st_ino == inode);
    expect_content(path, "new");
    expect_content(kept, "kept"); /* its folder would have let it be replaced */
    CU_ASSERT_EQUAL(count_files(folder), 2);
    unlink(path);
    unlink(kept);
    rmdir(folder);
}

/* Devices and pipes are written to and stay what they are. */
static void test_devices(void)
{
    char read_back[8] = "";
    const char *pipe_path = scratch_path("pipe"), *link = scratch_path("null");
    twc_atomic_file file;
    CU_ASSERT_EQUAL(twc_atomic_write("/dev/null", "x", 1).code, TWC_OK);
    CU_ASSERT_EQUAL(symlink("/dev/null", link), 0);
    CU_ASSERT_EQUAL(twc_atomic_write(link, "x", 1).code, TWC_OK);
    CU_ASSERT_TRUE(S_ISCHR(info_of("/dev/null").st_mode));
    CU_ASSERT_EQUAL(twc_atomic_open("/dev/null", &file).code, TWC_OK);
    twc_atomic_discard(&file);
    CU_ASSERT_EQUAL_FATAL(mkfifo(pipe_path, 0600), 0);
    const int reader = open(pipe_path, O_RDONLY | O_NONBLOCK);
    CU_ASSERT_EQUAL(twc_atomic_write(pipe_path, "piped", 5).code, TWC_OK);
    CU_ASSERT_EQUAL(read(reader, read_back, sizeof read_back), 5);
    CU_ASSERT_STRING_EQUAL(read_back, "piped");
    CU_ASSERT_TRUE(S_ISFIFO(info_of(pipe_path).st_mode));
    close(reader);
    CU_ASSERT_EQUAL(count_files(scratch_folder), 2);
    unlink(pipe_path);
    unlink(link);
}

/* ---- signals ---- */

static int raised;

/* Ends by the signal, two outputs half written. */
static int end_by_signal(void)
{
    twc_atomic_file one, two;
    twc_interrupts_catch();
    if (twc_atomic_open(scratch_path("one"), &one).code || twc_atomic_open(scratch_path("two"), &two).code)
        return 1;
    fputs("half", two.stream);
    if (fflush(two.stream) || count_files(scratch_folder) != 3)
        return 1;
    raise(raised);
    return 1;
}

static void test_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGXCPU};
    put_text(scratch_path("one"), "old");
    for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
        int state = 0;
        raised = numbers[k];
        fflush(NULL);
        pid_t child = fork();
        if (child == 0) {
            setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
            _exit(end_by_signal());
        }
        CU_ASSERT_TRUE(waitpid(child, &state, 0) == child && WIFSIGNALED(state) && WTERMSIG(state) == raised);
        CU_ASSERT_EQUAL(count_files(scratch_folder), 1);
        expect_content(scratch_path("one"), "old");
    }
    unlink(scratch_path("one"));
}

/* A child that is ended leaves what its parent writes alone. */
static void test_children(void)
{
    twc_atomic_file file;
    int state = 0;
    CU_ASSERT_EQUAL_FATAL(twc_atomic_open(scratch_path("mine"), &file).code, TWC_OK);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        twc_interrupts_catch();
        raise(SIGTERM);
    }
    CU_ASSERT_TRUE(waitpid(child, &state, 0) == child && WIFSIGNALED(state));
    CU_ASSERT_EQUAL(twc_atomic_commit(&file).code, TWC_OK);
    CU_ASSERT_EQUAL(count_files(scratch_folder), 1);
    unlink(scratch_path("mine"));
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
    static twc_face face[2] = {{&triangle[0], &facet, 0, 0, 0}, {&triangle[1], &facet, 0, 0, 0}};
    return (twc_faces){2, face, 0, 0, 1, 2, 0};
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
    twc_interrupts_catch(); /* without which the limit is a signal that ends the program */
    struct rlimit limit = {50, 50};
    return setrlimit(RLIMIT_FSIZE, &limit) || write_everything(scratch_path("limited"), "File too large");
}

static void test_size_limit(void)
{
    put_text(scratch_path("limited"), "old");
    CU_ASSERT_TRUE(in_child(check_limit));
    expect_content(scratch_path("limited"), "old");
    CU_ASSERT_EQUAL(count_files(scratch_folder), 1);
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
                                                     {"links", test_links},
                                                     {"rights", test_rights},
                                                     {"owners", test_owners},
                                                     {"devices", test_devices},
                                                     {"signals", test_signals},
                                                     {"children", test_children},
                                                     {"a folder of somebody else", test_forbidden},
                                                     {"a limit on file sizes", test_size_limit},
                                                     {"a full disk", test_full_disk},
                                                     CU_TEST_INFO_NULL});
    scratch_remove();
    return failed;
}
