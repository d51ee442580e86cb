#ifndef WIDGETD_TERMINAL_H
#define WIDGETD_TERMINAL_H

// What glibc declares for _GNU_SOURCE only.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <unistd.h>

extern int posix_openpt(int flags);
extern int grantpt(int descriptor);
extern int unlockpt(int descriptor);
extern int ptsname_r(int descriptor, char *name, size_t length);

/// A pseudoterminal's controller, closed on exec; -1 with errno where there is none.
/// name gets the path of the terminal.
static inline int widgetd_open_pseudoterminal(char *name, size_t length) {
    int controller = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (controller < 0) return -1;
    if (grantpt(controller) == 0 && unlockpt(controller) == 0 && ptsname_r(controller, name, length) == 0) return controller;
    close(controller);
    return -1;
}

#endif
