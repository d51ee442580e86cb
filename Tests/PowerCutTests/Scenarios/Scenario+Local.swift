import GRDB
import WidgetCore

@testable import WidgetStore

extension Scenario {
    static let all: [Scenario] = [newStore, localWrites, timelines, intents, groupCommit, logCut, roomInLog, appliedBatch, checkpointedBatch, snapshot]

    /// There is no store yet: it is made, brought up to its schema and given an identity.
    static let newStore = Scenario(name: "a new store", steps: [.write("place") { try $0.put(.sample(1)) }])

    static let localWrites = Scenario(
        name: "widgets are placed, edited and removed",
        ground: { store in try await store.write { try $0.put(.sample(1)) } },
        steps: [
            .write("place") { transaction in
                try transaction.put(.sample(2))
                try transaction.recordPlacement(key: "once", widget: .sample(2), at: StorePlace.start)
            },
            .write("edit") { try $0.put(.sample(1, name: "kitchen")) },
            .write("note the engine's state") { transaction in
                try transaction.setReloadRecord(.sample(1), ReloadRecord(rule: "after", failures: 2, lastError: "no answer"))
                try transaction.append(Decision(time: StorePlace.start, widget: .sample(1), event: .reloadFailed, rule: "budget", detail: "later"))
            },
            .write("remove") { try $0.remove(.sample(1)) },
        ])

    /// Contents that are shared, let go of and swept after their grace period.
    static let timelines = Scenario(
        name: "timelines with archives and images",
        ground: { store in
            try await store.write { transaction in
                for number in 1...2 { try transaction.put(.sample(number)) }
                try transaction.setTimeline(.sample(1), .sample([1, 2], image: 9, bytes: 3_000), receivedAt: StorePlace.start)
            }
        },
        steps: [
            .write("share contents") { try $0.setTimeline(.sample(2), .sample([2, 3], image: 9, bytes: 3_000), receivedAt: StorePlace.start) },
            .write("let go of some") { try $0.setTimeline(.sample(1), .sample([3], image: 8, bytes: 3_000), receivedAt: StorePlace.start) },
            .write("sweep what nobody names", minute: 6) {
                try $0.setTimeline(.sample(2), .sample([4], image: 8, bytes: 9_000), receivedAt: StorePlace.start)
            },
            .write("remove with its timeline", minute: 6) { try $0.remove(.sample(1)) },
        ])

    /// The rows that make an action happen at most once.
    static let intents = Scenario(
        name: "actions begin and end",
        ground: { store in try await store.write { try $0.put(.sample(1)) } },
        steps: [
            .write("begin") { transaction in
                let state = try transaction.beginIntent(key: "a", widget: .sample(1), action: "drink", at: StorePlace.start)
                // An attempt that was refused must not have begun it.
                guard state == .new else { throw Violation("an action that wasn't begun is \(state)") }
            },
            .write("end") { transaction in
                try transaction.finishIntent(key: "a", error: WidgetError(.unavailable, "no answer"), at: StorePlace.start)
                try transaction.setKinds([StoredKind(kind: Kind(id: "water", displayName: "Water", families: [.systemSmall]), fingerprint: "1")])
            },
        ])

    /// Writes of several callers in one commit, one of which is refused by itself.
    static let groupCommit = Scenario(
        name: "several writes share a commit",
        ground: { store in try await store.write { try $0.put(.sample(1)) } },
        steps: [
            .group(
                "five at once",
                [
                    { try $0.put(.sample(2)) },
                    { transaction in
                        try transaction.setTimeline(.sample(2), .sample([1], image: 9, bytes: 500), receivedAt: StorePlace.start)
                    },
                    { transaction in
                        try transaction.put(.sample(3))
                        try transaction.remove(.sample(99))
                    },
                    { try $0.put(.sample(1, name: "kitchen")) },
                    { _ = try $0.beginIntent(key: "a", widget: .sample(1), action: "drink", at: StorePlace.start) },
                ], refused: [2]),
            .group("two more", [{ try $0.remove(.sample(2)) }, { try $0.finishIntent(key: "a", error: nil, at: StorePlace.start) }]),
        ])

    /// The write-ahead log is given room, used, folded into the database and used again.
    static let roomInLog = Scenario(
        name: "room in the write-ahead log",
        ground: { store in try await store.write { try $0.put(.sample(1)) } },
        opened: { store in
            store.connections.log?.checkpointPages = 8
        },
        steps: [
            .write("before there is room") { try $0.put(.sample(1, name: "hall")) },
            Step(name: "room") { store in try await store.preallocateLog() },
            .write("in it") { try $0.put(.sample(1, name: "kitchen")) },
            .write("and folded in") { try $0.put(.sample(2)) },
            .write("in it anew") { try $0.put(.sample(2, name: "attic")) },
        ])

    /// The log is cut, and the write-ahead log is folded into the database with every commit.
    static let logCut = Scenario(
        name: "the log is cut, with checkpoints",
        ground: { store in
            // The next transaction is one at which the log is cut; the first was the device's own row.
            let before = StoreLimits.logTail / StoreLimits.cutInterval * StoreLimits.cutInterval + StoreLimits.cutInterval - 2
            for number in 1...before {
                try await store.write { try $0.put(.sample(Int(number % 2), name: "\(number)")) }
            }
        },
        opened: { store in
            store.connections.log?.checkpointPages = 1
        },
        steps: [
            .write("cut") { try $0.put(.sample(1, name: "cut")) },
            .write("after it") { try $0.put(.sample(2)) },
        ],
        check: { store in
            let floor = try store.read { try Int64.fetchOne($0, sql: "SELECT floor FROM vector") } ?? 0
            let sequence = store.position.withLock { $0.origins[$0.own].sequence }
            return floor > 0 || sequence % StoreLimits.cutInterval == StoreLimits.cutInterval - 1 ? [] : ["the log was cut"]
        })
}
