import Foundation
import Glibc
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A widget that another device gives, while that device is away or its provider fails there.
@Suite(.timeLimit(.minutes(10))) struct UnreachableWidgetTests {
    private func shows(_ text: String) -> (ProtoWidgetSnapshot) -> Bool {
        { snapshot in snapshot.archive.nodes.contains { $0.text.literal == text } }
    }

    @Test func aWidgetOfADeviceThatIsAwaySaysSoAtOnceWithItsAgeAndNoOtherIsShownAnew() throws {
        let daemons = try PairedDaemons { index, daemon in
            try daemon.addProvider(index == 0 ? "far" : "near", script: Scripts.text(index == 0 ? "from a" : "from b"))
        }
        let (a, b) = (daemons[0], daemons[1])
        let far = try PairedDaemons.place("far", on: a)
        try daemons.pair()
        let near = try PairedDaemons.place("near", on: b)
        let before = try PairedDaemons.wait(b) { $0[far].map(shows("from a")) ?? false && $0[near].map(shows("from b")) ?? false }
        let there = try #require(before[far])
        #expect(there.state == .current && there.unavailable.isEmpty && !there.local && there.deviceName == "a" && there.hasReceivedAt)
        #expect(!there.hasLastHeardAt)
        let here = try #require(before[near])
        #expect(here.local && here.deviceName == "b" && here.deviceID != there.deviceID)

        // Through the work loop: what its first timeline leads to has been shown by then.
        #expect(try b.widgetctl("explain", near).status == 0)
        let settled = try #require(try PairedDaemons.wait(b) { $0[near] != nil }[near])
        a.stop()
        let gone = try PairedDaemons.wait(b) { $0[far]?.unavailable.isEmpty == false && $0[near] != nil }
        let away = try #require(gone[far])
        #expect(away.state == .stale && away.unavailable == "the device 'a' isn't connected" && shows("from a")(away) && away.hasLastHeardAt)
        #expect(away.receivedAt == there.receivedAt)
        #expect(gone[near]?.revision == settled.revision, "what another device has nothing to do with isn't shown anew")

        let table = try b.widgetctl("widgets")
        #expect(table.output.contains("DEVICE") && table.output.contains(" away ") && table.output.contains("the device 'a' isn't connected"), "\(table)")
        let show = try b.widgetctl("show", far)
        #expect(show.output.contains("Away: the device 'a' isn't connected; it was last heard ") && show.output.contains("Its content came "), "\(show)")
        let explain = try b.widgetctl("explain", far)
        #expect(explain.output.contains("a, away: last heard "), "\(explain)")
        #expect(explain.output.contains("'a' isn't connected and was last heard at "), "\(explain)")
        let stack = try b.widgetctl("stack")
        #expect(stack.output.contains("away: the device 'a' isn't connected"), "\(stack)")
        let bar = try b.widgetctl("bar", "waybar", "--once", far)
        #expect(bar.output.contains(#""away""#) && bar.output.contains("away: the device "), "\(bar)")

        try a.start()
        let back = try PairedDaemons.wait(b) { $0[far]?.unavailable.isEmpty == true }
        #expect(back[far]?.state == .current && back[far]?.hasLastHeardAt == false)
    }

    @Test func aProviderThatFailsOnItsDeviceIsStaleOnTheOthersWithTheReasonUntilItWorks() throws {
        var trouble = ""
        let daemons = try PairedDaemons { index, daemon in
            guard index == 0 else { return }
            trouble = daemon.directory.file("trouble")
            try daemon.addProvider("far", script: Scripts.failing(when: trouble))
        }
        let (a, b) = (daemons[0], daemons[1])
        let far = try PairedDaemons.place("far", on: a)
        try daemons.pair()
        try PairedDaemons.wait(b) { $0[far].map(shows("good")) ?? false }
        try Data().write(to: URL(filePath: trouble))
        _ = try a.client().reload(.widget(far))
        for daemon in [a, b] {
            let shown = try PairedDaemons.wait(daemon) { $0[far]?.lastError.contains("the server is away") ?? false }
            #expect(shown[far]?.state == .stale && shown[far]?.hasFailingSince == true && shown[far]?.hasReceivedAt == true)
            #expect(shown[far]?.unavailable.isEmpty == true)
        }
        let explain = try b.widgetctl("explain", far)
        #expect(explain.output.contains("Its provider fails on 'a' since ") && explain.output.contains("on a, since "), "\(explain)")

        // One that never worked isn't current either, and a device that starts later knows it too.
        let never = try PairedDaemons.place("far", on: a)
        let failed = try PairedDaemons.wait(b) { $0[never]?.lastError.contains("the server is away") ?? false }
        #expect(failed[never]?.state == .placeholder && failed[never]?.hasReceivedAt == false)
        b.stop()
        try b.start()
        try PairedDaemons.wait(b) { $0[far]?.lastError.isEmpty == false && $0[never]?.lastError.isEmpty == false }

        unlink(trouble)
        for id in [far, never] { _ = try a.client().reload(.widget(id)) }
        let healed = try PairedDaemons.wait(b) { shown in [far, never].allSatisfy { shown[$0].map { $0.lastError.isEmpty && shows("good")($0) } ?? false } }
        #expect([far, never].allSatisfy { healed[$0]?.hasFailingSince == false && healed[$0]?.state == .current })
    }

    @Test func whyAProviderFailsRepeatsNoSecretThatItWasGiven() throws {
        let daemons = try PairedDaemons { index, daemon in
            guard index == 0 else { return }
            let parameters = ["token", "city"].map { #"{"name":"\#($0)","type":"text"}"# }.joined(separator: ",")
            try daemon.addProvider("far", script: "cat >/dev/null; echo no Bern for hunter22 >&2; exit 3", kindExtra: #","parameters":[\#(parameters)]"#)
        }
        let parameters = ["token": ProtoParameterValue.with { $0.text = "hunter22" }, "city": .with { $0.text = "Bern" }]
        let far = try daemons[0].client().place(.with { ($0.kind, $0.parameters) = ("far", parameters) }).widget.id
        try daemons.pair()
        for daemon in [daemons[0], daemons[1]] {
            let shown = try PairedDaemons.wait(daemon) { $0[far]?.lastError.isEmpty == false }
            #expect(shown[far]?.lastError.hasSuffix("exited with status 3: no Bern for •••") == true, "\(shown[far]?.lastError ?? "")")
        }
    }

    @Test func aDeviceThatIsRenamedIsCalledSoWhereItsWidgetsAreShown() throws {
        let daemons = try PairedDaemons { index, daemon in if index == 0 { try daemon.addProvider("far", script: Scripts.text("from a")) } }
        let far = try PairedDaemons.place("far", on: daemons[0])
        try daemons.pair()
        try PairedDaemons.wait(daemons[1]) { $0[far]?.deviceName == "a" }
        let renamed = try daemons[0].widgetctl("device", "rename", "a", "desk")
        #expect(renamed.status == 0, "\(renamed)")
        try PairedDaemons.wait(daemons[1]) { $0[far]?.deviceName == "desk" }
    }
}
