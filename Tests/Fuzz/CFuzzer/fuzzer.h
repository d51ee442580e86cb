#pragma once
#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer: calls `target` with input after input, guided by the coverage of what was built with `-sanitize=fuzzer`.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*target)(const uint8_t *bytes, size_t count));
