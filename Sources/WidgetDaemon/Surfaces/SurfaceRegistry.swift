import SwiftProtobuf
import WidgetAPI
import WidgetCore
import WidgetReplication
import WidgetStore

/// The surfaces by their names: which there are on the user's devices, what each shows, and the changes of their settings.
///
/// A surface's settings are its program's own, so that there is one truth. A change is sent to the program, and the program says how it ended. While the
/// program is away, the change waits in the surface's row. Rows are owned by the device on which the surface is, so all devices know all surfaces.
actor SurfaceRegistry {
    private let records: SurfaceRecords
    private var others: RemoteSurfaces
    private let store: WidgetStore
    private let widgets: WidgetService
    private let devices: any RemoteDevices
    private let runtime: DaemonRuntime
    /// The programs that are there.
    private var links: [String: SurfaceLink] = [:]
    private var changes = SurfaceChanges()
    /// The widgets that each surface is counted for, of all devices.
    private var counted: [SurfaceKey: VisibilityCounter.View] = [:]
    /// When it was last written that a page was seen.
    private var notedPages: [String: [Int: Timestamp]] = [:]
    /// The surfaces that were connected when the daemon died, as other devices still see them.
    private let interrupted: [SurfaceRegistration]

    private struct SurfaceKey: Hashable {
        var device: DeviceID
        var name: String
    }

    init(_ stored: StoredState, store: WidgetStore, widgets: WidgetService, devices: any RemoteDevices, runtime: DaemonRuntime) {
        let registered = stored.surroundings.registered
        records = SurfaceRecords(registered[store.device] ?? [])
        interrupted = (registered[store.device] ?? []).filter(\.isConnected).map(\.registration)
        others = RemoteSurfaces(registered, devices: stored.devices, own: store.device)
        self.store = store
        self.widgets = widgets
        self.devices = devices
        self.runtime = runtime
    }

    /// Writes which programs aren't there any more, before any registers.
    func start() async {
        for surface in interrupted where surface.isEphemeral { records[surface.name] = nil }
        if !interrupted.isEmpty { await save(interrupted.map(\.name)) }
    }

    // MARK: Programs

    /// Serves a surface's program until its requests end.
    func serve(_ requests: AsyncStream<Result<ProtoRegisterSurfaceRequest, WidgetError>>, _ link: SurfaceLink) async {
        var name: String?
        var failure: WidgetError?
        do throws(WidgetError) {
            for await request in requests {
                let request = try request.get()
                if request.hasSurface {
                    let surface = try SurfaceRegistration(request.surface, field: "surface")
                    if let name {
                        try await update(surface, registeredAs: name)
                    } else {
                        try await register(surface, link)
                        name = surface.name
                    }
                } else if name == nil {
                    throw .invalid("surface", "the first message registers a surface; put one into it")
                }
                for result in request.results { await finish(result, of: name ?? "") }
            }
        } catch {
            failure = error
        }
        if let name { await ended(name, link) }
        link.end(failure)
    }

    private func register(_ surface: SurfaceRegistration, _ link: SurfaceLink) async throws(WidgetError) {
        let name = surface.name
        guard links[name] == nil else {
            throw WidgetError(.alreadyExists, "surface.name: a program with a surface \(name.quoted) is connected; end it, or choose another name")
        }
        var forgotten: String?
        if records[name] == nil, records.all.count >= SurfaceLimits.perDevice {
            guard let oldest = records.all.filter({ links[$0.registration.name] == nil }).min(by: { $0.seenAt < $1.seenAt }) else {
                throw WidgetError(.resourceExhausted, "\(SurfaceLimits.perDevice) surfaces are connected, which is the limit; end one of them")
            }
            forgotten = oldest.registration.name
        }
        links[name] = link
        if let forgotten { records[forgotten] = nil }
        var record = records[name] ?? SurfaceRecord(surface, isConnected: true, seenAt: runtime.now())
        (record.registration, record.isConnected, record.seenAt) = (surface, true, runtime.now())
        records[name] = record
        notedPages[name] = nil
        note(surface)
        if !record.waiting.isEmpty { send(record.waiting, to: name, link, isWaiting: true) }
        await save([name, forgotten].compactMap(\.self))
        await count(of: store.device, name)
    }

    private func update(_ surface: SurfaceRegistration, registeredAs name: String) async throws(WidgetError) {
        guard var record = records[name], surface.name == name, surface.kind == record.registration.kind else {
            throw .invalid("surface.name", "a surface keeps its name and kind; open another stream for another surface")
        }
        let before = record.registration
        record.registration = surface
        records[name] = record
        var (was, becomes) = (before, surface)
        (was.visiblePages, becomes.visiblePages) = ([], [])
        if was != becomes || note(surface) {
            records[name]?.seenAt = runtime.now()
            await save([name])
        }
        await count(of: store.device, name)
    }

    /// The program has ended, or the daemon stops.
    private func ended(_ name: String, _ link: SurfaceLink) async {
        guard links[name] === link else { return }
        links[name] = nil
        for change in changes.take(of: name) where !change.isWaiting {
            change.answer?.resume(returning: "\(name.quoted) ended before it answered; look at `widgetctl surface show \(name)`")
        }
        if records[name]?.registration.isEphemeral == true {
            records[name] = nil
        } else {
            records[name]?.isConnected = false
            records[name]?.seenAt = runtime.now()
        }
        await save([name])
        await count(of: store.device, name)
    }

    /// Notes that pages are seen.
    /// - Returns: whether that is to be written: for a page whose last note is old enough. So a wall that turns its pages writes seldom.
    @discardableResult
    private func note(_ surface: SurfaceRegistration) -> Bool {
        guard surface.visibility == .visible else { return false }
        let date = runtime.now()
        var isNew = false
        for page in surface.visiblePages {
            if let noted = notedPages[surface.name]?[page], date < noted + DaemonLimits.seenPageInterval, date >= noted { continue }
            notedPages[surface.name, default: [:]][page] = date
            isNew = true
        }
        return isNew
    }

    /// Writes these surfaces as they are when the commit is made. A failure loses nothing that the program doesn't say again.
    private func save(_ names: [String]) async {
        do {
            try await write(names)
        } catch {
            runtime.logger.warning("a surface can't be kept; its program says it again", metadata: ["error": "\(error)"])
        }
    }

    private func write(_ names: [String]) async throws(WidgetError) {
        try await store.write { [records] transaction in
            for name in names { if let record = records[name] { try transaction.put(record) } else { try transaction.removeSurface(name) } }
        }
    }

    // MARK: Visibility

    /// Counts a surface anew for the widgets that somebody sees on it. Another device's counts while the device is connected.
    private func count(of device: DeviceID, _ name: String) async {
        let key = SurfaceKey(device: device, name: name)
        let before = counted[key]
        let after = view(of: device, name)
        guard before != after else { return }
        counted[key] = after
        if let after { await widgets.viewersChanged(after, isThere: true) }
        if let before { await widgets.viewersChanged(before, isThere: false) }
    }

    private func view(of device: DeviceID, _ name: String) -> VisibilityCounter.View? {
        let record: SurfaceRecord?
        if device == store.device {
            record = links[name] == nil ? nil : records[name]
        } else {
            let isThere = devices.isConnected(device) && others.devices.contains { $0.id == device && $0.isMember }
            record = isThere ? others[device].first { $0.registration.name == name && $0.isConnected } : nil
        }
        guard let record else { return nil }
        guard let widgets = record.registration.visibleWidgets else { return .all }
        return widgets.isEmpty ? nil : .some(widgets)
    }

    private func countAll(of device: DeviceID) async {
        let names = Set(others[device].map(\.registration.name)).union(counted.keys.filter { $0.device == device }.map(\.name))
        for name in names.sorted() { await count(of: device, name) }
    }

    // MARK: Other devices

    /// Takes over what other devices changed.
    func apply(_ changed: ReplicaChanges) async {
        var changed = changed
        changed.rows = changed.rows.filter { $0.table == SharedSchema.device || $0.table == SharedSchema.revocation }
        changed.owned = changed.owned.filter { $0.key.set == OwnedSet.surfaces.rawValue && $0.key.device != store.device }
        guard !changed.rows.isEmpty || !changed.owned.isEmpty else { return }
        var concerned = Set(changed.owned.keys.map(\.device))
        do throws(WidgetError) {
            for device in concerned { others[device] = try store.surfaces(of: device) }
            changed.owned = [:]
            if let devices = try store.read(changed).devices {
                others.devices = devices
                concerned.formUnion(devices.map(\.id))
            }
        } catch {
            return runtime.logger.error("surfaces of other devices could not be taken over; the next start does it", metadata: ["error": "\(error)"])
        }
        for device in concerned where device != store.device { await countAll(of: device) }
    }

    func linkDidChange(to device: DeviceID) async { await countAll(of: device) }

    // MARK: Users

    func list() -> [ProtoSurfaceInfo] {
        records.all.map { info($0, of: store.device) } + others.members.flatMap { device in others[device.id].map { info($0, of: device.id) } }
    }

    func show(_ text: String) throws(WidgetError) -> ProtoSurfaceInfo {
        let (device, name) = try find(text)
        guard let record = device == store.device ? records[name] : others[device].first(where: { $0.registration.name == name }) else { throw unknown(text) }
        return info(record, of: device)
    }

    /// Has a surface change its settings.
    /// - Throws: as `Surfaces.Set`.
    func set(_ text: String, _ edits: [SurfaceEdit]) async throws(WidgetError) -> ProtoSetSurfaceResponse {
        let (device, name) = try find(text)
        if device == store.device { return try await setHere(name, edits) }
        let request = ProtoSetSurfaceRequest.with { ($0.surface, $0.edits) = (name, edits.map(ProtoSurfaceEdit.init)) }
        var response: ProtoSetSurfaceResponse = try await ask(device, PeerMethod.setSurface, request)
        situate(&response.surface, on: device)
        return response
    }

    func forget(_ text: String) async throws(WidgetError) -> ProtoForgetSurfaceResponse {
        let (device, name) = try find(text)
        if device == store.device {
            try await forgetHere(name)
        } else {
            _ = try await ask(device, PeerMethod.forgetSurface, ProtoForgetSurfaceRequest.with { $0.surface = name }) as ProtoForgetSurfaceResponse
        }
        return .with { ($0.deviceID, $0.name) = (device.description, name) }
    }

    /// Another device's user changes or forgets a surface of this device.
    func answer(_ method: String, _ payload: [UInt8]) async throws(WidgetError) -> [UInt8] {
        do {
            if method == PeerMethod.forgetSurface {
                try await forgetHere(try ProtoForgetSurfaceRequest(serializedBytes: payload).surface)
                return []
            }
            let request = try ProtoSetSurfaceRequest(serializedBytes: payload)
            return try await setHere(request.surface, try SurfaceEdit.list(request.edits, field: "edits")).encoded()
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.invalidArgument, "the request isn't one about a surface", cause: "\(error)")
        }
    }

    private func ask<Response: Message>(_ device: DeviceID, _ method: String, _ request: some Message) async throws(WidgetError) -> Response {
        guard devices.isConnected(device) else {
            throw WidgetError(.unavailable, "\(UnreachableDevice.reason(others.name(of: device))); a surface's settings are kept on its own device")
        }
        do {
            return try Response(serializedBytes: try await devices.ask(device, method, try request.encoded()))
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.internal, "the answer of '\(others.name(of: device))' can't be read", cause: "\(error)")
        }
    }

    private func setHere(_ name: String, _ edits: [SurfaceEdit]) async throws(WidgetError) -> ProtoSetSurfaceResponse {
        guard var record = records[name] else { throw unknown(name) }
        let known = record.registration.settings.map(\.name)
        for edit in edits where !known.contains(edit.name) {
            let advice = known.isEmpty ? "; it has none" : Suggestion.advice(for: edit.name, among: known, verb: "it has")
            throw .invalid("edits.name", "\(name.quoted) has no setting \(edit.name.quoted)\(advice)")
        }
        guard let link = links[name] else {
            record.waiting.append(later: edits)
            guard record.waiting.count <= SurfaceLimits.edits else {
                throw WidgetError(.resourceExhausted, "\(SurfaceLimits.edits) changes wait for \(name.quoted), which is the limit; start its program")
            }
            record.refused = ""
            records[name] = record
            try await write([name])
            return .with { ($0.surface, $0.waits) = (info(record, of: store.device), true) }
        }
        let refusal = await withCheckedContinuation { answer in
            let change = send(edits, to: name, link, isWaiting: false, answer)
            Task {
                try? await runtime.clock.sleep(for: DaemonLimits.surfaceAnswer)
                changes.take(change)?.answer?.resume(returning: "\(name.quoted) doesn't answer; is its program stopped?")
            }
        }
        guard refusal.isEmpty else { throw .invalid("edits", refusal) }
        guard let record = records[name] else { throw unknown(name) }
        return .with { $0.surface = info(record, of: store.device) }
    }

    private func forgetHere(_ name: String) async throws(WidgetError) {
        guard records[name] != nil else { throw unknown(name) }
        guard links[name] == nil else { throw WidgetError(.failedPrecondition, "\(name.quoted) is connected; end its program first") }
        records[name] = nil
        try await write([name])
    }

    @discardableResult
    private func send(
        _ edits: [SurfaceEdit], to name: String, _ link: SurfaceLink, isWaiting: Bool, _ answer: CheckedContinuation<String, Never>? = nil
    ) -> UInt64 {
        let number = changes.add(SurfaceChanges.Change(surface: name, isWaiting: isWaiting, answer: answer))
        let message = ProtoSurfaceChange.with { ($0.change, $0.edits) = (number, edits.map(ProtoSurfaceEdit.init)) }
        // No message of this form can fail to be encoded.
        link.send((try? message.encoded()) ?? [])
        return number
    }

    /// A program says how a change ended.
    private func finish(_ result: ProtoRegisterSurfaceRequest.Result, of name: String) async {
        guard let change = changes.take(result.change, of: name) else { return }
        let refusal = result.error.cut(toBytes: DaemonLimits.failureBytes)
        change.answer?.resume(returning: refusal)
        guard change.isWaiting else { return }
        records[name]?.waiting = []
        records[name]?.refused = refusal
        await save([name])
    }

    // MARK: Answers

    private func find(_ text: String) throws(WidgetError) -> (device: DeviceID, name: String) {
        let found = others.find(text, ownNames: records.all.map(\.registration.name))
        guard let first = found.first else { throw unknown(text) }
        guard found.count == 1 else {
            let names = found.map { "\(others.name(of: $0.device))/\($0.name)" }
            throw .invalid("surface", "\(text.cut(toBytes: 64).quoted) is on \(found.count) devices; say \(names.joined(separator: " or "))")
        }
        return first
    }

    private func unknown(_ text: String) -> WidgetError {
        let names = records.all.map(\.registration.name) + others.members.flatMap { others[$0.id].map(\.registration.name) }
        let advice = Suggestion.advice(for: text, among: names, verb: "there are", source: "widgetctl surface list")
        return WidgetError(.notFound, "surface: there is no \(text.cut(toBytes: 64).quoted)\(advice)")
    }

    private func info(_ record: SurfaceRecord, of device: DeviceID) -> ProtoSurfaceInfo {
        var info = ProtoSurfaceInfo(record)
        situate(&info, on: device)
        return info
    }

    private func situate(_ info: inout ProtoSurfaceInfo, on device: DeviceID) {
        info.deviceID = device.description
        info.deviceName = others.name(of: device)
        info.local = device == store.device
        if info.local { return }
        if !devices.isConnected(device) { info.unavailable = UnreachableDevice.reason(info.deviceName) }
    }
}

/// The changes that surfaces' programs have been asked for and haven't answered.
private struct SurfaceChanges {
    struct Change {
        var surface: String
        /// It waited in the surface's row.
        var isWaiting: Bool
        /// Gets why nothing was changed; empty: it was.
        var answer: CheckedContinuation<String, Never>?
    }

    private var changes: [UInt64: Change] = [:]
    private var last: UInt64 = 0

    mutating func add(_ change: Change) -> UInt64 {
        last += 1
        changes[last] = change
        return last
    }

    /// - Parameter surface: the one that answers; nil: the time is over.
    mutating func take(_ number: UInt64, of surface: String? = nil) -> Change? {
        guard let change = changes[number], surface == nil || change.surface == surface else { return nil }
        changes[number] = nil
        return change
    }

    /// All of a surface.
    mutating func take(of surface: String) -> [Change] {
        let taken = changes.filter { $0.value.surface == surface }
        for number in taken.keys { changes[number] = nil }
        return taken.sorted { $0.key < $1.key }.map(\.value)
    }
}
