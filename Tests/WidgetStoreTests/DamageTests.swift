import Foundation
import Testing
import WidgetAPI
import WidgetCore
import WidgetReplication

@testable import WidgetStore

@Suite("Damage of the disk is put right, or it is named: nothing wrong is ever read")
struct DamageTests {
    private let place: TestStore

    init() throws { place = try TestStore() }

    /// A copy of a store never counts as moved here, so that all its rows stay as they are.
    private func configuration(_ directory: String) -> StoreConfiguration {
        var configuration = place.configuration(directory)
        configuration.place = { _ in nil }
        return configuration
    }

    /// A store with rows of many sorts, some of a peer's.
    private func makeStore(widgets: Int = 150) async throws -> WidgetStore {
        let store = try WidgetStore.open(configuration(place.directory)).0
        for number in 0..<widgets {
            try await store.write { transaction in
                try transaction.put(.sample(number, name: "widget \(number)", parameters: ["city": .text("Bergen \(number)")]))
                if number % 5 == 0 {
                    _ = try transaction.setTimeline(.sample(number), .sample([number, number + 1], bytes: 900), receivedAt: .init(milliseconds: 1))
                }
                _ = try transaction.append(.sample(number, widget: .sample(number)))
            }
        }
        try await store.write { try $0.remove(.sample(7)) }
        var peer = Peer(1, at: place.now)
        try await peer.send([try peer.introduction(), try peer.transaction([.insert(.sample(5_000), name: "of a peer")])], to: store)
        return store
    }

    /// Opens a store as the daemon does: once more, where damage is met while it is read.
    private func openAndRead(_ directory: String) throws -> (rows: StoreRows, report: OpenReport) {
        var (store, report) = try WidgetStore.open(configuration(directory))
        do {
            _ = try store.load()
            let rows = try StoreRows(store)
            store.close()
            return (rows, report)
        } catch let error as WidgetError where error.code == .dataLoss {
            store.close()
        }
        (store, report) = try WidgetStore.open(configuration(directory))
        defer { store.close() }
        _ = try store.load()
        return (try StoreRows(store), report)
    }

    private func copy(_ directory: String, _ name: String) throws -> String {
        let copy = place.directory + "-" + name
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: directory, toPath: copy)
        return copy
    }

    private func flip(_ bit: Int, of path: String) throws {
        let file = try FileHandle(forUpdating: URL(filePath: path))
        try file.seek(toOffset: UInt64(bit / 8))
        let byte = try #require(try file.read(upToCount: 1)?.first)
        try file.seek(toOffset: UInt64(bit / 8))
        try file.write(contentsOf: Data([byte ^ UInt8(1 << (bit % 8))]))
        try file.close()
    }

    @Test("of a database that was closed, one flipped bit anywhere changes nothing that is read")
    func flippedBit() async throws {
        let store = try await makeStore()
        let rows = try StoreRows(store)
        store.close()
        var random = Seeded(state: 1)
        // All bits of the first page's header, which says how everything else is read, and bits anywhere.
        var bits = Array(0..<24 * 8) + Array(60 * 8..<64 * 8)
        for _ in 0..<200 { bits.append(Int.random(in: 0..<place.databaseBits, using: &random)) }
        for bit in bits {
            let directory = try copy(place.directory, "flipped")
            try flip(bit, of: directory + "/widgetd.sqlite")
            let found = try openAndRead(directory)
            #expect(found.rows == rows && found.report.lost.isEmpty && found.report.corruptStore == nil, "bit \(bit): \(found.report)")
        }
    }

    @Test("of a store that was killed, one flipped bit anywhere changes nothing, or the report says that commits are lost")
    func flippedBitAfterKill() async throws {
        let store = try await makeStore()
        try store.execute("PRAGMA wal_checkpoint(RESTART)")
        for number in 200..<230 { try await store.write { try $0.put(.sample(number, name: "late \(number)")) } }
        let rows = try StoreRows(store)
        let killed = try place.copyInUse()
        // It says in which boot of the machine the store was in use: after a power cut a broken log is usual.
        try FileManager.default.copyItem(atPath: store.files.lock, toPath: killed + "/widgetd.lock")
        let logBits = try #require(try FileManager.default.attributesOfItem(atPath: killed + "/widgetd.sqlite-wal")[.size] as? Int) * 8
        store.close()
        var random = Seeded(state: 2)
        var lost = 0
        for number in 0..<120 {
            let directory = try copy(killed, "flipped")
            let isLog = number % 2 == 0
            // Each bit of the log's header too.
            var bit = Int.random(in: 0..<(isLog ? logBits : place.databaseBits), using: &random)
            if isLog, number < 60 { bit = number * 4 }
            try flip(bit, of: directory + "/widgetd.sqlite" + (isLog ? "-wal" : ""))
            let found = try openAndRead(directory)
            if found.rows != rows {
                lost += 1
                #expect(!found.report.lost.isEmpty, "bit \(bit) of the \(isLog ? "log" : "database"): \(found.report)")
                #expect(isLog, "the database's flipped bits are put right")
            }
        }
        #expect(lost > 0, "a part of the flipped bits are in the log's frames")
    }

    @Test("of a database with a damaged sector, every row that is read is right, and what is missing is named")
    func damagedSector() async throws {
        let store = try await makeStore()
        let rows = try StoreRows(store)
        store.close()
        var random = Seeded(state: 3)
        var (named, anew) = (0, 0)
        for number in 0..<60 {
            let directory = try copy(place.directory, "damaged")
            let file = try FileHandle(forUpdating: URL(filePath: directory + "/widgetd.sqlite"))
            try file.seek(toOffset: UInt64.random(in: 0..<UInt64(place.databaseBits / 8 / 512), using: &random) * 512)
            try file.write(contentsOf: Data(sampleBytes(number, 512)))
            try file.close()
            let (found, report) = try openAndRead(directory)
            #expect(found.missing(from: rows).isEmpty, "damage \(number) changed rows: \(found.missing(from: rows).first ?? "")")
            let missing = rows.missing(from: found)
            #expect(missing.isEmpty || !report.lost.isEmpty, "damage \(number) lost rows in silence: \(missing.first ?? "")")
            #expect(report.corruptStore != nil || missing.isEmpty)
            named += report.lost.contains { $0.hasPrefix("widget 0") } ? 1 : 0
            anew += report.lost.contains { $0.contains("begins anew") } ? 1 : 0
            if let aside = report.corruptStore { #expect(FileManager.default.fileExists(atPath: aside)) }
        }
        #expect(named > 0, "a widget is named by its id")
        #expect(anew < 20, "few pages say where a device stands")
    }

    @Test("a store that begins anew leaves its widgets as an export, which the report names")
    func widgetsOfLostReplica() async throws {
        let store = try await makeStore()
        let widgets = try store.load().widgets
        let root: Int = try #require(try store.value("SELECT rootpage FROM sqlite_schema WHERE name = 'vector'"))
        store.close()
        let file = try FileHandle(forUpdating: URL(filePath: place.database))
        try file.seek(toOffset: UInt64(root - 1) * 4_096)
        try file.write(contentsOf: Data(sampleBytes(1, 512)))
        try file.close()

        let report = try openAndRead(place.directory).report
        let path = try #require(report.corruptStore) + ".jsonl"
        #expect(report.lost.contains { $0.contains("begins anew") && $0.contains("widgetctl import \(path)") })
        let lines = try Data(contentsOf: URL(filePath: path)).split(separator: UInt8(ascii: "\n"))
        #expect(try Array(lines[0]) + [UInt8(ascii: "\n")] == ProtoExportHeader.line())
        let saved = try lines.dropFirst().map { try Widget(ProtoExportRow(exportLine: Array($0)).widget) }
        #expect(Set(saved.map(\.id)) == Set(widgets.map(\.id)) && saved.allSatisfy { widget in widgets.contains { $0 == widget } })
    }

    @Test("rows that one device lost come again from the other, both end equal, and the other never gets anything wrong")
    func fetchedAgain() async throws {
        var other = configuration(place.directory + "-other")
        other.device = .sample(42)
        let peer = try WidgetStore.open(other).0
        let store = try await makeStore()
        let date = place.now
        // Each knows the other.
        let (mine, theirs) = (store.device, peer.device)
        try await store.write { try $0.addDevice(theirs, name: "b", at: date) }
        try await peer.write { try $0.addDevice(mine, name: "a", at: date) }
        try await StoreLink(store, peer, at: date).wait(seconds: 30)
        let rows = try StoreRows(peer)
        #expect(try peer.load().widgets.count == store.load().widgets.count)
        let root: Int = try #require(try store.value("SELECT rootpage FROM sqlite_schema WHERE name = 'widget'"))
        store.close()
        // A leaf of the widgets' tree: the first child of its root.
        let page = try firstChild(of: root)
        let file = try FileHandle(forUpdating: URL(filePath: place.database))
        try file.seek(toOffset: UInt64(page - 1) * 4_096 + 2_000)
        try file.write(contentsOf: Data(sampleBytes(1, 64)))
        try file.close()

        var (again, report) = try WidgetStore.open(configuration(place.directory))
        #expect(throws: WidgetError.self) { try again.load() }
        again.close()
        (again, report) = try WidgetStore.open(configuration(place.directory))
        let lost = report.lost.filter { $0.hasPrefix("widget 0") }
        #expect(report.corruptStore != nil && lost.count > 5, "\(report)")
        let missing = Set(try peer.load().widgets.map(\.id)).subtracting(try again.load().widgets.map(\.id))
        #expect(missing.allSatisfy { id in lost.contains("widget \(id)") } && !missing.isEmpty)

        try await StoreLink(again, peer, at: date).wait(seconds: 60)
        #expect(try again.load().widgets.sorted { $0.id < $1.id } == peer.load().widgets.sorted { $0.id < $1.id })
        #expect(try await again.contentDigests() == peer.contentDigests())
        #expect(rows.missing(from: try StoreRows(peer)).filter { $0.hasPrefix("widget:") }.isEmpty, "the peer's widgets are as they were")
        #expect(try again.load().damaged.isEmpty)
    }

    /// The first child of an inner page of a table without row ids.
    private func firstChild(of page: Int) throws -> Int {
        let bytes = Array(try Data(contentsOf: URL(filePath: place.database)))[(page - 1) * 4_096..<page * 4_096]
        try #require(bytes.first == 2, "the table has one page only")
        let start = bytes.startIndex
        let cell = start + (Int(bytes[start + 12]) << 8 | Int(bytes[start + 13]))
        return Int(UInt32(bigEndian: Array(bytes[cell..<cell + 4]), at: 0))
    }

    @Test("damage that is met while a store is open fails the read, is kept for the next start, and a flipped bit is read as it was")
    func whileOpen() async throws {
        let store = try await makeStore()
        let rows = try StoreRows(store)
        let root: Int = try #require(try store.value("SELECT rootpage FROM sqlite_schema WHERE name = 'widget'"))
        store.close()
        // In a page that is read.
        try flip((root - 1) * 4_096 * 8 + 16_000, of: place.database)
        let again = try WidgetStore.open(configuration(place.directory)).0
        #expect(try StoreRows(again) == rows)
        #expect(StoreFiles.exists(again.files.damageMarker))
        again.close()
        let (healed, report) = try WidgetStore.open(configuration(place.directory))
        #expect(report.repaired.count == 1)
        healed.close()
        #expect(try WidgetStore.open(configuration(place.directory)).1.repaired.isEmpty)
    }

    @Test("a start that ends in the middle of a salvage is followed by one that does it whole")
    func unfinishedSalvage() async throws {
        let store = try await makeStore()
        let rows = try StoreRows(store)
        store.close()
        for (number, state) in ["before the database was set aside", "with a new one that is empty"].enumerated() {
            let directory = try copy(place.directory, "unfinished")
            let files = StoreFiles(directory: directory)
            if number == 0 {
                try Data((files.database + ".corrupt-1").utf8).write(to: URL(filePath: files.salvageMarker))
            } else {
                _ = try files.setAside(at: place.now)
                #expect(try files.prepareDatabase())
            }
            let (again, report) = try WidgetStore.open(configuration(directory))
            #expect(report.corruptStore != nil && report.rowsKept > 400 && report.lost.isEmpty, "\(state): \(report)")
            #expect(try rows.missing(from: StoreRows(again)).isEmpty, "\(state)")
            #expect(!StoreFiles.exists(files.salvageMarker))
            again.close()
        }
    }
}

extension TestStore {
    /// The bits of the database's file.
    fileprivate var databaseBits: Int { StoreFiles.size(database) * 8 }
}
