import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// Controls of a real daemon, with real providers.
@Suite(.timeLimit(.minutes(10))) struct ControlTests {
    private func lamp(kind: String = "", isGated: Bool = false) throws -> (DaemonFixture, Lamp, id: String) {
        let daemon = try DaemonFixture()
        let lamp = try Lamp(daemon, kind: kind, isGated: isGated)
        try daemon.start()
        return (daemon, lamp, try daemon.addControl())
    }

    @Test func aKindIsListedWithItsPreview() throws {
        let daemon = try DaemonFixture()
        try Lamp(daemon, kind: #","tint":"yellow","action_hint":"Switch the lamp","privacy_sensitive":true,"authentication":"requires-authentication""#)
        try daemon.start()
        // Its provider may still be starting.
        let end = ContinuousClock.now + .seconds(120)
        while try daemon.client().controlKinds().kinds.first?.hasPreview != true, ContinuousClock.now < end { usleep(10_000) }
        let info = try #require(try daemon.client().controlKinds().kinds.first)
        #expect(info.kind.id == "lamp" && info.kind.provider == "lamp" && info.kind.type == .toggle && info.kind.displayName == "Lamp")
        #expect(info.kind.tint.named == "yellow" && info.kind.privacySensitive && info.kind.authentication == .requiresAuthentication)
        #expect(info.preview.isOn && info.preview.status == "preview")
        #expect(info.local)
    }

    @Test func aToggleIsSetAndShowsSoBeforeItHasBeenPerformed() throws {
        let (daemon, lamp, id) = try lamp(isGated: true)
        #expect(try daemon.press(id, isOn: true, key: "a").outcome == .pending)
        let flipped = try daemon.wait(control: id) { $0.hasValue && $0.value.isOn }
        #expect(flipped.valueState == .pending && flipped.isPerforming)
        try lamp.began(1)
        try lamp.open()
        let end = try daemon.end(of: "a", control: id)
        #expect(end.outcome == .confirmed && end.isOn)
        let shown = try daemon.client().control("lamp")
        #expect(shown.value.isOn && shown.valueState == .loaded && !shown.isPerforming)
        #expect(lamp.performed.count == 1 && lamp.performed[0].contains(#""isOn":true"#), "\(lamp.performed)")
    }

    @Test func whatFailsIsRevertedAndSaysWhy() throws {
        let (daemon, lamp, id) = try lamp()
        try lamp.write("failure", "the bulb is broken")
        _ = try daemon.press(id, key: "a")
        let end = try daemon.end(of: "a", control: id)
        #expect(end.outcome == .reverted && end.reason.contains("the bulb is broken"), "\(end)")
        let shown = try daemon.client().control(id)
        #expect(!shown.value.isOn && shown.actionError.contains("the bulb is broken"), "\(shown)")
    }

    @Test func aKeyIsPerformedOnceHoweverOftenAndAfterARestartToo() throws {
        let (daemon, lamp, id) = try lamp(isGated: true)
        for _ in 0..<3 { #expect(try daemon.press(id, isOn: true, key: "a").outcome == .pending) }
        try lamp.began(1)
        try lamp.open()
        #expect(try daemon.end(of: "a", control: id).outcome == .confirmed)
        #expect(try daemon.press(id, isOn: true, key: "a").outcome == .confirmed)
        daemon.stop(SIGKILL)
        try daemon.start()
        #expect(try daemon.press(id, isOn: true, key: "a").outcome == .confirmed)
        #expect(lamp.performed.count == 1)
        // For another action the key isn't taken.
        let error = #expect(throws: WidgetError.self) { try daemon.press(id, isOn: false, key: "a") }
        #expect(error?.message.contains("idempotency_key") == true)
    }

    @Test func aKillInTheMiddleRevertsAndNeverRepeats() throws {
        let (daemon, lamp, id) = try lamp(isGated: true)
        _ = try daemon.press(id, isOn: true, key: "a")
        try lamp.began(1)
        daemon.stop(SIGKILL)
        try daemon.start()
        let end = try daemon.end(of: "a", control: id)
        #expect(end.outcome == .reverted && end.reason.contains("may have been performed"), "\(end)")
        #expect(try daemon.press(id, isOn: true, key: "a").outcome == .reverted)
        try daemon.wait(control: id) { $0.valueState == .loaded && !$0.value.isOn }
        #expect(lamp.performed.count == 1)
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func aTapAfterAStartOnAFullDiskIsNotTakenForOneOfBefore() throws {
        let daemon = try DaemonFixture()
        try SmallDisk.mount(at: daemon.state)
        defer { SmallDisk.unmount(daemon.state) }
        let lamp = try Lamp(daemon, isGated: true)
        try daemon.start()
        defer { daemon.stop() }
        let id = try daemon.addControl()
        _ = try daemon.press(id, isOn: true, key: "before")
        try lamp.began(1)
        daemon.stop(SIGKILL)
        try SmallDisk.fill(daemon.state)
        try daemon.start()
        let error = #expect(throws: WidgetError.self) { try daemon.press(id, isOn: true, key: "full") }
        #expect(error?.code == .resourceExhausted, "\(error?.message ?? "")")
        try FileManager.default.removeItem(atPath: daemon.state + "/filler")
        try lamp.renewGate()
        #expect(try daemon.press(id, isOn: true, key: "after").outcome == .pending)
        #expect(try daemon.end(of: "before", control: id).reason.contains("may have been performed"))
        try lamp.began(2)
        try lamp.open()
        #expect(try daemon.end(of: "after", control: id).outcome == .confirmed)
        #expect(lamp.performed.count == 2)
    }

    @Test func aSecondTapWaitsForTheFirstAndAThirdIsRefused() throws {
        let (daemon, lamp, id) = try lamp(isGated: true)
        _ = try daemon.press(id, key: "on")
        try lamp.began(1)
        // The other of what is shown: off.
        let second = try daemon.press(id, key: "off")
        #expect(second.outcome == .queued && second.hasIsOn && !second.isOn, "\(second)")
        let error = #expect(throws: WidgetError.self) { try daemon.press(id, key: "third") }
        #expect(error?.code == .resourceExhausted)
        try lamp.open()
        try lamp.began(2)
        try lamp.open()
        #expect(try daemon.end(of: "on", control: id).outcome == .confirmed)
        #expect(try daemon.end(of: "off", control: id).outcome == .confirmed)
        #expect(try !daemon.client().control(id).value.isOn)
    }

    @Test func aReloadShowsWhatHasChangedOutside() throws {
        let (daemon, lamp, id) = try lamp()
        try lamp.write("on", "true")
        #expect(try daemon.client().reload(.with { $0.kind = "lamp" }).controls == 1)
        try daemon.wait(control: id) { $0.value.isOn }
        try lamp.write("extra", #","status":"dim","tint":"orange""#)
        #expect(try daemon.client().reload(.with { $0.control = id }).controls == 1)
        let shown = try daemon.wait(control: id) { $0.value.status == "dim" }
        #expect(shown.value.tint.named == "orange")
        // A value that can't be loaded leaves the old one, and the control says why.
        try lamp.write("broken", "no bus")
        _ = try daemon.client().reload(.with { $0.all = true })
        let stale = try daemon.wait(control: id) { $0.loadError.contains("no bus") }
        #expect(stale.value.status == "dim" && stale.valueState == .stale)
    }

    @Test func aControlIsConfiguredRemovedAndForgottenWithItsTaps() throws {
        let (daemon, lamp, id) = try lamp(kind: #","parameters":[{"name":"room","type":"text","options":["kitchen","hall"]}]"#)
        let configured = try daemon.client().configure(
            .with {
                $0.control = id
                $0.name = "Kitchen"
                $0.parameters = ["room": .with { $0.text = "kitchen" }]
            })
        #expect(configured.control.name == "Kitchen")
        _ = try daemon.press("Kitchen", isOn: true, key: "a")
        #expect(try daemon.end(of: "a", control: id).outcome == .confirmed)
        #expect(lamp.performed.last?.contains(#""room":"kitchen""#) == true)
        #expect(try daemon.client().remove(control: "Kitchen").controlID == id)
        #expect(try daemon.client().controls().controls.isEmpty)
        daemon.stop(SIGKILL)
        try daemon.start()
        #expect(try daemon.client().controls().controls.isEmpty)
        let error = #expect(throws: WidgetError.self) { try daemon.press(id, key: "b") }
        #expect(error?.code == .notFound)
    }

    @Test func aControlWhoseProviderIsGoneIsUnavailableUntilItIsBack() throws {
        let (daemon, _, id) = try lamp()
        let manifest = try String(contentsOfFile: daemon.providers + "/lamp.json", encoding: .utf8)
        try daemon.removeProvider("lamp")
        _ = try daemon.client().rescan()
        try daemon.wait(control: id) { $0.unavailable.contains("isn't installed") }
        #expect(try daemon.press(id, isOn: true, key: "a").outcome == .unavailable)
        try manifest.write(toFile: daemon.providers + "/lamp.json", atomically: true, encoding: .utf8)
        _ = try daemon.client().rescan()
        try daemon.wait(control: id) { $0.unavailable.isEmpty }
        // The key wasn't used up.
        _ = try daemon.press(id, isOn: true, key: "a")
        #expect(try daemon.end(of: "a", control: id).outcome == .confirmed)
    }

    @Test func whatIsWrongIsNamed() throws {
        let (daemon, _, id) = try lamp()
        func refusal(_ body: () throws -> Void) -> String {
            do {
                try body()
                return "nothing was wrong"
            } catch { return (error as? WidgetError)?.message ?? "\(error)" }
        }
        #expect(refusal { _ = try daemon.client().add(.with { $0.kind = "lump" }) }.contains("did you mean lamp"))
        #expect(refusal { _ = try daemon.press(id, key: "") }.contains("idempotency_key"))
        #expect(refusal { _ = try daemon.press(id, key: String(repeating: "x", count: 200)) }.contains("128"))
        #expect(refusal { _ = try daemon.press("other", key: "a") }.contains("there is no 'other'"))
        #expect(refusal { _ = try daemon.press(id, key: "a", queueUntil: Timestamp(milliseconds: 1)) }.contains("queue_until"))
        #expect(
            refusal {
                _ = try daemon.client().add(
                    .with {
                        $0.kind = "lamp"
                        $0.parameters = ["room": .with { $0.text = "x" }]
                    })
            }.contains("room"))
        #expect(refusal { _ = try daemon.client().reload(ProtoReloadControlsRequest()) }.contains("which"))
    }

    @Test func theCommandsDoWhatTheySay() throws {
        let daemon = try DaemonFixture()
        let lamp = try Lamp(daemon)
        try daemon.start()
        #expect(try daemon.widgetctl("control").output.contains("No controls"))
        #expect(try daemon.widgetctl("control", "kinds").output.contains("toggle"))
        #expect(try daemon.widgetctl("provider", "list").output.contains(" lamp "))
        #expect(try daemon.widgetctl("control", "add", "lamp", "--name", "Desk").status == 0)
        let set = try daemon.widgetctl("control", "set", "Desk", "on")
        #expect(set.status == 0 && set.output == "confirmed: on\n", "\(set)")
        #expect(try daemon.widgetctl("control", "press", "Desk").output == "confirmed: off\n")
        try lamp.write("failure", "the bulb is broken")
        let failed = try daemon.widgetctl("control", "press", "Desk")
        #expect(failed.status == 75 && failed.output.contains("the bulb is broken"), "\(failed)")
        let shown = try daemon.widgetctl("control", "show", "Desk").output
        #expect(
            shown.contains("* [ ] Desk off")
                || shown.contains("☼ ○ Desk off") && shown.contains("as the provider said last") && shown.contains("confirmed: on"), "\(shown)")
        #expect(try daemon.widgetctl("control", "list").output.contains("the bulb is broken"))
        #expect(try daemon.widgetctl("control", "--json").output.contains(#""kind":"lamp""#))
        #expect(try daemon.widgetctl("control", "reload", "--all").output == "1 control is being reloaded.\n")
        #expect(try daemon.widgetctl("control", "remove", "Desk").status == 0)
        let missing = try daemon.widgetctl("control", "press", "Desk")
        #expect(missing.status == 66 && missing.errors.contains("there is no 'Desk'"), "\(missing)")
    }
}
