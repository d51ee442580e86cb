#include "executor.h"

#include <stddef.h>
#include <stdint.h>

#define SWIFT_CALL __attribute__((swiftcall))

// Declared by the runtime in swift/Runtime/Concurrency.h.
typedef SWIFT_CALL void (*enqueue_global_original)(void *job);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_global_original original);

// The executor by its two words; both zero: the global one.
extern SWIFT_CALL void swift_job_run(void *job, void *identity, uintptr_t implementation);

static void (*sink)(void *job);

static SWIFT_CALL void enqueue_global(void *job, enqueue_global_original original) {
    (void)original;
    sink(job);
}

void widgetd_set_global_executor(void (*enqueue)(void *job)) {
    sink = enqueue;
    swift_task_enqueueGlobal_hook = enqueue_global;
}

void widgetd_run_job(void *job) { swift_job_run(job, NULL, 0); }
