import Foundation
import Synchronization
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("Writing")
struct WritingTests {
    let place: TestStore
    let store: WidgetStore
    init() throws {
        place = try TestStore()
        store = try place.open()
    }

    @Test("many callers at once: each write is kept, each gets its own answer, and they share commits", .timeLimit(.minutes(5)))
    func concurrent() async throws {
        let commits = Mutex(0)
        store.traceStatements { sql in
            if sql.hasPrefix("COMMIT") { commits.withLock { $0 += 1 } }
        }
        // As if another write were being confirmed by the disk, until all wait.
        #expect(store.queue.withLock { $0.begin() })
        let answers = try await withThrowingTaskGroup(of: Int.self) { [store] group in
            for number in 0..<200 {
                group.addTask {
                    try await store.write { transaction in
                        try transaction.put(.sample(number, name: "\(number)"))
                        return number
                    }
                }
            }
            try await store.releaseWrites(whenWaiting: 200)
            return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(answers.count == 200)
        #expect(Set(try store.load().widgets.map(\.name)).count == 200)
        #expect(try store.value("SELECT seq FROM vector") == 201)
        #expect(commits.withLock { $0 } == 4, "200 writes, at most 64 in a commit")
        store.close()
        #expect(try place.open().load().widgets.count == 200)
    }

    @Test("of writes that share a commit, one that fails takes nothing with it but itself", .timeLimit(.minutes(5)))
    func failsAlone() async throws {
        #expect(store.queue.withLock { $0.begin() })
        let failed = try await withThrowingTaskGroup(of: Int?.self) { [store] group in
            for number in 0..<100 {
                group.addTask {
                    do {
                        try await store.write { transaction in
                            try transaction.put(.sample(number))
                            try transaction.setReloadRecord(.sample(number), ReloadRecord(failures: number))
                            if number % 3 == 0 { throw WidgetError(.aborted, "\(number)") }
                        }
                        return nil
                    } catch {
                        return (error as? WidgetError)?.message == "\(number)" ? number : -1
                    }
                }
            }
            try await store.releaseWrites(whenWaiting: 100)
            return try await group.reduce(into: Set<Int>()) { if let number = $1 { $0.insert(number) } }
        }
        let expected = Set((0..<100).filter { $0 % 3 == 0 })
        #expect(failed == expected)
        let state = try store.load()
        #expect(Set(state.widgets.map(\.id)) == Set((0..<100).filter { $0 % 3 != 0 }.map { WidgetID.sample($0) }))
        #expect(state.reloadRecords.count == state.widgets.count)
        #expect(try store.value("SELECT max(seq) = count(*) FROM log") == true)
        #expect(store.state == .ok)
    }

    @Test("a database error that the caller catches fails the transaction all the same")
    func swallowedError() async throws {
        try store.execute("CREATE TRIGGER broken BEFORE INSERT ON decision BEGIN SELECT RAISE(ABORT, 'no'); END")
        let error = try await #require(throws: WidgetError.self) {
            try await store.write { transaction in
                try transaction.put(.sample(1))
                _ = try? transaction.append(.sample(1))
            }
        }
        #expect(error.code == .internal)
        #expect(try store.load().widgets.isEmpty)
    }

    @Test("after closing, reads and writes say so")
    func closed() async throws {
        store.close()
        store.close()
        let write = try await #require(throws: WidgetError.self) { try await store.write { try $0.put(.sample(1)) } }
        #expect(write.code == .unavailable && write.message.contains("closed"))
        let read = try #require(throws: WidgetError.self) { try store.load() }
        #expect(read.code == .unavailable && read.message.contains("closed"))
    }

    @Test("a write-ahead log with room doesn't grow, and one that was killed is read to its end")
    func room() async throws {
        try await store.write { try $0.put(.sample(0)) }
        let before = StoreFiles.size(place.database + "-wal")
        try await store.preallocateLog()
        let room = StoreFiles.size(place.database + "-wal")
        #expect(before > 0 && room >= StoreLimits.checkpointPages * StoreLimits.logPageBytes && room < StoreLimits.journalBytes)
        // More than are folded in at once.
        for number in 1...500 { try await store.write { try $0.put(.sample(number)) } }
        #expect(StoreFiles.size(place.database + "-wal") == room)
        try await store.preallocateLog()
        #expect(StoreFiles.size(place.database + "-wal") == room)
        // As a kill leaves it.
        let copy = place.directory + "-killed"
        try FileManager.default.copyItem(atPath: place.directory, toPath: copy)
        let (killed, report) = try WidgetStore.open(place.configuration(copy))
        #expect(report.wasUnclean && report.corruptStore == nil)
        #expect(try killed.load().widgets.count == 501)
        killed.close()
        store.close()
        #expect(StoreFiles.size(place.database + "-wal") == 0)
        #expect(try place.open().load().widgets.count == 501)
    }

    @Test("the size counts the write-ahead log")
    func size() async throws {
        let before = store.byteSize()
        try await store.write { try $0.put(.sample(1)) }
        #expect(before > 0 && store.byteSize() > before)
    }
}

extension WidgetStore {
    /// Lets the writer begin when so many writes wait for it.
    fileprivate func releaseWrites(whenWaiting count: Int) async throws {
        while queue.withLock({ $0.count }) < count { await Task.yield() }
        let writer = try #require(connections.writer)
        if queue.withLock({ $0.end() }) { writePending(writer) }
    }
}
