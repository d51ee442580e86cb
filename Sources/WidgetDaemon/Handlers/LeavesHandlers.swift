import TTRPC
import WidgetAPI
import WidgetCore

/// The services for leaves: of the local services the methods to look and act, and the list of hubs. Everything else isn't there for them.
enum LeavesHandlers {
    private static let methods: [String: Set<String>] = [
        "widgetd.v1.Widgets": ["Kinds", "Image", "AwaitReloads", "Reload", "Perform"],
        "widgetd.v1.Activities": ["Watch", "Perform", "Dismiss"],
        "widgetd.v1.Controls": ["Kinds", "Press"],
    ]

    /// - Parameters:
    ///   - local: the services on the local socket.
    ///   - watches: the watches that leave out what leaves don't get, by their services.
    ///   - hubs: the devices at which a leaf may look, this one first.
    static func services(
        _ local: [ServiceDefinition], watches: [String: MethodDefinition], hubs: @escaping @Sendable () async -> ProtoHubsResponse
    ) -> [ServiceDefinition] {
        let parts = local.compactMap { service -> ServiceDefinition? in
            guard let names = methods[service.name] else { return nil }
            let watch = watches[service.name].map { [$0] } ?? []
            return ServiceDefinition(name: service.name, methods: service.methods.filter { names.contains($0.name) } + watch)
        }
        let list = Method.unary("Hubs", right: .read, ProtoHubsRequest.self) { _, _ in await hubs() }
        return parts + [ServiceDefinition(name: "widgetd.v1.Leaves", methods: [list])]
    }
}
