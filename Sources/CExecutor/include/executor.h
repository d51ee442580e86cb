// The Swift runtime's global executor, which Swift itself can't name.
#pragma once

/// Hands every job of the global executor to `enqueue`, from any thread, from now on. Called once, before the first task is made.
void widgetd_set_global_executor(void (*enqueue)(void *job));

/// Runs a job as the runtime's own global executor does: from there a task goes on to an actor that is free without another job. It wouldn't from an executor of ours, by whatever name.
void widgetd_run_job(void *job);
