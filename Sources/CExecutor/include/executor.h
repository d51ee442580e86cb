// The Swift runtime's hook for its global executor, which Swift itself can't name.
#pragma once

/// Hands every job of the global executor to `enqueue`, from any thread, from now on. Called once, before the first task is made.
void widgetd_set_global_executor(void (*enqueue)(void *job));
