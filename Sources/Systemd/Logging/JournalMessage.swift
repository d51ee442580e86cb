public import Logging

/// An event that the journal's catalog explains: `journalctl -x` shows what it means and what to do.
///
/// A raw value is the event's `MESSAGE_ID`, 128 bits in hexadecimal, which never changes. The texts are in `share/widgetd.catalog`.
public enum JournalMessage: String, Sendable, CaseIterable {
    /// The store was damaged: it was set aside, and a new one was made with what could be read.
    case storeSetAside = "3a661fa038f04196b158d4ca55dd0362"
    /// A commit failed for a reason that lies with the store.
    case storeNotWritable = "c40e23f697704a92b002b229f021b369"
    /// A commit has succeeded after others failed.
    case storeWritable = "1fe04ef3c80a497184c3a07e0ccd18bd"
    /// The store isn't where it was, or is a copy.
    case storeMoved = "9e2b35b22a3342958a30c4964dda1ae3"
    /// A row of the store, or of another device, can't be understood.
    case rowDamaged = "8cfb1a8d98c04544b082b0481061b4c0"
    /// Another machine runs a copy of this device's key and store.
    case deviceCopied = "02cb3720c29f4d28bd4654e9fa0cf30c"
    /// A device's store was copied, and both copies were used.
    case deviceForked = "d63f83be8801416680cdce4b73259e36"
    /// This device began a new incarnation.
    case deviceBeganAnew = "219d87c6a0664580a8a88b61e009de1c"
    /// A change of another device is from the future.
    case deviceClockAhead = "0f72c642a9aa44a884e4fc5c1eb18fc7"
    /// Two devices with the same history had different contents.
    case devicesDiverged = "4ea8dc24e7234774badd675ce421f5c9"
    /// A device was away for too long.
    case deviceAway = "e39b457a6ea6495e8561254363989159"
    /// A wrong secret was shown too often.
    case pairingRefused = "e107e674939745e298d67d210a9bc272"
    /// A user changed who may look or edit: a device, a group or a code.
    case fleetChanged = "8a2332fa0c964cd7a331a43f0cc947aa"
    /// This daemon can't listen for other devices.
    case devicesCannotConnect = "d97b6136e33f48c78fbd4a88d919b915"
    /// The push gateway can't be opened.
    case pushGatewayClosed = "8513a1e135604f86bb1e46355760ff9d"
    /// The certificate that was read anew can't be used.
    case pushCertificateRefused = "9c1deb170fe040259102c7a7b6a13991"
    /// The secret of Web Push can't be used.
    case webPushClosed = "0d95258dc9d042c1aec4d9824a50d941"
    /// A manifest can't be used.
    case providerNotLoaded = "87421394b74c4f63a1955a46df883c06"
    /// A provider couldn't say what it gives.
    case providerSilent = "3fa2a58982784d2b850e67e90aa8efd2"
    /// A provider gave no timeline.
    case reloadFailed = "3c1906a869ba441faa67d41a2c4b74a5"
    /// The kernel doesn't report changes of providers' files.
    case providerChangesUnnoticed = "9074e13aa2c0441e9edf5451cf90e469"
    /// The daemon ended while a provider performed an action.
    case intentInterrupted = "2161bc24b0c440598615a3c1c46ccc66"
    /// The clock was set, or the machine has resumed.
    case clockChanged = "8695678a8ba545b5b6bb72254053fd0e"
    /// The service manager can't be told that the daemon lives.
    case watchdogUntold = "8e248357a376415b9d39923b52bd0e9a"
    /// A user called a method without the right to it.
    case callDenied = "3fb61b92fc564a348f9bda7cff7b687b"
    /// A user has too many connections.
    case connectionRefused = "bee56258abe945e593ba3a49b5077c67"
    /// The listener for metrics can't be opened.
    case metricsClosed = "280361b58d0b45318b19ed7cfc050047"
    /// The daemon can't start.
    case startFailed = "4eb353561ab74fd0bba81297c9cccd98"
    /// The daemon's unit has failed for good.
    case unitFailed = "917929658cfa4e78ad06d8199af8787a"
    /// No reload is counted.
    case developerMode = "698e2670cfbe4749a19f0bc2d53f82cc"

    /// How severe the event is.
    public var level: Logger.Level {
        switch self {
        case .storeSetAside, .devicesDiverged, .startFailed, .unitFailed: .critical
        case .storeNotWritable, .rowDamaged, .deviceCopied, .devicesCannotConnect, .pushGatewayClosed, .pushCertificateRefused, .webPushClosed,
            .watchdogUntold, .metricsClosed:
            .error
        case .storeMoved, .deviceForked, .deviceBeganAnew, .deviceClockAhead, .deviceAway, .pairingRefused, .providerNotLoaded, .providerSilent,
            .reloadFailed, .providerChangesUnnoticed, .intentInterrupted, .callDenied, .connectionRefused, .developerMode:
            .warning
        case .storeWritable, .clockChanged, .fleetChanged: .notice
        }
    }

    /// The metadata's key that carries the id to a handler. It isn't shown in a terminal.
    static let key = "journal message id"
}

extension Logger {
    /// Logs an event, at its level.
    /// - Parameters:
    ///   - message: for people, without the values that are in `metadata`.
    ///   - metadata: the fields that the event's text in the catalog names, as `error` for `@WIDGETD_ERROR@`.
    public func log(
        _ event: JournalMessage, _ message: @autoclosure () -> Logger.Message, metadata: @autoclosure () -> Logger.Metadata = [:], file: String = #fileID,
        function: String = #function, line: UInt = #line
    ) {
        log(
            level: event.level, message(), metadata: metadata().merging([JournalMessage.key: "\(event.rawValue)"]) { own, _ in own }, file: file,
            function: function, line: line)
    }
}
