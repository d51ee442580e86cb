import WidgetDaemon

Memory.giveBackWhatIsFreed()

// Before anything makes a task: what has begun on another executor would stay there.
GlobalExecutor.install()

/// ArgumentParser has a synchronous `main` as well, which top-level code would choose.
func run() async { await WidgetDaemonCommand.main() }
await run()
