#define _GNU_SOURCE
#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The child's stack until exec: a few frames of system calls.
enum { stack_bytes = 64 << 10 };

// The descriptors that a program may get are 0 to 3; while they are put in place the sources are moved above them.
enum { first_free_descriptor = 4 };

struct child {
    const struct widgetd_program *program;
    sigset_t mask;
    pid_t parent;
    // Written by the child, read by the parent once the child has executed or exited: they share their memory.
    int error;
    const char *failed;
};

static int fail(struct child *child, const char *what) {
    child->error = errno ? errno : EINVAL;
    child->failed = what;
    _exit(127);
}

static void limit(struct child *child, int resource, uint64_t value, const char *what) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) fail(child, what);
    struct rlimit wanted = { .rlim_cur = value, .rlim_max = value };
    // An unprivileged daemon may only lower its own limits.
    if (wanted.rlim_max > now.rlim_max) wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
    if (setrlimit(resource, &wanted) != 0) fail(child, what);
}

// Puts a descriptor in its place. The sources are above the places, so that none is overwritten before it is used.
static void place(struct child *child, int source, int target) {
    if (dup2(source, target) < 0) fail(child, "dup2");
}

static int moved(struct child *child, int descriptor) {
    int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, first_free_descriptor);
    if (copy < 0) fail(child, "fcntl");
    return copy;
}

static int run(void *argument) {
    struct child *child = argument;
    const struct widgetd_program *program = child->program;

    if (setpgid(0, 0) != 0) fail(child, "setpgid");
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) fail(child, "prctl");
    // The parent may have ended before the signal was asked for.
    if (getppid() != child->parent) fail(child, "getppid");

    if (program->group >= 0 && write(program->group, "0", 1) != 1) fail(child, "cgroup.procs");
    limit(child, RLIMIT_DATA, program->data_limit, "setrlimit RLIMIT_DATA");
    limit(child, RLIMIT_NOFILE, program->descriptor_limit, "setrlimit RLIMIT_NOFILE");
    limit(child, RLIMIT_CORE, 0, "setrlimit RLIMIT_CORE");

    int input = moved(child, program->input);
    int output = moved(child, program->output);
    int error = moved(child, program->error);
    int socket = program->socket < 0 ? -1 : moved(child, program->socket);
    place(child, input, 0);
    place(child, output, 1);
    place(child, error, 2);
    if (socket >= 0) place(child, socket, 3);
    if (syscall(SYS_close_range, socket >= 0 ? 4U : 3U, ~0U, 0U) != 0) fail(child, "close_range");

    if (chdir("/") != 0) fail(child, "chdir /");
    if (sigprocmask(SIG_SETMASK, &child->mask, NULL) != 0) fail(child, "sigprocmask");
    execve(program->path, program->arguments, program->environment);
    return fail(child, "execve");
}

// A program starts with every signal at its default and none blocked, whatever the daemon does with them. The handlers' table isn't shared with the
// child, so it is reset there; signals are blocked meanwhile, so that none of the daemon's handlers runs in the child on the daemon's memory.
static int run_with_default_signals(void *argument) {
    struct sigaction standard = { .sa_handler = SIG_DFL };
    for (int number = 1; number < NSIG; number++) sigaction(number, &standard, NULL);
    return run(argument);
}

int widgetd_launch(const struct widgetd_program *program, struct widgetd_launched *launched) {
    struct child child = { .program = program, .parent = getpid() };
    launched->failed = NULL;

    void *stack = mmap(NULL, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
        launched->failed = "mmap";
        return errno;
    }
    sigset_t all, before;
    sigfillset(&all);
    sigemptyset(&child.mask);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    // CLONE_VFORK: this thread waits until the child has executed; no page tables are copied, and a failure needs no pipe to be told.
    int pidfd = -1;
    pid_t pid = clone(run_with_default_signals, (char *)stack + stack_bytes, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &child, &pidfd);
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    munmap(stack, stack_bytes);

    if (pid < 0) {
        launched->failed = "clone";
        return error;
    }
    if (child.error != 0) {
        siginfo_t ended;
        while (waitid(P_PIDFD, (id_t)pidfd, &ended, WEXITED) != 0 && errno == EINTR) {}
        close(pidfd);
        launched->failed = child.failed;
        return child.error;
    }
    launched->pid = pid;
    launched->pidfd = pidfd;
    return 0;
}

int widgetd_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    // This end only: the program's is an ordinary pipe.
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0) return 0;
    int error = errno;
    close(ends[0]);
    close(ends[1]);
    errno = error;
    return -1;
}

int widgetd_sealed_file(const void *bytes, size_t count) {
    int descriptor = memfd_create("widgetd-request", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (descriptor < 0) return -1;
    size_t written = 0;
    while (written < count) {
        ssize_t now = write(descriptor, (const char *)bytes + written, count - written);
        if (now < 0 && errno == EINTR) continue;
        if (now <= 0) goto failed;
        written += (size_t)now;
    }
    if (fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE) != 0) goto failed;
    if (lseek(descriptor, 0, SEEK_SET) != 0) goto failed;
    return descriptor;
failed:;
    int error = errno;
    close(descriptor);
    errno = error;
    return -1;
}

int widgetd_reap(int pidfd, int waits, int *code, int *status) {
    siginfo_t ended = { 0 };
    while (waitid(P_PIDFD, (id_t)pidfd, &ended, WEXITED | (waits ? 0 : WNOHANG)) != 0) {
        if (errno != EINTR) return -1;
    }
    if (ended.si_pid == 0) return 0;
    *code = ended.si_code;
    *status = ended.si_status;
    return 1;
}
