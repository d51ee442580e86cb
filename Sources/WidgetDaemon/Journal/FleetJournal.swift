import Logging
import Systemd
import WidgetStore

extension Logger {
    /// Writes into the journal who changed which devices may look or edit. The log of changes has it too, but not for long.
    /// - Parameter change: goes on where the user's name ends, such as `revoked hall (ABCDEFG)`.
    func noteFleetChange(_ change: String) {
        log(.fleetChanged, "a user changed the fleet", metadata: ["user": "\(WidgetStore.user ?? "widgetd")", "change": "\(change)"])
    }
}
