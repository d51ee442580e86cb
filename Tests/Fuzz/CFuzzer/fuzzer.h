#pragma once
// mallinfo2, for the bytes that an input leaves behind.
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer: calls `target` with input after input, guided by the coverage of what was built with `-sanitize=fuzzer`.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *bytes, size_t count));

/// libFuzzer's own mutations, for a mutator that knows the input's form. Returns the new length, at most `limit`.
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t limit);
