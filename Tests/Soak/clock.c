// Preloaded into a program, so that its wall clock can be set while it runs, and no other program's is.
//
//     cc -shared -fPIC -O1 -o clock.so clock.c -ldl -lpthread;     WIDGETD_CLOCK=FILE LD_PRELOAD=clock.so widgetd …
//
// FILE holds 8 bytes: the seconds by which the clock is ahead, as a signed number. Timers on the wall clock are told of a change as the kernel tells them:
// a read fails with ECANCELED (timerfd_create(2), TFD_TIMER_CANCEL_ON_SET).
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define DESCRIPTORS 65536

static _Atomic int64_t still;
static _Atomic int64_t *ahead = &still;
// By descriptor: 1 is a timer on the wall clock, 2 one whose clock has changed since it was read.
static _Atomic uint8_t timers[DESCRIPTORS];

static int (*real_clock_gettime)(clockid_t, struct timespec *);
static int (*real_timerfd_create)(int, int);
static int (*real_timerfd_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static ssize_t (*real_read)(int, void *, size_t);
static int (*real_close)(int);

static void *watch(void *unused) {
    int64_t known = *ahead;
    const struct itimerspec now = {.it_value = {.tv_nsec = 1}};
    for (;;) {
        usleep(20000);
        int64_t next = *ahead;
        if (next == known) continue;
        known = next;
        for (int timer = 0; timer < DESCRIPTORS; timer++) {
            uint8_t one = 1;
            if (atomic_compare_exchange_strong(&timers[timer], &one, 2)) real_timerfd_settime(timer, 0, &now, NULL);
        }
    }
    return unused;
}

__attribute__((constructor)) static void begin(void) {
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    real_timerfd_create = dlsym(RTLD_NEXT, "timerfd_create");
    real_timerfd_settime = dlsym(RTLD_NEXT, "timerfd_settime");
    real_read = dlsym(RTLD_NEXT, "read");
    real_close = dlsym(RTLD_NEXT, "close");
    const char *path = getenv("WIDGETD_CLOCK");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *page = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    real_close(file);
    if (page == MAP_FAILED) return;
    ahead = page;
    pthread_t thread;
    pthread_create(&thread, NULL, watch, NULL);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    if (!real_clock_gettime) real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
    int result = real_clock_gettime(clock, time);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *ahead;
    return result;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out) *out = now.tv_sec;
    return now.tv_sec;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    (void)zone;
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return result;
}

int timerfd_create(clockid_t clock, int flags) {
    int timer = real_timerfd_create(clock, flags);
    if (timer >= 0 && timer < DESCRIPTORS && clock == CLOCK_REALTIME) timers[timer] = 1;
    return timer;
}

int timerfd_settime(int timer, int flags, const struct itimerspec *date, struct itimerspec *old) {
    if (timer < 0 || timer >= DESCRIPTORS || !timers[timer] || !(flags & TFD_TIMER_ABSTIME)) return real_timerfd_settime(timer, flags, date, old);
    struct itimerspec real = *date;
    real.it_value.tv_sec -= *ahead;
    if (real.it_value.tv_sec < 0) real.it_value = (struct timespec){.tv_nsec = 1};
    int changed = atomic_exchange(&timers[timer], 1) == 2;
    int result = real_timerfd_settime(timer, flags, &real, old);
    if (result != 0 || !changed) return result;
    errno = ECANCELED;
    return -1;
}

ssize_t read(int file, void *bytes, size_t count) {
    // Another library's constructor may read before this one's has run.
    if (!real_read) real_read = dlsym(RTLD_NEXT, "read");
    ssize_t result = real_read(file, bytes, count);
    uint8_t two = 2;
    if (file < 0 || file >= DESCRIPTORS || !atomic_compare_exchange_strong(&timers[file], &two, 1)) return result;
    errno = ECANCELED;
    return -1;
}

int close(int file) {
    if (!real_close) real_close = dlsym(RTLD_NEXT, "close");
    if (file >= 0 && file < DESCRIPTORS) timers[file] = 0;
    return real_close(file);
}
