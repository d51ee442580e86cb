import Foundation
import Testing
import WidgetCore

@testable import WidgetStore

@Suite("Opening the store")
struct OpeningTests {
    let place: TestStore
    init() throws { place = try TestStore() }

    @Test("every commit is confirmed by the disk: FULL, on the connection that writes")
    func synchronousIsFull() async throws {
        let store = try place.open()
        #expect(try store.value("PRAGMA synchronous") == 2)
        #expect(try store.value("PRAGMA journal_mode") == "wal")
        // Also after a write, and after opening an existing store.
        try await store.write { try $0.put(.sample(1)) }
        #expect(try store.value("PRAGMA synchronous") == 2)
        store.close()
        #expect(try place.open().value("PRAGMA synchronous") == 2)
    }

    @Test("nobody else can read the files, whatever the umask", arguments: ["000", "022", "777"])
    func modes(umask: String) throws {
        let writer = try Writer(directory: place.directory, from: [1, 1, 1, 1], umask: umask)
        defer { _ = try? writer.kill() }
        // It is open, and has written.
        try writer.wait(forLines: 2)
        #expect(try mode("") == 0o700)
        for file in ["/widgetd.sqlite", "/widgetd.sqlite-wal", "/widgetd.sqlite-shm", "/widgetd.lock"] { #expect(try mode(file) == 0o600, "\(file)") }
    }

    @Test("a database that others could read loses that right")
    func tightensModes() throws {
        try place.open().close()
        chmod(place.database, 0o644)
        _ = try place.open()
        #expect(try mode("/widgetd.sqlite") == 0o600)
    }

    @Test("a directory in which others may write is refused, with the command that mends it")
    func refusesSharedDirectory() throws {
        mkdir(place.directory, 0o700)
        chmod(place.directory, 0o777)
        let error = try #require(throws: WidgetError.self) { try place.open() }
        #expect(error.code == .failedPrecondition)
        #expect(error.message.contains("chmod go-w '\(place.directory)'"))
    }

    @Test("a second daemon on the same store is told who has it")
    func lock() throws {
        let first = try place.open()
        let error = try #require(throws: WidgetError.self) { try place.open() }
        #expect(error.code == .failedPrecondition)
        #expect(error.message.contains("pid \(getpid())"))
        first.close()
        _ = try place.open()
    }

    @Test("a store keeps its device's id, and two stores have different ones")
    func identity() throws {
        let store = try place.open()
        store.close()
        #expect(try place.open().device == store.device)
        let other = try WidgetStore.open(StoreConfiguration(directory: place.directory + "/other", now: { [place] in place.now })).0
        #expect(other.device != store.device)
    }

    @Test("the report says whether the store is new and whether the last end was clean")
    func report() async throws {
        let (first, new) = try place.openWithReport()
        #expect(new.isNew && !new.wasUnclean)
        try await first.write { try $0.put(.sample(1)) }
        first.close()
        let (second, clean) = try place.openWithReport()
        #expect(!clean.isNew && !clean.wasUnclean && clean.corruptStore == nil && clean.migratedFrom == nil)
        second.close()
    }

    @Test("a database of a newer version is refused and left byte for byte as it is")
    func newerVersion() throws {
        let store = try place.open()
        try store.execute("CREATE TABLE tomorrow(x); PRAGMA user_version = \(Schema.version + 1)")
        store.close()
        let before = try Data(contentsOf: URL(filePath: place.database))
        let error = try #require(throws: WidgetError.self) { try place.open() }
        #expect(error.code == .failedPrecondition)
        #expect(error.message.contains("schema \(Schema.version + 1)") && error.message.contains(place.database))
        #expect(try Data(contentsOf: URL(filePath: place.database)) == before)
    }

    @Test("a newer version that was killed is refused too, its log left as it is")
    func newerVersionAfterKill() throws {
        let store = try place.open()
        try store.execute("PRAGMA user_version = \(Schema.version + 1)")
        // A copy of a database that is in use is what a kill leaves.
        let copy = try place.copyInUse()
        let log = try Data(contentsOf: URL(filePath: copy + "/widgetd.sqlite-wal"))
        #expect(!log.isEmpty)
        let error = try #require(throws: WidgetError.self) { try WidgetStore.open(place.configuration(copy)) }
        #expect(error.code == .failedPrecondition)
        #expect(try Data(contentsOf: URL(filePath: copy + "/widgetd.sqlite-wal")) == log)
    }

    @Test("the schema's version is that of its last migration")
    func schemaVersion() {
        #expect(Schema.migrator.migrations.last == "\(Schema.version)")
    }

    private func mode(_ file: String) throws -> mode_t {
        var status = stat()
        try #require(stat(place.directory + file, &status) == 0, "\(file) isn't there")
        return status.st_mode & 0o777
    }
}

extension TestStore {
    /// Copies the files of an open store, as a kill at this moment would leave them.
    /// - Returns: the copy's directory.
    func copyInUse() throws -> String {
        let copy = directory + "-copy"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for suffix in ["", "-wal"] { try FileManager.default.copyItem(atPath: database + suffix, toPath: copy + "/widgetd.sqlite" + suffix) }
        return copy
    }
}
