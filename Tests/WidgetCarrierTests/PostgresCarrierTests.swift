import Foundation
import ReplicationTestSupport
import Testing
import WidgetCarrier
import WidgetCore
import WidgetReplication

/// Replicas in memory that become equal through a real PostgreSQL.
@Suite(.serialized, .enabled(if: PostgresServer.missing == nil, "\(PostgresServer.missing ?? "")"))
struct PostgresCarrierTests {
    /// A device's replica, its session and its connection.
    private struct Hub {
        var replica: Replica<MemoryReplica>
        var session = CarrierSession()

        init(_ byte: UInt8) throws {
            let id = try #require(DeviceID(bytes: [byte] + Array(repeating: 0, count: 31)))
            replica = try Replica.create(in: MemoryReplica(), device: id, now: .now, random: { .random(in: 0 ... .max) })
            // They were paired.
            for byte: UInt8 in [1, 2] {
                let id = try #require(DeviceID(bytes: [byte] + Array(repeating: 0, count: 31)))
                try edit(RowOperation(RowKey(table: SharedSchema.device, id: RowID(id)), .insert([Cell(column: 1, .blob(id.bytes))])))
            }
        }

        mutating func edit(_ operations: RowOperation...) throws {
            for operation in operations { try replica.perform(operation, now: .now) }
            try replica.finish()
        }

        mutating func place(_ number: UInt64, _ name: String) throws {
            try edit(RowOperation(Self.row(number), .insert([Cell(column: 1, .text("kind")), Cell(column: 3, .text(name))])))
        }

        static func row(_ number: UInt64) -> RowKey { RowKey(table: SharedSchema.widget, id: RowID(high: number, low: number)) }

        func name(_ number: UInt64) -> String? {
            guard case .text(let name)? = replica.storage.rows[SharedSchema.widget]?[Self.row(number).id]?.values[3] else { return nil }
            return name
        }

        /// Goes on until the session rests.
        mutating func exchange(_ carrier: PostgresCarrier) throws {
            session.hearNews()
            let time = SessionTime(wall: .now, uptime: 0)
            var request = try session.step(nil, &replica, time)
            while let current = request { request = try session.step(try carrier.perform(current), &replica, time) }
            try replica.finish()
        }
    }

    @Test func twoHubsBecomeEqualThroughTheEngine() throws {
        let server = try PostgresServer()
        var (a, b) = (try Hub(1), try Hub(2))
        let (first, second) = (try PostgresCarrier(server.connection), try PostgresCarrier(server.connection))
        try a.place(1, "mine")
        try a.replica.setOwned(.timelines, [1], [2, 3])
        try a.replica.setOwned(.timelines, [2], nil)
        try a.replica.finish()
        for _ in 0..<2 {
            try a.exchange(first)
            try b.exchange(second)
        }
        #expect(b.name(1) == "mine")
        #expect(a.replica.summary().digest == b.replica.summary().digest)
        // The other hub is told.
        try b.place(2, "yours")
        try b.exchange(second)
        _ = poll([pollfd(fd: first.socket, events: Int16(POLLIN), revents: 0)])
        #expect(try first.takeNotifications())
        try a.exchange(first)
        #expect(a.name(2) == "yours")
    }

    @Test func whatTheEngineAcknowledgedSurvivesItsDeath() throws {
        let server = try PostgresServer()
        var a = try Hub(1)
        var acknowledged: UInt64 = 0
        for _ in 0..<3 {
            let carrier = try PostgresCarrier(server.connection)
            a.session.lose()
            for _ in 0..<40 {
                acknowledged += 1
                try a.place(acknowledged, "\(acknowledged)")
                try a.exchange(carrier)
            }
            try server.kill()
            #expect(throws: WidgetError.self) { try carrier.perform(.meet([:])) }
            try server.start()
        }
        var b = try Hub(2)
        try b.exchange(try PostgresCarrier(server.connection))
        for number in 1...acknowledged { #expect(b.name(number) == "\(number)") }
    }

    @Test func anEngineThatWasPutBackIsFilledAgain() throws {
        let server = try PostgresServer()
        var a = try Hub(1)
        try a.place(1, "before")
        try a.exchange(try PostgresCarrier(server.connection))
        try server.stop("fast")
        try server.backUp()
        try server.start()
        var carrier = try PostgresCarrier(server.connection)
        a.session.lose()
        try a.place(2, "after")
        try a.exchange(carrier)
        try server.stop("fast")
        try server.putBack()
        try server.start()
        carrier = try PostgresCarrier(server.connection)
        // The session doesn't know, and finds another log.
        try a.exchange(carrier)
        var b = try Hub(2)
        try b.exchange(carrier)
        #expect(b.name(2) == "after")
    }

    @Test func anEngineThatWasEmptiedIsFilledBySnapshotWhereTheLogWasCut() throws {
        let server = try PostgresServer()
        var (a, b) = (try Hub(1), try Hub(2))
        for number: UInt64 in 1...30 { try a.place(number, "\(number)") }
        try a.exchange(try PostgresCarrier(server.connection))
        let heads = a.session.heads
        #expect(try a.replica.collect(inEngine: heads, tail: 0, before: .now + .hours(1)) == 32)
        try server.sql("DROP SCHEMA widgetd CASCADE")
        let carrier = try PostgresCarrier(server.connection)
        try a.exchange(carrier)
        try b.exchange(carrier)
        for number: UInt64 in 1...30 { #expect(b.name(number) == "\(number)") }
        #expect(try server.sql("SELECT count(*) FROM widgetd.page").contains("0") == false)
    }

    @Test func aTrimLeavesASnapshotAndATail() throws {
        let server = try PostgresServer()
        let carrier = try PostgresCarrier(server.connection)
        var (a, b) = (try Hub(1), try Hub(2))
        for number: UInt64 in 1...30 { try a.place(number, "\(number)") }
        try a.exchange(carrier)
        a.session.trim(keeping: 5)
        try a.exchange(carrier)
        #expect(try server.sql("SELECT count(*) FROM widgetd.entry") == "5\n")
        try b.exchange(carrier)
        for number: UInt64 in 1...30 { #expect(b.name(number) == "\(number)") }
    }

    @Test func aForkIsClosedAndBothSidesStay() throws {
        let server = try PostgresServer()
        let carrier = try PostgresCarrier(server.connection)
        var (a, b) = (try Hub(1), try Hub(2))
        try a.exchange(carrier)
        let backup = a.replica
        try a.place(1, "only in the engine")
        try a.exchange(carrier)
        (a.replica, a.session) = (backup, CarrierSession())
        try a.place(2, "after the backup")
        for _ in 0..<3 {
            try a.exchange(carrier)
            try b.exchange(carrier)
        }
        #expect(b.name(1) == "only in the engine")
        #expect(b.name(2) == "after the backup")
        #expect(a.replica.summary().digest == b.replica.summary().digest)
    }

    @Test func aWrongPasswordIsNamed() throws {
        let server = try PostgresServer(authentication: "scram-sha-256")
        _ = try PostgresCarrier(server.connection + " password=secret")
        let error = try #require(throws: WidgetError.self) { try PostgresCarrier(server.connection + " password=wrong") }
        #expect(error.code == .unauthenticated)
        #expect(error.message.contains("password authentication failed for user \"hub\""))
    }

    @Test func aServerThatIsntThereIsNamed() throws {
        let error = try #require(throws: WidgetError.self) { try PostgresCarrier("host=/nonexistent user=hub") }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("/nonexistent"))
    }

    @Test func tablesOfANewerVersionAreLeftAlone() throws {
        let server = try PostgresServer()
        _ = try PostgresCarrier(server.connection)
        try server.sql("UPDATE widgetd.state SET version = 99")
        let error = try #require(throws: WidgetError.self) { try PostgresCarrier(server.connection) }
        #expect(error.code == .failedPrecondition)
        #expect(error.message.contains("99"))
    }

    @Test func aNewerProgramsTablesAreNoticedWhileConnected() throws {
        let server = try PostgresServer()
        var a = try Hub(1)
        let carrier = try PostgresCarrier(server.connection)
        try a.exchange(carrier)
        try server.sql("UPDATE widgetd.state SET version = 99")
        try a.place(1, "mine")
        let error = try #require(throws: WidgetError.self) { try a.exchange(carrier) }
        #expect(error.code == .failedPrecondition)
        // Its tables may refuse the statements of this version.
        try server.sql("ALTER TABLE widgetd.entry RENAME COLUMN frame TO frames")
        for request in [CarrierRequest.read(after: 0, snapshot: nil, seen: CarrierPlace(number: 0, mark: 0)), .meet([:])] {
            let refused = try #require(throws: WidgetError.self) { try carrier.perform(request) }
            #expect(refused.code == .failedPrecondition)
        }
    }

    @Test func aReadGivesWhatIsThereHoweverMuchItIs() throws {
        let server = try PostgresServer()
        var (a, b) = (try Hub(1), try Hub(2))
        let (first, second) = (try PostgresCarrier(server.connection), try PostgresCarrier(server.connection))
        try a.place(1, "one")
        try a.exchange(first)
        try b.exchange(second)
        var count: UInt64 = 1
        for more in [0, 1, 2, 0, 1, 5, 1] {
            for _ in 0..<more {
                count += 1
                try a.place(count, "\(count)")
                try a.exchange(first)
            }
            try b.exchange(second)
            #expect((1...count).allSatisfy { b.name($0) == a.name($0) })
        }
    }

    @Test func aStandbyThatIsAwayHoldsUpNobodyForEver() throws {
        let server = try PostgresServer()
        var a = try Hub(1)
        try a.exchange(try PostgresCarrier(server.connection))
        var carrier = try PostgresCarrier(server.connection, deadline: Milliseconds(500))
        try server.awaitStandby("away")
        try a.place(1, "mine")
        let error = try #require(throws: WidgetError.self) { try a.exchange(carrier) }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("synchronous standby"))
        a.session.lose()
        try server.set("synchronous_standby_names", "")
        carrier = try PostgresCarrier(server.connection)
        try a.exchange(carrier)
        #expect(a.session.lag(a.replica).ahead == 0)
        #expect(try server.sql("SELECT count(*) FROM widgetd.entry") == "3\n")
    }

    @Test func aCommitThatSomebodyCutShortIsntAcknowledged() throws {
        let server = try PostgresServer()
        var a = try Hub(1)
        let carrier = try PostgresCarrier(server.connection)
        try a.exchange(carrier)
        try server.awaitStandby("away")
        try a.place(1, "mine")
        let thread = Thread {
            // It waits for the COMMIT, and ends its wait.
            for _ in 0..<6_000 {
                if (try? server.sql("SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")) == "1\n" { return }
                usleep(10_000)
            }
        }
        thread.start()
        let error = try #require(throws: WidgetError.self) { try a.exchange(carrier) }
        #expect(error.code == .unavailable)
        #expect(error.message.contains("canceling wait for synchronous replication"))
    }

    @Test func aServerThatDoesntWriteToItsDiskIsRefused() throws {
        let server = try PostgresServer()
        try server.set("fsync", "off")
        let error = try #require(throws: WidgetError.self) { try PostgresCarrier(server.connection) }
        #expect(error.message.contains("fsync = on"))
    }

    /// Waits at most 10 s for something to read.
    private func poll(_ descriptors: [pollfd]) -> Int32 {
        var descriptors = descriptors
        return Foundation.poll(&descriptors, nfds_t(descriptors.count), 10_000)
    }
}

extension Timestamp {
    /// The machine's clock: the server has the same.
    static var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000)) }
}
