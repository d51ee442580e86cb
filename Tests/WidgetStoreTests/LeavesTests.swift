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
