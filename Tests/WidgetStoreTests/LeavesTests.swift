import Foundation
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("Leaves are shared rows")
struct LeavesTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    @Test("a leaf is renamed, forgotten and taken back; a revoked one never comes back; none of it is a member")
    func leaves() async throws {
        let store = try WidgetStore.open(place.configuration()).0
        let (date, now) = (Timestamp(milliseconds: 5), place.now)
        try await store.write { try $0.addLeaf(.sample(2), name: "hall", at: date) }
        #expect(try store.leaves() == [Leaf(id: .sample(2), name: "hall", addedAt: date)])
        try await store.write { transaction in
            try transaction.renameLeaf(.sample(2), to: "lobby")
            try transaction.forgetLeaf(.sample(2), at: now)
        }
        #expect(try store.leaves() == [Leaf(id: .sample(2), name: "lobby", addedAt: date, forgottenAt: now)])
        try await store.write { try $0.addLeaf(.sample(2), name: "hall", at: now) }
        #expect(try store.leaves() == [Leaf(id: .sample(2), name: "hall", addedAt: date)])
        try await store.write { try $0.revoke(.sample(2), at: now) }
        #expect(try store.leaves().first?.isTrusted == false)
        let back = try await #require(throws: WidgetError.self) { try await store.write { try $0.addLeaf(.sample(2), name: "hall", at: now) } }
        #expect(back.code == .failedPrecondition)
        let unknown = try await #require(throws: WidgetError.self) { try await store.write { try $0.renameLeaf(.sample(3), to: "x") } }
        #expect(unknown.code == .notFound)
        #expect(try store.devices().allSatisfy { $0.id != .sample(2) })
        #expect(try await store.replicate { try $0.storage.members() }.0.count == 1, "the log waits for no leaf")
    }

    @Test("groups are made, changed, removed and made again; a leaf moves between those that are there")
    func groups() async throws {
        let store = try WidgetStore.open(place.configuration()).0
        let (lobby, lab) = (DisplayGroup(name: "lobby", pages: [3, 2, 3], showsControls: true), DisplayGroup(name: "lab", pages: [1], acts: false))
        try await store.write { transaction in
            try transaction.put(lobby)
            try transaction.put(lab)
            try transaction.addLeaf(.sample(2), name: "hall", at: Timestamp(milliseconds: 5))
            try transaction.moveLeaf(.sample(2), to: "lobby")
        }
        #expect(try store.displayGroups() == [lab, DisplayGroup(name: "lobby", pages: [2, 3], showsControls: true)])
        #expect(try store.leaves().map(\.group) == ["lobby"])
        let now = place.now
        try await store.write { try $0.removeGroup("lobby", at: now) }
        #expect(try store.displayGroups() == [lab])
        for name in ["lobby", "never"] {
            let error = try await #require(throws: WidgetError.self) { try await store.write { try $0.moveLeaf(.sample(2), to: name) } }
            #expect(error.code == .notFound)
        }
        try await store.write { try $0.put(DisplayGroup(name: "lobby", pages: [9])) }
        #expect(try store.displayGroups().map(\.pages) == [[1], [9]])
        for wrong in [
            DisplayGroup(name: "a b", pages: [1]), DisplayGroup(name: "", pages: [1]), DisplayGroup(name: "a", pages: []),
            DisplayGroup(name: "a", pages: [100]),
        ] {
            let error = try await #require(throws: WidgetError.self) { try await store.write { try $0.put(wrong) } }
            #expect(error.code == .invalidArgument)
        }
    }

    @Test("an enrolment lets in as many leaves as it says, until it ends; one that ended a month ago is removed")
    func enrolments() async throws {
        let store = try WidgetStore.open(place.configuration()).0
        let (id, date, end) = (ContentDigest(of: [1]), Timestamp(milliseconds: 1_000), Timestamp(milliseconds: 2_000))
        let enrolment = Enrolment(id: id, group: "lobby", uses: 2, createdAt: date, expiresAt: end)
        let without = try await #require(throws: WidgetError.self) { try await store.write { try $0.add(enrolment) } }
        #expect(without.code == .notFound)
        try await store.write { transaction in
            try transaction.put(DisplayGroup(name: "lobby", pages: [1]))
            try transaction.add(enrolment)
            try transaction.addLeaf(.sample(2), name: "a", at: date, enrolment: id)
            try transaction.addLeaf(.sample(3), name: "b", at: date, enrolment: id)
            // The answer was lost, and it asks again.
            try transaction.addLeaf(.sample(3), name: "b", at: date, enrolment: id)
        }
        #expect(try store.enrolments() == [enrolment])
        #expect(try store.leaves().map(\.group) == ["lobby", "lobby"] && store.leaves().map(\.enrolment) == [id, id])
        let full = try await #require(throws: WidgetError.self) { try await store.write { try $0.addLeaf(.sample(4), name: "c", at: date, enrolment: id) } }
        #expect(full.code == .resourceExhausted)
        let late = try await #require(throws: WidgetError.self) { try await store.write { try $0.addLeaf(.sample(3), name: "b", at: end, enrolment: id) } }
        #expect(late.code == .permissionDenied)
        let other = Enrolment(
            id: ContentDigest(of: [2]), group: "", uses: 1, createdAt: end + Milliseconds(31 * 86_400_000), expiresAt: end + Milliseconds(32 * 86_400_000))
        try await store.write { try $0.add(other) }
        #expect(try store.enrolments() == [other])
        try await store.write { try $0.endEnrolment(other.id, at: end) }
        #expect(try store.enrolments().map(\.expiresAt) == [end])
        let unknown = try await #require(throws: WidgetError.self) { try await store.write { try $0.endEnrolment(id, at: end) } }
        #expect(unknown.code == .notFound)
    }

    @Test("An enrolment of editors counts the members that have used it; a transaction names the user of its task")
    func editors() async throws {
        let store = try WidgetStore.open(place.configuration()).0
        let (id, date, end) = (ContentDigest(of: [1]), Timestamp(milliseconds: 1_000), Timestamp(milliseconds: 2_000))
        let enrolment = Enrolment(id: id, role: .editor, group: "", uses: 1, createdAt: date, expiresAt: end)
        try await WidgetStore.$user.withValue("anna") { try await store.write { try $0.add(enrolment) } }
        #expect(try store.enrolments() == [enrolment])
        // The answer was lost, and it asks again.
        for _ in 0..<2 { try await store.write { try $0.addDevice(.sample(2), name: "a", at: date, enrolment: id) } }
        #expect(try store.devices().first { $0.id == .sample(2) }?.enrolment == id)
        #expect(try store.transactions(limit: 2).map(\.user) == ["anna", nil])
        let full = try await #require(throws: WidgetError.self) { try await store.write { try $0.addDevice(.sample(3), name: "b", at: date, enrolment: id) } }
        #expect(full.code == .resourceExhausted)
        #expect(try store.devices().allSatisfy { $0.id != .sample(3) })
        let viewer = try await #require(throws: WidgetError.self) { try await store.write { try $0.addLeaf(.sample(3), name: "b", at: date, enrolment: id) } }
        #expect(viewer.code == .permissionDenied)
        #expect(try store.leaves().isEmpty)
        // A forgotten device doesn't come back by a code that is used up.
        try await store.write { try $0.setForgotten(.sample(2), at: date) }
        let again = try await #require(throws: WidgetError.self) { try await store.write { try $0.addDevice(.sample(2), name: "a", at: date, enrolment: id) } }
        #expect(again.code == .resourceExhausted)
    }

    @Test("A device is a member or a leaf, and not both; an enrolment that was ended is over whatever the clock says")
    func parts() async throws {
        let store = try WidgetStore.open(place.configuration()).0
        let (id, date) = (ContentDigest(of: [1]), Timestamp(milliseconds: 1_000))
        try await store.write { transaction in
            try transaction.addLeaf(.sample(2), name: "a", at: date)
            try transaction.addDevice(.sample(2), name: "a", at: date)
            try transaction.add(Enrolment(id: id, group: "", uses: 3, createdAt: date, expiresAt: Timestamp(milliseconds: 9_000)))
        }
        #expect(try store.leaves().map(\.isTrusted) == [false] && store.devices().contains { $0.id == .sample(2) && $0.isMember })
        let member = try await #require(throws: WidgetError.self) { try await store.write { try $0.addLeaf(.sample(2), name: "a", at: date, enrolment: id) } }
        #expect(member.code == .failedPrecondition)
        try await store.write { try $0.endEnrolment(id, at: Timestamp(milliseconds: 5_000)) }
        let over = try await #require(throws: WidgetError.self) { try await store.write { try $0.addLeaf(.sample(3), name: "b", at: date, enrolment: id) } }
        #expect(over.code == .permissionDenied)
    }

    @Test("Writes of several users that share a commit are each logged under the name of its own")
    func usersOfACommit() async throws {
        let store = try WidgetStore.open(place.configuration()).0
        await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    try await WidgetStore.$user.withValue(number % 4 == 0 ? nil : "user \(number)") {
                        try await store.write { transaction in
                            try transaction.put(DisplayGroup(name: "g\(number)", pages: [1]))
                            if number % 5 == 0 { throw WidgetError(.aborted, "this one fails") }
                        }
                    }
                }
            }
            while let result = await group.nextResult() { if case .failure(let error) = result { #expect((error as? WidgetError)?.code == .aborted) } }
        }
        var users: [String: String?] = [:]
        for transaction in try store.transactions(limit: 100) {
            guard let name = transaction.operations.compactMap(Self.groupName).first else { continue }
            users[name] = .some(transaction.user)
        }
        let expected = (0..<60).filter { $0 % 5 != 0 }.map { ("g\($0)", $0 % 4 == 0 ? String?.none : "user \($0)") }
        #expect(users == Dictionary(uniqueKeysWithValues: expected))
    }

    /// The name of the group that an operation inserts.
    private static func groupName(_ operation: RowOperation) -> String? {
        guard operation.row.table == SharedSchema.displayGroup, case .insert(let cells) = operation.change, case .text(let name)? = cells.first?.value else {
            return nil
        }
        return name
    }

    @Test("What is shown is kept by board; a damaged file is made anew; images go when they have no room, the oldest use first")
    func shownContent() throws {
        try FileManager.default.createDirectory(atPath: place.directory, withIntermediateDirectories: true)
        do {
            let store = try ShownContentStore(directory: place.directory)
            try store.write(["a": [1], "b": [2]], to: .widgets)
            try store.write(["a": [3]], to: .controls)
            try store.write(["a": nil, "b": [4]], to: .widgets)
            #expect(try store.snapshots(of: .widgets).map(\.snapshot) == [[4]] && store.snapshots(of: .widgets).map(\.id) == ["b"])
            #expect(try store.snapshots(of: .controls).map(\.snapshot) == [[3]] && store.snapshots(of: .activities).isEmpty)
            let digests = try (0..<3).map { try #require(ContentDigest(bytes: [UInt8](repeating: UInt8($0), count: 32))) }
            for (index, digest) in digests.enumerated() {
                try store.keep(image: digest, answer: [UInt8](repeating: 1, count: 40), at: Timestamp(milliseconds: Int64(index)), limit: 100)
                if index == 1 { #expect(try store.image(digests[0], at: Timestamp(milliseconds: 9)) != nil) }
            }
            #expect(try store.image(digests[1], at: Timestamp(milliseconds: 10)) == nil)
            #expect(try store.image(digests[0], at: Timestamp(milliseconds: 10)) != nil && store.image(digests[2], at: Timestamp(milliseconds: 10)) != nil)
        }
        try Data(String(repeating: "no database ", count: 1_000).utf8).write(to: URL(fileURLWithPath: place.directory + "/shown.sqlite"))
        let store = try ShownContentStore(directory: place.directory)
        #expect(try store.snapshots(of: .widgets).isEmpty)
        try store.write(["a": [1]], to: .widgets)
        try store.clear()
        #expect(try store.snapshots(of: .widgets).isEmpty)
    }
}
