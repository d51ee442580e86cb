// The floor of the reload engine: a binary heap of dates and nothing else. Each step takes the earliest and puts it back a minute later.
//
//     heap_floor WIDGETS ENTRIES
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t *heap;
static size_t count;

static void sink(size_t at)
{
    int64_t value = heap[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] < heap[child]) child++;
        if (value <= heap[child]) break;
        heap[at] = heap[child];
    }
    heap[at] = value;
}

int main(int arguments, char **argument)
{
    if (arguments != 3) return fputs("usage: heap_floor WIDGETS ENTRIES\n", stderr), 64;
    count = strtoul(argument[1], NULL, 10);
    size_t steps = count * strtoul(argument[2], NULL, 10);
    heap = malloc(count * sizeof *heap);
    if (heap == NULL || steps == 0) return 1;
    for (size_t i = 0; i < count; i++) heap[i] = (int64_t)i * 7;
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    for (size_t step = 0; step < steps; step++) {
        heap[0] += 60000;
        sink(0);
    }
    clock_gettime(CLOCK_MONOTONIC, &after);
    double time = (double)(after.tv_sec - before.tv_sec) * 1e9 + (double)(after.tv_nsec - before.tv_nsec);
    // The heap's top is printed so that no compiler leaves the work out.
    printf("single_ns %.2f\nearliest %lld\n", time / (double)steps, (long long)heap[0]);
}
