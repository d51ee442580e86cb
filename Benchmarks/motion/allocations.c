// Preloaded into a program it tells at the end how often memory was asked for: `allocations N`.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

extern void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t), *__libc_memalign(size_t, size_t);

static atomic_ulong count;

void *malloc(size_t size) { return atomic_fetch_add(&count, 1), __libc_malloc(size); }
void *calloc(size_t number, size_t size) { return atomic_fetch_add(&count, 1), __libc_calloc(number, size); }
void *realloc(void *old, size_t size) { return atomic_fetch_add(&count, 1), __libc_realloc(old, size); }
void *aligned_alloc(size_t alignment, size_t size) { return atomic_fetch_add(&count, 1), __libc_memalign(alignment, size); }
int posix_memalign(void **memory, size_t alignment, size_t size)
{
    atomic_fetch_add(&count, 1);
    *memory = __libc_memalign(alignment, size);
    return *memory ? 0 : 12; // ENOMEM
}

__attribute__((destructor)) static void tell(void) { dprintf(STDOUT_FILENO, "allocations %lu\n", atomic_load(&count)); }
