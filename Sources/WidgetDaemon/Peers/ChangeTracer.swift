import DaemonCore
import WidgetAPI
import WidgetCore
import WidgetPeers
import WidgetReplication
import WidgetStore

/// Finds out how the latest change of a widget, an activity or a control went from device to device. It asks each connected device when the change was there,
/// and compares the clocks with the same question.
struct ChangeTracer {
    let store: WidgetStore
    let links: DeviceLinks
    let widgets: WidgetService
    let activities: ActivityService
    let controls: ControlService
    let surfaces: SurfaceRegistry
    let calls: RecentCalls
    let now: @Sendable () -> Timestamp

    // MARK: This device

    /// Answers another device.
    /// - Parameter payload: the thing's id of 16 bytes.
    func answer(_ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        guard payload.count == 16, let id = WidgetID(bytes: payload) else { throw .invalid("id", "\(payload.count) bytes; an id has 16") }
        return try await here(id).encoded()
    }

    private func here(_ id: WidgetID) async throws(WidgetError) -> ProtoDeviceTrace {
        var trace = ProtoDeviceTrace()
        trace.receivedAt = .init(now())
        trace.remembersSince = .init(links.recent.since)
        trace.rows = try store.versions(of: id).compactMap { version in
            let row = RecentChanges.Row(set: version.set, device: version.set == nil ? nil : version.origin.device, id: id)
            return ProtoTracedRow(version, links.recent.newest(row))
        }
        trace.events = calls.calls(of: id).suffix(DaemonLimits.tracedEvents).map(ProtoTraceEvent.init)
        do {
            trace.events += try await widgets.decisions(id, after: 0, limit: DaemonLimits.tracedEvents).map(ProtoTraceEvent.init)
        } catch {
            throw error as? WidgetError ?? WidgetError(.internal, "the decisions can't be read", cause: "\(error)")
        }
        trace.now = .init(now())
        return trace
    }

    // MARK: All devices

    /// - Parameter subject: a widget, an activity or a control, as a user names it.
    /// - Throws: NOT_FOUND where no device has it; INVALID_ARGUMENT where several are meant.
    func trace(_ subject: String) async throws(WidgetError) -> ProtoTraceResponse {
        let id = try await resolve(subject)
        let own = TraceAssembly.Answer(device: store.device, name: links.membership.name(store.device), trace: try await here(id))
        let others = links.membership.devices.filter { $0.isMember && $0.id != store.device }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        let asked = await withTaskGroup(of: (Int, AskedDevice).self) { group in
            for (index, device) in others.enumerated() { group.addTask { (index, await ask(device, about: id)) } }
            var found: [Int: AskedDevice] = [:]
            for await (index, device) in group { found[index] = device }
            return others.indices.compactMap { found[$0] }
        }
        let assembly = TraceAssembly(answers: [own] + asked.map(\.answer))
        var response = ProtoTraceResponse()
        response.id = id.description
        response.changes = assembly.changes
        response.events = await redacted(assembly.events, of: id)
        guard !response.changes.isEmpty || !response.events.isEmpty else {
            throw WidgetError(.notFound, "subject: no device that can be asked has anything with the id \(id)")
        }
        let seen = await surfaces.showing(id)
        var here = ProtoTracedDevice()
        here.id = store.device.description
        here.name = own.name
        here.local = true
        if let trace = own.trace { here.remembersSince = trace.remembersSince }
        here.surfaces = seen[store.device] ?? []
        response.devices = [here]
        for device in asked {
            var status = device.status
            status.surfaces = seen[device.answer.device] ?? []
            response.devices.append(status)
        }
        return response
    }

    private struct AskedDevice: Sendable {
        var answer: TraceAssembly.Answer
        var status: ProtoTracedDevice
    }

    private func ask(_ device: Device, about id: WidgetID) async -> AskedDevice {
        var asked = AskedDevice(answer: TraceAssembly.Answer(device: device.id, name: device.name), status: status(of: device))
        let sent = now()
        do throws(WidgetError) {
            let bytes = try await links.ask(device.id, PeerMethod.trace, id.bytes)
            let received = now()
            guard let trace = try? ProtoDeviceTrace(serializedBytes: bytes) else { throw WidgetError(.internal, "its answer can't be read") }
            let clock = ClockComparison(sent: sent, received: received, theirs: (trace.receivedAt.timestamp, trace.now.timestamp))
            asked.answer.trace = trace
            asked.answer.offset = clock.offset
            asked.status.clockOffset = .init(clock.offset)
            asked.status.clockError = .init(clock.error)
            asked.status.remembersSince = trace.remembersSince
        } catch {
            asked.status.unavailable = Self.reason(error)
        }
        return asked
    }

    /// Why a device gave no answer.
    static func reason(_ error: WidgetError) -> String { error.code == .unimplemented ? "its version of widgetd can't tell" : error.message }

    private func status(of device: Device) -> ProtoTracedDevice {
        var traced = ProtoTracedDevice()
        let status = links.mesh.status[device.id]
        traced.id = device.id.description
        traced.name = device.name
        if let date = status?.lastSeenAt { traced.lastSeenAt = .init(date) }
        let session = status?.isConnected == true ? status?.session : nil
        traced.ahead = UInt64(clamping: session?.lag.ahead ?? (try? store.unacknowledged(by: device.id)) ?? 0)
        return traced
    }

    /// The decisions of other devices are hidden here too while this user's session is locked.
    private func redacted(_ events: [ProtoTraceEvent], of id: WidgetID) async -> [ProtoTraceEvent] {
        guard await widgets.isHidden(id) else { return events }
        return events.map { event in
            var event = event
            if event.decision.event == .reloadFailed { event.decision.detail = Privacy.reason(event.decision.detail) }
            return event
        }
    }

    private func resolve(_ subject: String) async throws(WidgetError) -> WidgetID {
        guard !subject.isEmpty else { throw .invalid("subject", "is empty; name a widget, an activity or a control") }
        if let id = WidgetID(subject) { return id }
        do throws(WidgetError) {
            return try widgets.board.resolve(subject)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        do throws(WidgetError) {
            return try await activities.resolve(subject)
        } catch {
            guard error.code == .notFound else { throw error }
        }
        do throws(WidgetError) {
            return try await controls.resolve(subject).id
        } catch {
            guard error.code == .notFound else { throw error }
            throw WidgetError(
                .notFound,
                "subject: there is no widget, activity or control '\(subject.cut(toBytes: 64))'; `widgetctl widgets`, `activity list` and `control list` "
                    + "list them")
        }
    }
}

/// Two clocks, compared by a question and its answer.
struct ClockComparison {
    /// Their clock less this one's.
    let offset: Milliseconds
    /// The offset is wrong by at most this, unless a clock was set meanwhile.
    let error: Milliseconds

    /// - Parameters:
    ///   - sent: when the question was sent, by this clock.
    ///   - received: when the answer came, by this clock.
    ///   - theirs: when the question came and when it was answered, by their clock.
    init(sent: Timestamp, received: Timestamp, theirs: (received: Timestamp, sent: Timestamp)) {
        offset = Milliseconds(((theirs.received - sent).count + (theirs.sent - received).count) / 2)
        let travelled = (received - sent).count - (theirs.sent - theirs.received).count
        // Half of the way, and what is cut off of a millisecond.
        error = Milliseconds(max(0, travelled) / 2 + 1)
    }
}
