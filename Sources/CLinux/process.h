#ifndef WIDGETD_PROCESS_H
#define WIDGETD_PROCESS_H

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// A descriptor of a child that is readable once it has ended (pidfd_open(2), which glibc has since 2.36 only); -1 with errno where there is none.
static inline int widgetd_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/// Programs that this process starts from now on inherit no descriptors but those of input, output and errors (close_range(2), which Linux has since 5.11 in
/// this form; before that, nothing happens).
static inline void widgetd_close_others_on_exec(void) {
    const unsigned on_exec = 4; // CLOSE_RANGE_CLOEXEC
    syscall(SYS_close_range, 3, ~0U, on_exec);
}

#endif
