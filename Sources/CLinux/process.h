#ifndef WIDGETD_PROCESS_H
#define WIDGETD_PROCESS_H

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

/// A descriptor of a child that is readable once it has ended (pidfd_open(2), which glibc has since 2.36 only); -1 with errno where there is none.
static inline int widgetd_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

#endif
