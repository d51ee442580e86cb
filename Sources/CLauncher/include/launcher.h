#ifndef WIDGETD_LAUNCHER_H
#define WIDGETD_LAUNCHER_H

#include <stdint.h>
#include <sys/types.h>

// Starts a program with everything set between fork and exec that posix_spawn(3) can't set and Swift may not: resource limits, the signal at the
// parent's end, the descriptors closed. The child shares the caller's memory until it executes the program, so it is written in C and calls
// nothing but system calls.
struct widgetd_program {
    // An absolute path; no shell and no search.
    const char *path;
    // Both end with a null pointer.
    char *const *arguments;
    char *const *environment;
    // Becomes the descriptors 0, 1 and 2.
    int input;
    int output;
    int error;
    // Becomes the descriptor 3; -1 for none.
    int socket;
    // The `cgroup.procs` of the control group that the program enters, open for writing; -1 for the caller's own.
    int group;
    // RLIMIT_DATA in bytes.
    uint64_t data_limit;
    // RLIMIT_NOFILE.
    uint64_t descriptor_limit;
};

struct widgetd_launched {
    pid_t pid;
    // Readable when the program has ended; close-on-exec.
    int pidfd;
    // What failed, where it did: a literal.
    const char *failed;
};

// Starts the program in its own process group with `/` as its directory and returns when it has been executed, or the errno of what failed.
// Call it on a thread that lives as long as the daemon: the program is killed when that thread ends.
int widgetd_launch(const struct widgetd_program *program, struct widgetd_launched *launched);

// A pipe, both ends close-on-exec and the reading end (the first) not blocking; 0, or -1 with errno.
int widgetd_pipe(int ends[2]);

// A file in memory, at its beginning, that holds these bytes and can't be changed any more; or -1 with errno.
int widgetd_sealed_file(const void *bytes, size_t count);

// Reaps the process of a pidfd: 1 and the siginfo's code and status, -1 with errno. While it still runs: 0, or where `waits` isn't zero it is waited for. Unlike its number, a
// pidfd never stands for another process.
int widgetd_reap(int pidfd, int waits, int *code, int *status);

#endif
