#include "CCrashVFS.h"

#include <sqlite3.h>
#include <stdatomic.h>

static sqlite3_mem_methods real;
static atomic_long allocations;
static atomic_long fails_at;
static atomic_bool fails_for_good;
static atomic_long struck_at;

static bool fails(void) {
    long number = atomic_fetch_add(&allocations, 1) + 1;
    long at = atomic_load(&fails_at);
    bool answer = at > 0 && (number == at || (number > at && atomic_load(&fails_for_good)));
    long none = 0;
    if (answer) atomic_compare_exchange_strong(&struck_at, &none, number);
    return answer;
}

static void *allocate(int count) { return fails() ? 0 : real.xMalloc(count); }
static void *reallocate(void *memory, int count) { return fails() ? 0 : real.xRealloc(memory, count); }

int crash_memory_install(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real);
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods counting = real;
    counting.xMalloc = allocate;
    counting.xRealloc = reallocate;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &counting);
}

void crash_memory_arm(long allocation, bool for_good) {
    atomic_store(&fails_at, 0);
    atomic_store(&fails_for_good, for_good);
    atomic_store(&struck_at, 0);
    atomic_store(&allocations, 0);
    atomic_store(&fails_at, allocation);
}

long crash_memory_allocations(void) { return atomic_load(&allocations); }

long crash_memory_struck_at(void) { return atomic_load(&struck_at); }

void crash_memory_heal(void) { atomic_store(&fails_at, 0); }
