extension WidgetService {
    /// The daemon is about to stop: who waits for the end of a reload hears that.
    func drain() {
        isDraining = true
        reloadNews.ring()
    }

    /// Ends the work: no launch begins, actions under way are waited for, programs are ended, and what has been decided is written.
    func stop() async {
        isStopping = true
        armTimer()
        await intents.remote.stop()
        await intents.local.finish()
        for task in launches.values { task.cancel() }
        await providers.stop()
        for task in launches.values { await task.value }
        await journal.writeAll()
        // What came while the last commit ran and failed.
        await journal.writeAll()
    }
}
