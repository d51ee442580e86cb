import DaemonCore
import Glibc
import Linux
import Logging
import ServiceLifecycle
import Systemd
import WidgetCore

/// Tells the daemon's services about the machine: battery or mains, wake-ups after sleep, time zone, networks, lock, display and headphones. The sources are
/// UPower, logind, timedated and NetworkManager where they run. The kernel reports displays and jacks, and power at the start. Nothing is polled.
struct MachineService: Service {
    let bus: BusAddress
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let stack: SmartStackService
    let spaces: SpaceService
    let clock: EventLoopClock
    let logger: Logger

    func run() async {
        let isOnBattery = PowerSupply.isOnBattery()
        await widgets.powerChanged(isOnBattery: isOnBattery ?? false)
        await stack.receive(.isOnBattery(isOnBattery))
        let displays = KernelEvents(of: "drm") { [stack] in Task { await stack.receive(.hasDisplay(Displays.isAttached())) } }
        let jacks = AudioJacks { [stack] areConnected in Task { await stack.receive(.hasHeadphones(areConnected)) } }
        let cards = KernelEvents(of: "sound") { jacks.rescan() }
        // The state is read after the events are followed, so that no change is missed in between.
        await stack.receive(.hasDisplay(Displays.isAttached()))
        await cancelWhenGracefulShutdown {
            do throws(BusError) {
                try await Bus.keep(
                    bus, sleep: { try? await clock.sleep(for: $0) },
                    lost: { error in
                        logger.debug("the bus is gone", metadata: ["error": "\(error)"])
                        Task { [stack] in
                            for report in Self.unheard { await stack.receive(report) }
                            await tellLock(nil)
                        }
                    },
                    use: { try await use($0) })
            } catch {
                await tellLock(nil)
                logger.info("no message bus: changes of power, network and session aren't noticed", metadata: ["error": "\(error)"])
                // A service that ends would end the daemon.
                await Task.untilCancelled()
            }
        }
        withExtendedLifetime((displays, cards, jacks)) {}
    }

    /// The reports that reset what only the bus knows, while there is no bus. The last report of power stays, also for budgets.
    private static let unheard: [DeviceContext.Report] = [.networks(nil), .isMetered(nil), .isLocked(nil)]

    /// Has private content hidden, or shown again, and waits until that is done.
    private func tellLock(_ isLocked: Bool?) async {
        async let widgets: Void = widgets.sessionIsLocked(isLocked)
        async let activities: Void = activities.sessionIsLocked(isLocked)
        async let controls: Void = controls.sessionIsLocked(isLocked)
        async let stack: Void = stack.sessionIsLocked(isLocked)
        async let spaces: Void = spaces.setLocked(isLocked)
        _ = await (widgets, activities, controls, stack, spaces)
    }

    private func use(_ bus: Bus) async throws {
        let (widgets, activities, stack) = (widgets, activities, stack)
        let resumes = try await SleepSignals.resumes(on: bus) {
            Task {
                await widgets.handle(.clockChanged)
                await stack.handle(.clockChanged)
            }
        }
        let timeZones = try await TimeZoneSignals.changes(on: bus) { Task { await widgets.environmentDidChange() } }
        defer {
            resumes.cancel()
            timeZones.cancel()
        }
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await PowerSignals.follow(on: bus) {
                    await widgets.powerChanged(isOnBattery: $0)
                    await stack.receive(.isOnBattery($0))
                }
            }
            group.addTask {
                try await NetworkSignals.follow(on: bus) {
                    await stack.receive(.networks($0?.names))
                    await stack.receive(.isMetered($0?.isMetered))
                }
            }
            group.addTask {
                try await LockSignals.follow(on: bus, uid: getuid()) { isLocked in
                    await tellLock(isLocked)
                    await stack.receive(.isLocked(isLocked))
                    if isLocked == true { await activities.sessionLocked() }
                }
            }
            try await group.waitForAll()
        }
    }
}
