import Foundation
import Testing
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("Devices are shared rows, and a store is one device's in one place")
struct DevicesTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    private func configuration(device: Int = 1) -> StoreConfiguration {
        var configuration = place.configuration()
        configuration.device = .sample(device)
        configuration.deviceName = "desk \(device)"
        return configuration
    }

    private func incarnation(_ store: WidgetStore) async throws -> Incarnation { try await store.replicate { $0.position.origin.incarnation }.0 }

    @Test("the first transaction of a store is its device's own row")
    func first() async throws {
        let store = try WidgetStore.open(configuration()).0
        #expect(try store.devices() == [Device(id: .sample(1), name: "desk 1", addedAt: place.now)])
        let first = try #require(try store.transactions(limit: 10).first)
        #expect(first.sequence == 1 && first.operations.map(\.row.table) == [SharedSchema.device])
    }

    @Test("a device is renamed, addressed, forgotten, taken back, evicted and revoked; a revoked one never comes back")
    func membership() async throws {
        let store = try WidgetStore.open(configuration()).0
        let (date, now) = (Timestamp(milliseconds: 5), place.now)
        func device() throws -> Device? { try store.devices().first { $0.id == .sample(2) } }
        try await store.write { try $0.addDevice(.sample(2), name: "shelf", at: date) }
        try await store.write { transaction in
            try transaction.rename(.sample(2), to: "kitchen")
            try transaction.setAddresses(["10.0.0.2:7411", "[fe80::1]:7411"], of: .sample(2))
            try transaction.setForgotten(.sample(2), at: now)
            try transaction.setEvicted(.sample(2), at: now)
        }
        #expect(
            try device()
                == Device(
                    id: .sample(2), name: "kitchen", addresses: ["10.0.0.2:7411", "[fe80::1]:7411"], addedAt: date, evictedAt: now, forgottenAt: now))
        try await store.write { try $0.addDevice(.sample(2), name: "other", at: now) }
        #expect(try device()?.isMember == true && device()?.evictedAt == nil && device()?.name == "kitchen")
        try await store.write { try $0.revoke(.sample(2), at: now) }
        try await store.write { try $0.revoke(.sample(2), at: now) }
        #expect(try device()?.isRevoked == true && store.revokedDevices() == [.sample(2)])
        let back = try await #require(throws: WidgetError.self) { try await store.write { try $0.addDevice(.sample(2), name: "", at: now) } }
        #expect(back.code == .failedPrecondition)
        let itself = try await #require(throws: WidgetError.self) { try await store.write { try $0.revoke(.sample(1), at: now) } }
        #expect(itself.code == .invalidArgument)
        let unknown = try await #require(throws: WidgetError.self) { try await store.write { try $0.rename(.sample(3), to: "x") } }
        #expect(unknown.code == .notFound)
    }

    @Test("what a device hasn't acknowledged is counted; what it wrote itself isn't")
    func unacknowledged() async throws {
        let store = try WidgetStore.open(configuration()).0
        let now = place.now
        try await store.write { try $0.addDevice(.sample(2), name: "shelf", at: now) }
        #expect(try store.unacknowledged(by: .sample(2)) == 2, "it has said nothing yet")
        _ = try await store.replicate { try $0.acknowledge($0.summary().origins, by: .sample(2)) }
        #expect(try store.unacknowledged(by: .sample(2)) == 0)
        try await store.write { try $0.rename(.sample(2), to: "kitchen") }
        try await store.write { try $0.rename(.sample(2), to: "hall") }
        var peer = Peer(2, at: now)
        try await peer.send([try peer.introduction()], to: store)
        #expect(try store.unacknowledged(by: .sample(2)) == 2)
        #expect(try store.unacknowledged(by: .sample(3)) == 5)
        #expect(try store.origins().map(\.device) == [.sample(1), .sample(2)])
    }

    @Test("tombstones stay 400 days")
    func tombstones() async throws {
        let store = try WidgetStore.open(configuration()).0
        try await store.write { try $0.put(.sample(1)) }
        try await store.write { try $0.remove(.sample(1)) }
        place.now = place.now + .hours(24 * 399)
        try await store.write { try $0.collectTombstones() }
        #expect(try store.value("SELECT count(*) FROM tombstone") == 1)
        place.now = place.now + .hours(48)
        try await store.write { try $0.collectTombstones() }
        #expect(try store.value("SELECT count(*) FROM tombstone") == 0)
    }

    @Test("a store that was restored from a backup begins a new life, once, and gives what it owns anew")
    func restored() async throws {
        let store = try WidgetStore.open(configuration()).0
        try await store.write { transaction in
            try transaction.put(.sample(1))
            try transaction.setTimeline(.sample(1), .sample([1, 2]), receivedAt: .init(milliseconds: 1))
        }
        let backup = place.directory + "-backup.sqlite"
        try store.backup(to: backup)
        let again = try #require(throws: WidgetError.self) { try store.backup(to: backup) }
        #expect(again.code == .alreadyExists)
        try await store.write { try $0.put(.sample(2)) }
        let before = try await incarnation(store)
        store.close()
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: place.database + suffix) }
        try FileManager.default.removeItem(atPath: place.directory + "/widgetd.place")
        try FileManager.default.moveItem(atPath: backup, toPath: place.database)

        place.now = place.now + .hours(1)
        let (restored, report) = try WidgetStore.open(configuration())
        #expect(report.wasMoved)
        let after = try await incarnation(restored)
        #expect(after > before)
        #expect(try restored.load().widgets.map(\.id) == [.sample(1)] && restored.archive(.sample(2)) != nil)
        let key = OwnedKey(device: .sample(1), set: OwnedSet.timelines.rawValue)
        let owned = try await restored.replicate { $0.position.owned[key]?.incarnation }.0
        #expect(owned == after)
        #expect(try restored.values("SELECT refs FROM content") == [1, 1])
        restored.close()
        let (settled, second) = try WidgetStore.open(configuration())
        #expect(!second.wasMoved)
        let last = try await incarnation(settled)
        #expect(last == after)
    }

    @Test("a backup leaves files beside it alone, also one that has the name of a partial one, and leaves none of its own")
    func backupLeavesOthersAlone() throws {
        let store = try WidgetStore.open(configuration()).0
        let directory = place.directory + "-backups"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
        let mine = Data("mine".utf8)
        try mine.write(to: URL(filePath: directory + "/b.sqlite.partial"))
        try store.backup(to: directory + "/b.sqlite")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).sorted() == ["b.sqlite", "b.sqlite.partial"])
        #expect(try Data(contentsOf: URL(filePath: directory + "/b.sqlite.partial")) == mine)
        #expect(try FileManager.default.attributesOfItem(atPath: directory + "/b.sqlite")[.posixPermissions] as? Int == 0o600)
    }

    @Test("an older state put back into the same file is noticed too")
    func rolledBack() async throws {
        let store = try WidgetStore.open(configuration()).0
        let backup = place.directory + "-backup.sqlite"
        try store.backup(to: backup)
        try await store.write { try $0.put(.sample(1)) }
        store.close()
        // As cp does: the file stays, its content is another.
        let content = try Data(contentsOf: URL(filePath: backup))
        let file = try FileHandle(forWritingTo: URL(filePath: place.database))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: content)
        try file.close()
        #expect(try WidgetStore.open(configuration()).1.wasMoved)
    }

    @Test("a store that another machine or another key opens begins a new life there")
    func moved() async throws {
        var configuration = configuration()
        configuration.place = { _ in "here" }
        try WidgetStore.open(configuration).0.close()
        configuration.place = { _ in "there" }
        let (store, report) = try WidgetStore.open(configuration)
        #expect(report.wasMoved && store.device == .sample(1))
        #expect(try store.value("SELECT count(*) FROM origin") == 2 && store.devices().count == 1)
        try await store.write { try $0.put(.sample(1)) }
        store.close()

        var other = self.configuration(device: 2)
        other.place = configuration.place
        let (taken, second) = try WidgetStore.open(other)
        #expect(second.wasMoved && taken.device == .sample(2))
        #expect(try taken.devices().map(\.name).sorted() == ["desk 1", "desk 2"])
        #expect(try taken.load().widgets.count == 1)
        taken.close()
        #expect(try !WidgetStore.open(other).1.wasMoved)
    }

    @Test("after a kill, the store is still the one that it was")
    func killed() async throws {
        let store = try WidgetStore.open(configuration()).0
        for number in 0..<3 { try await store.write { try $0.put(.sample(number)) } }
        let kept = StoreFiles(directory: place.directory).fingerprint
        store.close()
        // The fingerprint as the kill left it: of the opening.
        try Data((try #require(kept)).text.utf8).write(to: URL(filePath: place.directory + "/widgetd.place"))
        #expect(try !WidgetStore.open(configuration()).1.wasMoved)
    }
}

@Suite("Timelines of other devices")
struct PeerTimelinesTests {
    let place: TestStore
    let store: WidgetStore
    var peer: Peer

    init() throws {
        place = try TestStore()
        store = try place.open()
        peer = Peer(1, at: place.now)
    }

    @Test("a peer's timeline is loaded under its device; its archives are missing until they come, and only the right bytes are taken")
    mutating func contents() async throws {
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(1))])], to: store)
        let (update, device) = (try peer.timelines([1: [4, 5]], counter: 1), peer.device)
        let (taken, changes) = try await store.replicate { try $0.apply(update, from: device) }
        #expect(taken)
        #expect(try store.load().peers[device]?.timelines.keys.map { $0 } == [.sample(1)])
        #expect(try store.read(changes).timelines[device]?[.sample(1)]??.entries.count == 2)
        let digest = ContentDigest(of: [4])
        let asked = Set([4, 5, 9].map { ContentDigest(of: [$0]) })
        #expect(try store.missing(asked) == [digest, ContentDigest(of: [5])])
        #expect(try store.archive(digest) == nil)
        let store = store
        let wrong = try await #require(throws: WidgetError.self) { try await store.write { try $0.addContent(digest, [5], mediaType: "") } }
        #expect(wrong.code == .invalidArgument)
        // The first time it is kept; the last is one that nobody names.
        var kept: [Bool] = []
        for number in [UInt8(4), 4, 9] { kept.append(try await store.write { try $0.addContent(ContentDigest(of: [number]), [number], mediaType: "") }) }
        #expect(kept == [true, false, false])
        #expect(try store.archive(digest) == [4] && store.missing(asked) == [ContentDigest(of: [5])])
    }

    @Test("contents are counted over all devices, and one that the last of them let go of is swept")
    mutating func counted() async throws {
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(1))])], to: store)
        var other = Peer(2, at: place.now)
        try await other.send([try other.introduction()], to: store)
        for providingDevice in [peer, other] {
            let update = try providingDevice.timelines([1: [4]], counter: 1)
            let isTaken = try await store.replicate { try $0.apply(update, from: providingDevice.device) }.0
            #expect(isTaken)
        }
        #expect(try store.value("SELECT refs FROM content") == 2)
        for providingDevice in [peer, other] {
            place.now = place.now + .hours(1)
            let update = try providingDevice.timelines([1: [6]], counter: 2)
            try await store.replicate { try $0.apply(update, from: providingDevice.device) }
        }
        place.now = place.now + .hours(1)
        try await store.write { try $0.put(.sample(2)) }
        try await store.write { _ = try $0.setTimeline(.sample(2), .sample([8]), receivedAt: .init(milliseconds: 1)) }
        #expect(try store.values("SELECT refs FROM content ORDER BY refs") == [1, 2])
    }

    @Test("what a commit changed is told to the observer, of all writes that shared it")
    func observer() async throws {
        let (changes, sink) = AsyncStream.makeStream(of: ReplicaChanges.self)
        store.setObserver { changes, _, _ in sink.yield(changes) }
        try await store.write { try $0.append(.sample(1)) }
        try await store.write { try $0.put(.sample(1)) }
        store.setObserver(nil)
        sink.finish()
        var seen: [ReplicaChanges] = []
        for await change in changes { seen.append(change) }
        #expect(seen.map(\.rows) == [[RowKey(table: 1, id: RowID(WidgetID.sample(1)))]] && seen.allSatisfy(\.hasLogged))
    }
}
