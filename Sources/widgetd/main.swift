import DaemonCore

Memory.giveBackWhatIsFreed()

// The executor is set before anything makes a task. A task that began on another executor would stay there.
GlobalExecutor.install()

/// ArgumentParser has a synchronous `main` as well, which top-level code would choose.
func run() async { await WidgetDaemonCommand.main() }
await run()
