import TTRPC
import Testing
import WidgetAPI
import WidgetCore

@testable import DaemonCore
@testable import WidgetDaemon

/// The services that a hub has for leaves.
@Suite struct LeafServicesTests {
    @Test("A leaf may look and act, and nothing else is there for it: no placing, no settings, no devices, and no replica")
    func methods() {
        let local = ServedMethods.byService.map { service, names in
            ServiceDefinition(
                name: ServedMethods.package + service,
                methods: names.map { MethodDefinition(name: $0, right: .manage, handler: .immediate { _, _ in [] }) })
        }
        let watch = MethodDefinition(name: "Watch", right: .read, handler: .immediate { _, _ in [] })
        let leaves = LeavesHandlers(widgets: Board { _ in nil }, scope: { _ in .nothing }) { _, _ in ProtoHubsResponse() }
        let served = leaves.services(local, watches: .init(widgets: watch, activities: watch, controls: watch))
        let names = Dictionary(uniqueKeysWithValues: served.map { ($0.name, Set($0.methods.map(\.name))) })
        #expect(
            names == [
                "widgetd.v1.Widgets": ["Kinds", "Image", "AwaitReloads", "Reload", "Perform", "Watch"],
                "widgetd.v1.Activities": ["Watch", "Perform", "Dismiss"], "widgetd.v1.Controls": ["Kinds", "Press", "Watch"],
                "widgetd.v1.Leaves": ["Hubs"],
            ])
        // The watch without the values of parameters takes the other one's place.
        #expect(served.allSatisfy { $0.methods.count { $0.name == "Watch" } <= 1 })
    }
}
