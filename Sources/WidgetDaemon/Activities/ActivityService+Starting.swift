import DaemonCore
import WidgetAPI
import WidgetCore

// The start of activities, here or on a device whose provider draws their type.
extension ActivityService {
    /// Starts an activity, or updates the one of its app and tag. The receipt has the token for a server's updates if the request asks for one.
    func start(_ request: ProtoStartActivityRequest) async throws(WidgetError) -> ProtoActivityReceipt {
        _ = try ActivityRequest(request)
        guard await isDrawnHere(request.type) else { return try await startRemotely(request) }
        return try await startHere(request)
    }

    /// - Parameter id: the new activity's id; an activity that has it already isn't started again. Nil: a new id.
    func startHere(_ request: ProtoStartActivityRequest, as id: ActivityID? = nil) async throws(WidgetError) -> ProtoActivityReceipt {
        var receipt = ProtoActivityReceipt(try await start(try ActivityRequest(request), as: id))
        if request.push, let id = ActivityID(receipt.activityID) { receipt.pushToken = try await pushToken(of: id).hexadecimal }
        return receipt
    }

    /// Starts an activity here, or updates the one of its app and tag.
    /// - Parameters:
    ///   - id: the new activity's id; an activity that has it already isn't started again. Nil: a new id.
    ///   - follower: the number of the stream that holds it.
    func start(_ request: ActivityRequest, as id: ActivityID? = nil, follower: Int? = nil) async throws(WidgetError) -> ActivityReceipt {
        try await check(request)
        return try await done(.start(request, id: id, follower: follower))
    }

    /// Has the activity started by the device that runs one of its app and tag. If none does, the connected devices that draw its type are asked, in the order
    /// of `ProviderChoice`.
    /// - Throws: UNAVAILABLE if no such device is connected, NOT_FOUND if nobody draws the type; else the device's error.
    private func startRemotely(_ request: ProtoStartActivityRequest) async throws(WidgetError) -> ProtoActivityReceipt {
        var request = request
        // The id makes the request idempotent: only one activity is started, also if devices are asked again.
        request.activityID = ActivityID(date: now(), using: &random).description
        let running = others.members.filter { device in
            !request.tag.isEmpty && others.activities(of: device).map(\.activity).contains { $0.isRunning && $0.app == request.app && $0.tag == request.tag }
        }
        var left = Set(running.isEmpty ? others.drawers(of: request.type) : running)
        var away: [String] = []
        while let device = ProviderChoice.device(placedOn: nil, providingDevices: left, among: others.devices) {
            left.remove(device)
            do throws(WidgetError) {
                return try await start(request, on: device)
            } catch {
                // Nothing was done. NOT_FOUND means that the device's provider has gone, and that this isn't known here yet.
                guard error.code == .unavailable || error.code == .notFound else { throw error }
                if error.code == .unavailable { away.append("'\(others.name(of: device))': \(error.message)") }
            }
        }
        guard !away.isEmpty else { throw nobodyDraws(request.type) }
        throw WidgetError(
            .unavailable, "type: '\(request.type)' is drawn by other devices alone, of which none can start it now (\(away.joined(separator: "; ")))")
    }

    private func start(_ request: ProtoStartActivityRequest, on device: DeviceID) async throws(WidgetError) -> ProtoActivityReceipt {
        let answer = try await intents.remote.ask(device, PeerMethod.activity, try ProtoActivityRequest.with { $0.start = request }.encoded()).answer
        do {
            var receipt = try ProtoActivityReceipt(serializedBytes: answer)
            receipt.deviceName = others.name(of: device)
            return receipt
        } catch {
            throw WidgetError(.internal, "the device '\(others.name(of: device))' gave an answer that can't be read", cause: "\(error)")
        }
    }

    // MARK: Types

    /// - Throws: NOT_FOUND if nobody here draws such activities.
    func checkType(_ type: String) async throws(WidgetError) {
        guard await isDrawnHere(type) else { throw nobodyDraws(type) }
    }

    private func isDrawnHere(_ type: String) async -> Bool {
        guard type != TaskActivity.type, providers.catalog.host(ofActivity: type) == nil else { return true }
        await providers.described()
        return providers.catalog.host(ofActivity: type) != nil
    }

    private func nobodyDraws(_ type: String) -> WidgetError {
        let names = others.drawers(of: type).map { "'\(others.name(of: $0))'" }.sorted()
        let types = [TaskActivity.type] + Set(providers.catalog.drawnTypes.map(\.name) + others.types).sorted()
        let advice =
            names.isEmpty
            ? Suggestion.advice(for: type, among: types, verb: "there are")
            : "; \(names.joined(separator: ", ")) \(names.count == 1 ? "does" : "do"): start it there"
        return WidgetError(.notFound, "type: nobody here draws activities of the type '\(type.cut(toBytes: 64))'\(advice)")
    }
}
