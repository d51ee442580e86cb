import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A program that says something wrong once about its Live Activity keeps it.
@Suite(.timeLimit(.minutes(10))) struct ActivityRefusalTests {
    private func status(_ keeper: ActivityKeeper) -> ActivityKeeper.Status { keeper.status(waitingFor: .seconds(120)) }

    private func content(_ state: String) -> ProtoActivityContent { .with { $0.state = state } }

    @Test func whatIsRefusedChangesNothingAndWhatIsSaidNextIsShown() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let keeper = ActivityKeeper(
            at: daemon.client().location,
            .with { ($0.app, $0.tag, $0.type, $0.attributes) = ("tests", "build", TaskActivity.type, #"{"title":"Build"}"#) })
        keeper.show(content(#"{"progress":0.2}"#))
        guard case .accepted = status(keeper) else { throw WidgetError(.internal, "it wasn't started") }
        let id = try #require(try daemon.client().activities().activities.first?.activity.id)
        for state in [#"{"progress":7}"#, "{"] {
            keeper.show(content(state))
            guard case .rejected(let error) = status(keeper) else { throw WidgetError(.internal, "it wasn't refused: \(status(keeper))") }
            #expect(error.code == .invalidArgument && error.message.contains("state"), "\(error)")
            let activity = try daemon.client().activity(id).activity
            #expect(activity.state == .active && activity.content.state == #"{"progress":0.2}"#, "\(activity)")
        }
        keeper.show(content(#"{"progress":0.4}"#))
        guard case .accepted = status(keeper) else { throw WidgetError(.internal, "it wasn't taken: \(status(keeper))") }
        #expect(try daemon.client().activity(id).activity.content.state == #"{"progress":0.4}"#)
        keeper.end(.with { $0.content = content(#"{"outcome":"success"}"#) })
        guard case .accepted = status(keeper) else { throw WidgetError(.internal, "it wasn't ended: \(status(keeper))") }
        let activity = try daemon.client().activity(id).activity
        #expect(activity.state == .ended && activity.content.state == #"{"outcome":"success"}"#, "\(activity)")
    }

    @Test func anEndThatIsRefusedIsTheEndOfItsProgramAlone() throws {
        let daemon = try DaemonFixture()
        try daemon.start()
        let keeper = ActivityKeeper(
            at: daemon.client().location,
            .with { ($0.app, $0.tag, $0.type, $0.attributes) = ("tests", "build", TaskActivity.type, #"{"title":"Build"}"#) })
        keeper.show(content(#"{"progress":0.2}"#))
        guard case .accepted = status(keeper) else { throw WidgetError(.internal, "it wasn't started") }
        keeper.end(.with { $0.content = content(#"{"progress":7}"#) })
        guard case .ended(let error) = status(keeper) else { throw WidgetError(.internal, "it isn't over: \(status(keeper))") }
        #expect(error.message.contains("state.progress"))
        let id = try #require(try daemon.client().activities().activities.first?.activity.id)
        // As one whose client went away.
        try daemon.wait(forActivity: id) { $0.activity.state == .ended && $0.activity.content.state.contains("failure") }
    }

    @Test(.enabled(if: SmallDisk.canBeMade, "needs root and mount(8): a full disk can't be made otherwise"))
    func aFullDiskPutsAnUpdateOffAndEndsNothing() throws {
        let daemon = try DaemonFixture()
        try SmallDisk.mount(at: daemon.state)
        defer { SmallDisk.unmount(daemon.state) }
        try daemon.start()
        defer { daemon.stop() }
        let keeper = ActivityKeeper(
            at: daemon.client().location,
            .with { ($0.app, $0.tag, $0.type, $0.attributes) = ("tests", "build", TaskActivity.type, #"{"title":"Build"}"#) })
        keeper.show(content(#"{"progress":0.2}"#))
        guard case .accepted = status(keeper) else { throw WidgetError(.internal, "it wasn't started") }
        let id = try #require(try daemon.client().activities().activities.first?.activity.id)
        try SmallDisk.fill(daemon.state)
        var (state, refusal) = ("", WidgetError?.none)
        // The first ones may still fit.
        for number in 1...2_000 where refusal == nil {
            state = #"{"detail":"\#(String(repeating: "x", count: 400)) \#(number)"}"#
            keeper.show(content(state))
            if case .waiting(let error) = status(keeper) { refusal = error }
        }
        #expect(refusal?.code == .resourceExhausted, "\(refusal?.message ?? "")")
        #expect(try daemon.client().activity(id).activity.state == .active)
        try FileManager.default.removeItem(atPath: "\(daemon.state)/filler")
        // It is tried again by itself.
        try daemon.wait(forActivity: id) { $0.activity.state == .active && $0.activity.content.state == state }
    }
}
