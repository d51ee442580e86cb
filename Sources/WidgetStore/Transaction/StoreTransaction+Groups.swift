internal import GRDB
public import WidgetCore
internal import WidgetReplication

private typealias GroupColumn = SharedSchema.DisplayGroupColumn
private typealias EnrolmentColumn = SharedSchema.EnrolmentColumn

// Groups of leaves, and the codes with which leaves join: shared rows, so that every member applies them.
extension StoreTransaction {
    /// Makes a group, or changes one.
    /// - Throws: INVALID_ARGUMENT for a wrong name or page; RESOURCE_EXHAUSTED for more than ``Limits/groups``.
    public mutating func put(_ group: DisplayGroup) throws {
        let group = try group.validated()
        let now = now()
        try perform { replica, db in
            let others = try Query("SELECT count(*) FROM display_group WHERE removed_at = 0 AND name <> ?1", in: db)
            others.bind(1, group.name)
            guard try others.step(), others.integer(0) < Limits.groups else {
                throw WidgetError(.resourceExhausted, "there are \(Limits.groups) groups, the limit (groups); remove one: widgetctl fleet group remove")
            }
            let cells = [
                Cell(GroupColumn.name, .text(group.name)), Cell(GroupColumn.pages, .text(group.pagesText)), Cell(GroupColumn.allows, .integer(group.allows)),
                Cell(GroupColumn.removedAt, .integer(0)),
            ]
            try replica.put(Self.row(ofGroup: group.name), cells, now: now)
        }
    }

    /// Removes a group. Its leaves show nothing until they are put into another one.
    /// - Throws: NOT_FOUND where there is no such group.
    public mutating func removeGroup(_ name: String, at date: Timestamp) throws {
        try requireGroup(name)
        let now = now()
        try perform { replica, _ in
            try replica.put(Self.row(ofGroup: name), [Cell(GroupColumn.removedAt, .integer(date.milliseconds))], now: now)
        }
    }

    /// - Throws: NOT_FOUND where there is no such group.
    mutating func requireGroup(_ name: String) throws {
        try perform { _, db in
            let rows = try Query("SELECT 1 FROM display_group WHERE name = ?1 AND removed_at = 0", in: db)
            rows.bind(1, name)
            guard try rows.step() else {
                throw WidgetError(.notFound, "group: there is no '\(name.cut(toBytes: 64))'; `widgetctl fleet group list` lists them")
            }
        }
    }

    /// Adds an enrolment. Those that ended more than a month ago are removed.
    /// - Throws: NOT_FOUND for a group that isn't there; RESOURCE_EXHAUSTED for more than ``Limits/enrolments``.
    public mutating func add(_ enrolment: Enrolment) throws {
        if !enrolment.group.isEmpty { try requireGroup(enrolment.group) }
        let now = now()
        let kept = enrolment.createdAt + Milliseconds(-30 * 86_400_000)
        try perform { replica, db in
            let old = try Query("SELECT digest FROM enrolment WHERE expires_at < ?1", in: db)
            old.bind(1, kept.milliseconds)
            var digests: [ContentDigest] = []
            while try old.step() { if let digest = ContentDigest(bytes: old.blob(0)) { digests.append(digest) } }
            for digest in digests { _ = try replica.perform(RowOperation(Self.row(of: digest), .delete), now: now) }
            let all = try Query("SELECT count(*) FROM enrolment", in: db)
            guard try all.step(), all.integer(0) < Limits.enrolments else {
                throw WidgetError(
                    .resourceExhausted, "there are \(Limits.enrolments) enrolments, the limit (enrolments); end one: widgetctl fleet enrolment end")
            }
            let cells = [
                Cell(EnrolmentColumn.digest, .blob(enrolment.id.bytes)), Cell(EnrolmentColumn.group, .text(enrolment.group)),
                Cell(EnrolmentColumn.uses, .integer(Int64(enrolment.uses))), Cell(EnrolmentColumn.createdAt, .integer(enrolment.createdAt.milliseconds)),
                Cell(EnrolmentColumn.expiresAt, .integer(enrolment.expiresAt.milliseconds)),
            ]
            try replica.perform(RowOperation(Self.row(of: enrolment.id), .insert(cells)), now: now)
        }
    }

    /// Ends an enrolment at a date. Leaves that have used it stay. It is removed a month later, so that its code is known as one that is over.
    /// - Throws: NOT_FOUND where there is no such enrolment.
    public mutating func endEnrolment(_ id: ContentDigest, at date: Timestamp) throws {
        let now = now()
        try perform { replica, _ in
            guard try replica.storage.clocks(Self.row(of: id)) != nil else {
                throw WidgetError(.notFound, "there is no such enrolment; `widgetctl fleet enrolment list` lists them")
            }
            try replica.put(Self.row(of: id), [Cell(EnrolmentColumn.expiresAt, .integer(date.milliseconds))], now: now)
        }
    }

    private static func row(ofGroup name: String) -> RowKey {
        RowKey(table: SharedSchema.displayGroup, id: RowID(ContentDigest(of: Array(name.utf8))))
    }

    private static func row(of enrolment: ContentDigest) -> RowKey { RowKey(table: SharedSchema.enrolment, id: RowID(enrolment)) }
}

extension DisplayGroup {
    private static let (activities, controls, taps): (Int64, Int64, Int64) = (1, 2, 4)

    /// As the column has it.
    var allows: Int64 { (showsActivities ? Self.activities : 0) + (showsControls ? Self.controls : 0) + (acts ? Self.taps : 0) }

    init(name: String, pages: [Int], allows: Int64) {
        self.init(
            name: name, pages: pages, showsActivities: allows & Self.activities != 0, showsControls: allows & Self.controls != 0, acts: allows & Self.taps != 0)
    }
}
