import WidgetAPI
import WidgetCore

// The user's other devices.
extension DoctorJudgement {
    static func devices(_ found: DoctorFindings) -> [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if let mode = found.identityMode { checks.append(identity(mode, found)) }
        guard case .success(let sync) = found.sync else { return checks }
        checks.append(listener(sync))
        for copied in sync.copied {
            let finding = "\(DeviceNames.both(copied.device)) \(SyncRendering.lives(copied))"
            checks.append(DoctorCheck(.failure, "device", finding, advice: SyncRendering.newIdentity))
        }
        for peer in sync.peers { checks += device(peer, found.now) }
        return checks
    }

    private static func identity(_ mode: UInt32, _ found: DoctorFindings) -> DoctorCheck {
        let (path, shown) = (found.identityPath, String(mode, radix: 8))
        guard mode & 0o077 == 0 else {
            return DoctorCheck(
                .failure, "identity", "\(path) has mode \(shown): others may read this device's key and take its place",
                advice: "chmod 600 \(path); if somebody may have read it, revoke this device from another one")
        }
        return DoctorCheck(.ok, "identity", "\(path), mode \(shown)")
    }

    private static func listener(_ sync: ProtoSyncStatusResponse) -> DoctorCheck {
        let places = sync.listening.joined(separator: ", ")
        if !sync.listening.isEmpty { return DoctorCheck(.ok, "devices", "listening on \(places)") }
        if sync.peers.isEmpty { return DoctorCheck(.ok, "devices", "none; it listens for them from the first widgetctl device invite or join") }
        return DoctorCheck(
            .failure, "devices", "the daemon doesn't listen for them: none can reach this one", advice: "see its log, then restart it; is the port taken?")
    }

    private static func device(_ peer: ProtoPeerStatus, _ now: Timestamp) -> [DoctorCheck] {
        let name = DeviceNames.both(peer.device)
        var checks: [DoctorCheck] = []
        if peer.device.state == .connected {
            checks.append(DoctorCheck(.ok, "device", "\(name): connected\(peer.address.isEmpty ? "" : " at \(peer.address)")"))
        } else {
            let dates = DateFormatting(now: now, offset: { _ in 0 })
            let seen = "last seen \(DeviceRendering.lastSeen(peer.device, dates))"
            let why = peer.lastError.isEmpty ? "" : ": \(peer.lastError)"
            checks.append(
                DoctorCheck(
                    .warning, "device", "\(name): not connected, \(seen)\(why)",
                    advice: "is it on, and reached at its addresses? widgetctl device addresses \(DeviceNames.short(peer.device.id))"))
        }
        let offset = peer.hasClockOffset ? peer.clockOffset.milliseconds : 0
        if offset.magnitude >= UInt64(ReplicationLimits.clockAhead.count) {
            let words = DateFormatting.words(seconds: offset.magnitude / 1_000)
            checks.append(
                DoctorCheck(
                    .failure, "device", "\(name): its clock is \(words) \(offset > 0 ? "ahead of" : "behind") this one: changes wait until both agree",
                    advice: "set the wrong one (timedatectl set-ntp true)"))
        }
        return checks
    }
}
