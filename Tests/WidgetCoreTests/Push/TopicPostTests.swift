import Testing
import WidgetCore

/// The effect of posts to a topic on its activity.
struct TopicPostTests {
    private static let start = Timestamp(milliseconds: 1_700_000_000_000)
    private var random = SplitMix64(seed: 7)
    private var machine = ActivityStateMachine()

    @discardableResult
    private mutating func post(_ post: TopicPost, seconds: Int64 = 0) throws -> ActivityReceipt {
        let date = Self.start + .seconds(seconds)
        return try machine.post(post, id: ActivityID(date: date, using: &random), at: date).receipt
    }

    private func task(_ id: ActivityID) throws -> TaskActivity {
        let activity = try #require(machine[id])
        return try TaskActivity(attributes: activity.attributes, state: activity.content.state)
    }

    @Test("The first starts it, others change what they name, and the last ends it") mutating func life() throws {
        let first = try post(TopicPost(topic: "build", title: "Build", symbol: "hammer", detail: "compiling", progress: 0.4))
        #expect(first.outcome == .started)
        #expect(try machine[first.id]?.tag == "build" && task(first.id).title == "Build" && task(first.id).symbol == "hammer")
        let second = try post(TopicPost(topic: "build", progress: 0.8), seconds: 1)
        #expect(second.id == first.id && second.outcome == .updated)
        #expect(try task(first.id).detail == "compiling" && task(first.id).progress == 0.8 && task(first.id).startedAt == Self.start)
        let third = try post(TopicPost(topic: "build", detail: "linking failed", status: .failed), seconds: 2)
        #expect(third.id == first.id && third.outcome == .ended)
        #expect(try task(first.id).outcome == .failure && task(first.id).finishedAt == Self.start + .seconds(2) && task(first.id).detail == "linking failed")
        #expect(machine[first.id]?.isRunning == false)
        #expect(try post(TopicPost(topic: "build"), seconds: 3).id != first.id, "the next build is another one")
    }

    @Test("A last word about what nobody knew of is shown as something that has ended") mutating func onlyEnd() throws {
        let receipt = try post(TopicPost(topic: "backup", detail: "12 GB", status: .done))
        #expect(receipt.outcome == .ended)
        #expect(try task(receipt.id).outcome == .success && task(receipt.id).title == "backup")
        #expect(machine.shown.map(\.id) == [receipt.id])
    }

    @Test("A post of high priority alerts, and stands before the others") mutating func priority() throws {
        let usual = try post(TopicPost(topic: "a"))
        let urgent = try post(TopicPost(topic: "b", title: "Disk", detail: "full", priority: 5), seconds: 1)
        #expect(machine[usual.id]?.alert == nil)
        #expect(machine[urgent.id]?.alert?.title == "Disk" && machine[urgent.id]?.alert?.body == "full")
        #expect(machine.shown.map(\.id) == [urgent.id, usual.id])
        let nameless = try post(TopicPost(topic: "c", detail: "full", priority: 5), seconds: 2)
        #expect(machine[nameless.id]?.alert?.title == "c", "the topic's name")
    }

    @Test("What is refused changes nothing") mutating func refused() throws {
        for number in 1...ActivityLimits.activitiesPerApp { try post(TopicPost(topic: "t\(number)")) }
        let before = machine.activities
        #expect(throws: WidgetError.self) { try post(TopicPost(topic: "one-more")) }
        #expect(throws: WidgetError.self) { try post(TopicPost(topic: "one-more", status: .done)) }
        #expect(machine.activities == before)
    }

    @Test("A topic's name is as ntfy's") func names() {
        for name in ["a", "build-1_B", String(repeating: "x", count: 64)] { #expect(ActivityTopic.isName(name)) }
        for name in ["", "a b", "a.b", "a/b", "ü", String(repeating: "x", count: 65)] { #expect(!ActivityTopic.isName(name)) }
    }
}
