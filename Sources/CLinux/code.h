#ifndef WIDGETD_CODE_H
#define WIDGETD_CODE_H

#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

// The linker's names for where the program begins in memory and where its code ends; nothing between is ever written.
extern const char __executable_start, etext;

/// Takes the program's code, and what the loader has worked off, out of the process's memory. What is used again is mapped again, from the system's cache.
static inline void widgetd_give_back_code(void) {
    uintptr_t start = (uintptr_t)&__executable_start, end = (uintptr_t)&etext;
    start -= start % (uintptr_t)getpagesize();
    madvise((void *)start, end - start, MADV_DONTNEED);
}

#endif
