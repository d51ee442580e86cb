import DaemonCore
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
    private var programs = SurfacePrograms()
    private var views = SurfaceViews()
    private var seenPages = SeenPages()
    /// The surfaces that were connected when the daemon died, as other devices still see them.
    private let interrupted: [SurfaceRegistration]

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
        guard programs[name] == nil else {
            throw WidgetError(.alreadyExists, "surface.name: a program with a surface \(name.quoted) is connected; end it, or choose another name")
        }
        var forgotten: String?
        if records[name] == nil, records.all.count >= SurfaceLimits.perDevice {
            // A terminal that ends soon is no reason to forget a wall.
            let ended = records.all.filter { programs[$0.registration.name] == nil && (!surface.isEphemeral || $0.registration.isEphemeral) }
            guard let oldest = ended.min(by: { $0.seenAt < $1.seenAt }) else {
                let advice = "end one, or forget one that has ended: widgetctl surface forget NAME"
                throw WidgetError(.resourceExhausted, "there are \(SurfaceLimits.perDevice) surfaces, which is the limit; \(advice)")
            }
            forgotten = oldest.registration.name
        }
        programs[name] = link
        if let forgotten { records[forgotten] = nil }
        var record = records[name] ?? SurfaceRecord(surface, isConnected: true, seenAt: runtime.now())
        (record.registration, record.isConnected, record.seenAt) = (surface, true, runtime.now())
        records[name] = record
        seenPages.forget(name)
        _ = seenPages.note(surface, at: runtime.now())
        if !record.waiting.isEmpty { programs.send(record.waiting, to: name, isWaiting: true) }
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
        if seenPages.note(surface, at: runtime.now()) || was != becomes {
            records[name]?.seenAt = runtime.now()
            await save([name])
        }
        await count(of: store.device, name)
    }

    /// The program has ended, or the daemon stops.
    private func ended(_ name: String, _ link: SurfaceLink) async {
        guard programs[name] === link else { return }
        for change in programs.end(name) where !change.isWaiting {
            change.answer?.resume(returning: "\(name.quoted) ended before it answered; look at `widgetctl surface show \(name)`")
        }
        if records[name]?.registration.isEphemeral == true {
            records[name] = nil
            seenPages.forget(name)
        } else {
            records[name]?.isConnected = false
            records[name]?.seenAt = runtime.now()
        }
        await save([name])
        await count(of: store.device, name)
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
        let record: SurfaceRecord?
        if device == store.device {
            record = programs[name] == nil ? nil : records[name]
        } else {
            let isThere = devices.isConnected(device) && others.devices.contains { $0.id == device && $0.isMember }
            record = isThere ? others[device].first { $0.registration.name == name && $0.isConnected } : nil
        }
        for (view, isThere) in views.change(SurfaceViews.Key(device: device, name: name), to: record?.registration) {
            await widgets.viewersChanged(view, isThere: isThere)
        }
    }

    private func countAll(of device: DeviceID) async {
        for name in Set(others[device].map(\.registration.name)).union(views.names(of: device)).sorted() { await count(of: device, name) }
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

    /// This device's surfaces: their kinds, whether their programs are there, and whether somebody sees a widget on them.
    var counted: [(kind: SurfaceRegistration.Kind, isConnected: Bool, isVisible: Bool)] {
        let seen = Set(views.names(of: store.device))
        return records.all.map { record in
            let name = record.registration.name
            return (record.registration.kind, programs[name] != nil, seen.contains(name))
        }
    }

    func list() -> [ProtoSurfaceInfo] {
        records.all.map { info($0, of: store.device) } + others.members.flatMap { device in others[device.id].map { info($0, of: device.id) } }
    }

    /// The surfaces of each device on which somebody can see a widget now, as far as is known here.
    func showing(_ id: WidgetID) -> [DeviceID: [String]] {
        var found: [DeviceID: [String]] = [:]
        for (device, surfaces) in [(store.device, records.all)] + others.members.map({ ($0.id, others[$0.id]) }) {
            let seeing = surfaces.filter { $0.isConnected && $0.registration.visibleWidgets?.contains(id) ?? (widgets.board.entry(id) != nil) }
            if !seeing.isEmpty { found[device] = seeing.map(\.registration.name) }
        }
        return found
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
        return try await devices.ask(device, named: others.name(of: device), method, request)
    }

    private func setHere(_ name: String, _ edits: [SurfaceEdit]) async throws(WidgetError) -> ProtoSetSurfaceResponse {
        guard var record = records[name] else { throw unknown(name) }
        let known = record.registration.settings.map(\.name)
        for edit in edits where !known.contains(edit.name) {
            let advice = known.isEmpty ? "; it has none" : Suggestion.advice(for: edit.name, among: known, verb: "it has")
            throw .invalid("edits.name", "\(name.quoted) has no setting \(edit.name.quoted)\(advice)")
        }
        guard programs[name] != nil else {
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
            let change = programs.send(edits, to: name, isWaiting: false, answer)
            Task {
                try? await runtime.clock.sleep(for: DaemonLimits.surfaceAnswer)
                programs.take(change)?.answer?.resume(returning: "\(name.quoted) doesn't answer; is its program stopped? It gets the change when it goes on")
            }
        }
        guard refusal.isEmpty else { throw .invalid("edits", refusal) }
        guard let record = records[name] else { throw unknown(name) }
        return .with { $0.surface = info(record, of: store.device) }
    }

    private func forgetHere(_ name: String) async throws(WidgetError) {
        guard records[name] != nil else { throw unknown(name) }
        guard programs[name] == nil else { throw WidgetError(.failedPrecondition, "\(name.quoted) is connected; end its program first") }
        records[name] = nil
        try await write([name])
    }

    /// A program says how a change ended.
    private func finish(_ result: ProtoRegisterSurfaceRequest.Result, of name: String) async {
        guard let change = programs.take(result.change, of: name) else { return }
        let refusal = result.error.cut(toBytes: DaemonLimits.failureBytes)
        change.answer?.resume(returning: refusal)
        guard change.isWaiting else { return }
        records[name]?.waiting = []
        records[name]?.refused = refusal
        await save([name])
    }

    // MARK: Answers

    private func find(_ text: String) throws(WidgetError) -> (device: DeviceID, name: String) {
        try others.one(text, ownNames: records.all.map(\.registration.name))
    }

    private func unknown(_ text: String) -> WidgetError { others.unknown(text, ownNames: records.all.map(\.registration.name)) }

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
