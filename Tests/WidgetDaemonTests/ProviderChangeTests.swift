import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Providers come, change and go without harm to one another.
@Suite(.timeLimit(.minutes(10))) struct ProviderChangeTests {
    private func place(_ fixture: DaemonFixture, _ kind: String) throws -> String {
        var request = ProtoPlaceRequest()
        request.kind = kind
        return try fixture.client().place(request).widget.id
    }

    @Test func providersThatAreNewAtOnceAreAllKnownAtTheNextStart() throws {
        let fixture = try DaemonFixture()
        let names = (0..<6).map { "p\($0)" }
        for name in names { try fixture.addProvider(name, script: Scripts.text(name)) }
        try fixture.start()
        for name in names {
            let id = try place(fixture, name)
            _ = try fixture.wait(for: id) { $0.state == .current }
        }
        fixture.stop()
        try fixture.start()
        let states = try fixture.client().widgets().widgets.map(\.state)
        #expect(states == Array(repeating: .current, count: names.count), "none is orphaned until its provider has been asked again")
    }

    @Test func aProviderThatIsMendedIsAskedAgain() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("mended", script: "exit 1")
        try fixture.start()
        let id = try place(fixture, "mended")
        _ = try fixture.wait(for: id) { !$0.lastError.isEmpty }
        try fixture.addProvider("mended", script: Scripts.text("well"))
        _ = try fixture.client().rescan()
        _ = try fixture.wait(for: id) { $0.state == .current && $0.archive.nodes.contains { $0.text.literal == "well" } }
    }

    @Test func removingAWidgetWhileItIsReloadedLeavesTheOthersOfItsProviderAlone() throws {
        let fixture = try DaemonFixture()
        try fixture.addProvider("slow", script: "sleep 0.3\n" + Scripts.text("slow"))
        try fixture.start()
        let first = try place(fixture, "slow")
        let second = try place(fixture, "slow")
        _ = try fixture.client().remove(first)
        let left = try fixture.wait(for: second) { $0.state == .current }
        #expect(left.lastError.isEmpty)
    }

    @Test func aBadManifestIsNamedAndTheRestLoads() throws {
        let fixture = try DaemonFixture()
        try fixture.directory.write("providers/bad.json", #"{"format":1,"id":"bad","protocol":"smoke","exec":["x"]}"#)
        try fixture.addProvider("good", script: Scripts.text("good"))
        try fixture.start()
        let providers = try fixture.client().providers()
        #expect(providers.providers.map(\.id) == ["good"])
        let problem = try #require(providers.problems.first)
        #expect(problem.path.hasSuffix("bad.json") && problem.message.contains("protocol"), "\(problem)")
    }
}
