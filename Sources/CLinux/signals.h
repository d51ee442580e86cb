// A signal handler that writes each signal into a pipe. In C: Swift may look a type up under a lock of its runtime, which the code that is interrupted may hold.
#ifndef WIDGETD_SIGNALS_H
#define WIDGETD_SIGNALS_H

#include <errno.h>
#include <signal.h>
#include <unistd.h>

/// In a byte of the pipe: the kernel sent the signal, as for a key. The other bits are its number.
#define WIDGETD_SIGNAL_OF_KERNEL 0x80

/// Where the handler writes to; -1: nowhere. One for each object file that includes this: who sets it and who catches a signal are in the same file, SignalPipe.swift.
static volatile sig_atomic_t widgetd_signal_end = -1;

static void widgetd_note_signal(int number, siginfo_t *information, void *context) {
    (void)context;
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    if (information && information->si_code > 0) byte |= WIDGETD_SIGNAL_OF_KERNEL;
    if (write(widgetd_signal_end, &byte, 1) < 0) { /* a full pipe is read anyway */ }
    errno = saved;
}

static inline void widgetd_set_signal_end(int end) { widgetd_signal_end = end; }

static inline int widgetd_catch_signal(int number) {
    struct sigaction action = {0};
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    action.sa_sigaction = widgetd_note_signal;
    return sigaction(number, &action, NULL);
}

#endif
