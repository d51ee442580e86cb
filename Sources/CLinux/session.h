#ifndef WIDGETD_SESSION_H
#define WIDGETD_SESSION_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

extern int execvp(const char *file, char *const arguments[]);

/// What a session's keeper says: one of these and a number.
enum {
    /// The command couldn't be started: errno.
    widgetd_session_failed = 1,
    /// It runs: its process id, which is its group's too.
    widgetd_session_started = 2,
    /// It was stopped, or has ended, with which the keeper ends: its status, as waitpid(2) tells it.
    widgetd_session_status = 3,
};

/// What a session's keeper is told. Both also let a stopped command go on.
enum {
    /// The terminal is the command's: it may read and change it.
    widgetd_session_foreground = 'f',
    /// It isn't: a command that does so is stopped, as in a shell's background.
    widgetd_session_background = 'b',
};

struct widgetd_session_word {
    int kind;
    int value;
};

static inline void widgetd_session_say(int channel, int kind, int value) {
    struct widgetd_session_word word = { kind, value };
    send(channel, &word, sizeof word, MSG_NOSIGNAL);
}

static inline void widgetd_session_exec(
    int terminal, const int descriptors[3], int is_foreground, const sigset_t *mask, char *const arguments[]
) {
    setpgid(0, 0);
    if (is_foreground) tcsetpgrp(terminal, getpid());
    for (int place = 0; place < 3; place++) dup2(descriptors[place] < 0 ? terminal : descriptors[place], place);
    sigprocmask(SIG_SETMASK, mask, NULL);
    execvp(arguments[0], arguments);
}

/// Passes on what happens to the command and what is asked of it, until it has ended.
static inline void widgetd_session_watch(pid_t command) {
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    struct pollfd entries[2] = { { .fd = 0, .events = POLLIN }, { .fd = signalfd(-1, &child, SFD_CLOEXEC), .events = POLLIN } };
    for (;;) {
        int status;
        while (waitpid(command, &status, WNOHANG | WUNTRACED) == command) {
            if (!WIFSTOPPED(status)) {
                // What it left behind isn't hung up with this session.
                tcsetpgrp(1, getpgrp());
                widgetd_session_say(0, widgetd_session_status, status);
                return;
            }
            widgetd_session_say(0, widgetd_session_status, status);
        }
        if (poll(entries, 2, -1) < 0 && errno != EINTR) return;
        struct signalfd_siginfo seen;
        if (entries[1].revents) (void)!read(entries[1].fd, &seen, sizeof seen);
        if (!entries[0].revents) continue;
        char word;
        if (read(0, &word, 1) != 1) {
            // Whoever started this is gone, and the terminal with it.
            kill(-command, SIGHUP);
            kill(-command, SIGCONT);
            return;
        }
        tcsetpgrp(1, word == widgetd_session_foreground ? command : getpgrp());
        kill(-command, SIGCONT);
    }
}

static inline void widgetd_session_lead(
    const char *path, const int descriptors[3], int is_foreground, int channel, const sigset_t *mask, char *const arguments[]
) {
    // No handler of whoever started this runs here, on its memory. What is ignored stays ignored in the command.
    struct sigaction now, standard = { .sa_handler = SIG_DFL };
    for (int number = 1; number < NSIG; number++) {
        if (number == SIGCHLD || (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN)) sigaction(number, &standard, NULL);
    }
    int terminal = -1, told[2] = { -1, -1 }, error = 0;
    // The first terminal that the leader of a session opens is the session's.
    if (setsid() < 0 || (terminal = open(path, O_RDWR | O_CLOEXEC)) < 0 || pipe(told) != 0) {
        widgetd_session_say(channel, widgetd_session_failed, errno);
        return;
    }
    for (int end = 0; end < 2; end++) fcntl(told[end], F_SETFD, FD_CLOEXEC);
    pid_t command = fork();
    if (command == 0) {
        widgetd_session_exec(terminal, descriptors, is_foreground, mask, arguments);
        error = errno;
        (void)!write(told[1], &error, sizeof error);
        _exit(127);
    }
    if (command < 0) error = errno;
    close(told[1]);
    if (command > 0 && read(told[0], &error, sizeof error) != sizeof error) error = 0;
    widgetd_session_say(channel, error ? widgetd_session_failed : widgetd_session_started, error ? error : command);
    if (error) return;
    // Nothing is held open but these two: who closes an end of a pipe is to be noticed at its other end.
    channel = fcntl(channel, F_DUPFD, 3);
    terminal = fcntl(terminal, F_DUPFD, 3);
    dup2(channel, 0);
    dup2(terminal, 1);
    syscall(SYS_close_range, 2U, ~0U, 0U);
    widgetd_session_watch(command);
}

/// Starts a command in a session of its own, whose terminal is the one at path.
///
/// Between this process and the command stands a small one that leads the session and tells of the command on channel, a connected socket. Without it Ctrl-Z would do nothing: the kernel
/// doesn't stop a group of processes whose parents are all in other sessions.
///
/// descriptors: what becomes standard input, output and error; -1: the terminal.
/// is_foreground: whether the command may read and change the terminal from the start.
/// Returns the leader's process id, or -1 with errno.
static inline pid_t widgetd_start_session(
    const char *path, const int descriptors[3], int is_foreground, int channel, char *const arguments[]
) {
    sigset_t all, mask;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &mask);
    pid_t leader = fork();
    if (leader == 0) {
        widgetd_session_lead(path, descriptors, is_foreground, channel, &mask, arguments);
        _exit(0);
    }
    int error = errno;
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    errno = error;
    return leader;
}

/// Sends a signal to the foreground group of the terminal that controller controls: SIGINT, SIGQUIT or SIGTSTP, as if it were typed.
static inline int widgetd_type_signal(int controller, int number) { return ioctl(controller, TIOCSIG, number); }

#endif
