import ServiceLifecycle

/// Tells of changed files, once for all that change together.
struct FileChangeService: Service {
    let files: ProviderFiles
    let clock: any Clock<Duration>
    let handle: @Sendable () async -> Void

    func run() async {
        await cancelWhenGracefulShutdown {
            for await _ in files.changes {
                // An editor's save is several changes, and a copied program isn't whole at the first.
                try? await clock.sleep(for: DaemonLimits.fileChangeDelay)
                // Before the files are looked at: what changes from now on is told again.
                files.rearm()
                await handle()
            }
        }
    }
}
