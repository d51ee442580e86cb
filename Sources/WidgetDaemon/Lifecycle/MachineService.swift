import Logging
import ServiceLifecycle
import Systemd

/// Tells the work loop what the machine says of itself: on battery or on mains, awake again after a sleep, in another time zone. UPower, logind and timedated
/// where they run; else the kernel's word on power, read at the start. Nothing is polled.
struct MachineService: Service {
    let bus: BusAddress
    let widgets: WidgetService
    let clock: EventLoopClock
    let logger: Logger

    func run() async {
        await widgets.powerChanged(isOnBattery: PowerSupply.isOnBattery() ?? false)
        await cancelWhenGracefulShutdown {
            do throws(BusError) {
                try await Bus.keep(
                    bus, sleep: { try? await clock.sleep(for: $0) }, lost: { logger.debug("the bus is gone", metadata: ["error": "\($0)"]) },
                    use: { try await use($0) })
            } catch {
                logger.info("no message bus: changes between battery and mains aren't noticed", metadata: ["error": "\(error)"])
                // A service that ends would end the daemon.
                await Task.untilCancelled()
            }
        }
    }

    private func use(_ bus: Bus) async throws {
        let widgets = widgets
        let resumes = try await SleepSignals.resumes(on: bus) { Task { await widgets.handle(.clockChanged) } }
        let timeZones = try await TimeZoneSignals.changes(on: bus) { Task { await widgets.environmentMayHaveChanged() } }
        defer {
            resumes.cancel()
            timeZones.cancel()
        }
        try await PowerSignals.follow(on: bus) { await widgets.powerChanged(isOnBattery: $0) }
    }
}
