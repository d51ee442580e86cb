extension WidgetService {
    /// The daemon is about to stop: who waits for the end of a reload hears that.
    func drain() {
        isDraining = true
        reloadNews.ring()
    }

    /// Ends the work: no launch begins, actions under way are waited for, programs are ended, and what has been decided is written.
    func stop() async {
        isStopping = true
        setTimer(nil)
        for action in performing.values { _ = await action.task.result }
        for task in launches.values { task.cancel() }
        for task in describing.values { task.cancel() }
        for telling in pushTellings.values { telling.task.cancel() }
        reconciling?.cancel()
        reconcilingAgain?.cancel()
        for task in stack.asking.values { task.cancel() }
        await withTaskGroup { group in
            for provider in providers.values { group.addTask { await provider.stop() } }
        }
        for task in launches.values { await task.value }
        for task in stack.asking.values { await task.value }
        await writeJournal()
        // What came while the last commit ran and failed.
        await writeJournal()
    }
}
