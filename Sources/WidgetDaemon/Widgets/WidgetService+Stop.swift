extension WidgetService {
    /// The daemon is about to stop: who waits for the end of a reload hears that.
    func drain() {
        phase = .draining
        reloadNews.ring()
    }

    /// Ends the work: no launch begins, actions under way are waited for, programs are ended, and what has been decided is written.
    func stop() async {
        phase = .stopping
        armTimer()
        await intents.remote.stop()
        await intents.local.finish()
        let running = reloads.cancelAll()
        await providers.stop()
        for task in running { await task.value }
        await journal.writeAll()
        // Rows that came while the last commit ran and failed.
        await journal.writeAll()
    }
}
