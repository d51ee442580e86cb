import Foundation
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("A store that can't be written", .serialized)
struct FailureTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    private func place(_ number: Int, bytes: Int, in store: WidgetStore) async throws {
        try await store.write { transaction in
            try transaction.put(.sample(number))
            try transaction.setTimeline(.sample(number), .sample([number], bytes: bytes), receivedAt: .init(milliseconds: 1))
        }
    }

    @Test("a database at its largest: the write fails whole, reads go on, the state says why, and the next good write clears it")
    func pageLimit() async throws {
        let store = try place.open()
        try await place(1, bytes: 1_000, in: store)
        let pages: Int = try #require(try store.value("PRAGMA page_count"))
        try store.execute("PRAGMA max_page_count = \(pages + 4)")

        let error = try await #require(throws: WidgetError.self) { try await place(2, bytes: 200_000, in: store) }
        #expect(error.code == .resourceExhausted)
        #expect(error.message.contains(place.database) && error.message.contains("full"))
        #expect(store.state == .readOnly(error))
        #expect(try store.load().widgets.map(\.id) == [.sample(1)])
        #expect(try store.archive(.sample(1)) == sampleBytes(1, 1_000))

        try store.execute("PRAGMA max_page_count = 100000")
        try await place(2, bytes: 200_000, in: store)
        #expect(store.state == .ok)
        #expect(try store.value("SELECT seq FROM vector") == 3, "the sequence has no gap where a write failed")
    }

    @Test("a connection that may not write says so and goes on reading")
    func readOnlyWhileRunning() async throws {
        let store = try place.open()
        try await place(1, bytes: 10, in: store)
        try store.execute("PRAGMA query_only = 1")
        let error = try await #require(throws: WidgetError.self) { try await place(2, bytes: 10, in: store) }
        #expect(error.code == .unavailable && error.message.contains("writable"))
        #expect(store.state == .readOnly(error))
        #expect(try store.load().widgets.count == 1)
        try store.execute("PRAGMA query_only = 0")
        try await place(2, bytes: 10, in: store)
        #expect(store.state == .ok)
    }

    @Test("on a disk that is nearly full the write-ahead log takes no room", .enabled(if: Mounts.arePossible, "needs root, to mount a small file system"))
    func noRoom() async throws {
        try await Mounts.withTmpfs(at: place.directory, bytes: 2 << 20) {
            let store = try place.open()
            try await place(1, bytes: 1_000, in: store)
            let before = StoreFiles.size(place.database + "-wal")
            try await store.preallocateLog()
            #expect(StoreFiles.size(place.database + "-wal") == before)
            try await place(2, bytes: 200_000, in: store)
            #expect(store.state == .ok)
            store.close()
            #expect(try place.open().load().widgets.count == 2)
        }
    }

    @Test("a full disk, for real", .enabled(if: Mounts.arePossible, "needs root, to mount a small file system"))
    func fullDisk() async throws {
        try await Mounts.withTmpfs(at: place.directory, bytes: 1 << 20) {
            let store = try place.open()
            var written = 0
            var failure: WidgetError?
            while failure == nil, written < 1_000 {
                do {
                    try await place(written, bytes: 20_000, in: store)
                    written += 1
                } catch let error as WidgetError {
                    failure = error
                }
            }
            let error = try #require(failure)
            #expect(error.code == .resourceExhausted && error.message.contains(place.directory))
            #expect(store.state == .readOnly(error))
            #expect(try store.load().widgets.count == written)
            for number in 0..<written { #expect(try store.archive(.sample(number)) == sampleBytes(number, 20_000)) }

            // Started anew on the full disk, it serves what it has.
            let ballast = place.directory + "/ballast"
            try Mounts.fill(ballast)
            store.close()
            try Mounts.fill(ballast)
            let again = try place.open()
            #expect(try again.load().widgets.count == written)
            try? await place(2_000, bytes: 20_000, in: again)
            guard case .readOnly = again.state else { Issue.record("a write to a full disk succeeded"); return }
            again.close()

            // With room again, it writes again.
            unlink(ballast)
            let last = try place.open()
            try await Mounts.withTmpfs(at: place.directory, remountedTo: 4 << 20) { try await place(3_000, bytes: 20_000, in: last) }
            #expect(last.state == .ok)
            #expect(try last.load().widgets.count == written + 1)
            last.close()
        }
    }

    @Test(
        "a file system that is mounted to be read: the store serves what is in it and says why it doesn't write",
        .enabled(if: Mounts.arePossible, "needs root, to mount a file system"), arguments: [true, false])
    func readOnlyFileSystem(cleanEnd: Bool) async throws {
        var store = Optional(try place.open())
        if let store { try await place(1, bytes: 100, in: store) }
        var directory = place.directory
        if cleanEnd {
            store?.close()
        } else {
            directory = try place.copyInUse()
            try FileManager.default.copyItem(atPath: place.database + "-shm", toPath: directory + "/widgetd.sqlite-shm")
        }
        store = nil
        try await Mounts.withReadOnly(directory) {
            let (store, report) = try WidgetStore.open(place.configuration(directory))
            #expect(report.wasUnclean == !cleanEnd)
            #expect(try store.load().widgets.map(\.id) == [.sample(1)])
            #expect(try store.archive(.sample(1)) == sampleBytes(1, 100))
            guard case .readOnly(let reason) = store.state else { Issue.record("the state must say that it can't be written"); return }
            #expect(reason.message.contains(directory))
            #expect(reason.message.contains("the file system is read-only; mount it writable"), "\(reason.message)")
            #expect(!reason.message.contains("must be there"), "\(reason.message)")
            let error = try await #require(throws: WidgetError.self) { try await store.write { try $0.put(.sample(2)) } }
            #expect(error == reason)
            store.close()
        }
        let again = try WidgetStore.open(place.configuration(directory)).0
        try await again.write { try $0.put(.sample(2)) }
        #expect(try again.load().widgets.count == 2)
    }

    @Test("a store that can't be made says what keeps it from that", .enabled(if: Mounts.arePossible, "needs root, to mount a file system"))
    func newOnReadOnlyFileSystem() async throws {
        mkdir(place.directory, 0o700)
        try await Mounts.withReadOnly(place.directory) {
            let error = try #require(throws: WidgetError.self) { try WidgetStore.open(place.configuration(place.directory)) }
            #expect(error.message.contains("the file system is read-only; mount it writable"), "\(error.message)")
        }
    }

    @Test("a directory that can't be made is named")
    func noDirectory() throws {
        let error = try #require(throws: WidgetError.self) { try WidgetStore.open(place.configuration("/proc/widgetd")) }
        #expect(error.message.contains("/proc/widgetd"))
        let relative = try #require(throws: WidgetError.self) { try WidgetStore.open(place.configuration("store")) }
        #expect(relative.code == .invalidArgument)
    }
}
