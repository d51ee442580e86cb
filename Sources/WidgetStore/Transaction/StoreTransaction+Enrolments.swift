internal import GRDB
public import WidgetCore
internal import WidgetReplication

private typealias EnrolmentColumn = SharedSchema.EnrolmentColumn

// Codes with which several devices join: shared rows, so that each hub lists and ends them.
extension StoreTransaction {
    /// Adds an enrolment. Those that ended more than a month ago are removed.
    /// - Throws: NOT_FOUND for a group that isn't there; RESOURCE_EXHAUSTED for more than ``Limits/enrolments``.
    public mutating func add(_ enrolment: Enrolment) throws {
        if !enrolment.group.isEmpty { try requireGroup(enrolment.group) }
        let now = now()
        let kept = enrolment.createdAt + Milliseconds(-30 * 86_400_000)
        try perform { replica, db in
            // As many that are over are kept as may be open.
            let old = try Query(
                """
                SELECT digest FROM enrolment WHERE expires_at < ?1 UNION
                SELECT * FROM (SELECT digest FROM enrolment WHERE uses = 0 OR expires_at <= ?2 ORDER BY expires_at DESC LIMIT -1 OFFSET \(Limits.enrolments))
                """, in: db)
            old.bind(1, kept.milliseconds)
            old.bind(2, enrolment.createdAt.milliseconds)
            var digests: [ContentDigest] = []
            while try old.step() { if let digest = ContentDigest(bytes: old.blob(0)) { digests.append(digest) } }
            for digest in digests { _ = try replica.perform(RowOperation(Self.row(of: digest), .delete), now: now) }
            let open = try Query("SELECT count(*) FROM enrolment WHERE uses > 0 AND expires_at > ?1", in: db)
            open.bind(1, enrolment.createdAt.milliseconds)
            guard try open.step(), open.integer(0) < Limits.enrolments else {
                throw WidgetError(
                    .resourceExhausted, "there are \(Limits.enrolments) open enrolments, the limit (enrolments); end one: widgetctl fleet enrolment end")
            }
            let cells = [
                Cell(EnrolmentColumn.digest, .blob(enrolment.id.bytes)), Cell(EnrolmentColumn.group, .text(enrolment.group)),
                Cell(EnrolmentColumn.uses, .integer(Int64(enrolment.uses))), Cell(EnrolmentColumn.createdAt, .integer(enrolment.createdAt.milliseconds)),
                Cell(EnrolmentColumn.expiresAt, .integer(enrolment.expiresAt.milliseconds)),
                Cell(EnrolmentColumn.role, .integer(Int64(enrolment.role.rawValue))),
            ]
            try replica.perform(RowOperation(Self.row(of: enrolment.id), .insert(cells)), now: now)
        }
    }

    /// Ends an enrolment at a date, and no clock opens it again: it has no uses any more. Devices that have used it stay. It is removed a month later, so that
    /// its code is known as one that is over.
    /// - Throws: NOT_FOUND where there is no such enrolment.
    public mutating func endEnrolment(_ id: ContentDigest, at date: Timestamp) throws {
        let now = now()
        try perform { replica, _ in
            guard try replica.storage.clocks(Self.row(of: id)) != nil else {
                throw WidgetError(.notFound, "there is no such enrolment; `widgetctl fleet enrolment list` lists them")
            }
            let ended = [Cell(EnrolmentColumn.uses, .integer(0)), Cell(EnrolmentColumn.expiresAt, .integer(date.milliseconds))]
            try replica.put(Self.row(of: id), ended, now: now)
        }
    }

    /// Checks that a device may join with an enrolment. The caller writes the enrolment into the device's row, which counts as a use.
    /// - Returns: the enrolment's group. Nil: the device has joined with this enrolment already, and nothing of it changes.
    /// - Throws: PERMISSION_DENIED for an enrolment that is over or gives another role; RESOURCE_EXHAUSTED for one that is used up; FAILED_PRECONDITION for
    ///   one whose group was removed.
    mutating func checkUse(of enrolment: ContentDigest, by device: DeviceID, as role: Enrolment.Role, at date: Timestamp) throws -> String? {
        try perform { _, db in
            let rows = try Query("SELECT group_name, uses, expires_at FROM enrolment WHERE digest = ?1 AND role = ?2", in: db)
            rows.bind(1, enrolment.bytes)
            rows.bind(2, role.rawValue)
            let advice = "make a new one on a hub with: widgetctl fleet enrol" + (role == .editor ? " --role editor" : "")
            guard try rows.step(), date < rows.date(2), rows.integer(1) > 0 else {
                throw WidgetError(.permissionDenied, "the enrolment is over; \(advice)")
            }
            let (group, uses) = (rows.text(0), rows.integer(1))
            let joined = "FROM (SELECT device, enrolment, forgotten_at FROM leaf UNION ALL SELECT device, enrolment, forgotten_at FROM device)"
            // The answer to its first try may have been lost.
            let own = try Query("SELECT 1 \(joined) WHERE device = ?1 AND enrolment = ?2 AND forgotten_at = 0", in: db)
            own.bind(1, device)
            own.bind(2, enrolment.bytes)
            if try own.step() { return nil }
            let groups = try Query("SELECT 1 FROM display_group WHERE name = ?1 AND removed_at = 0", in: db)
            groups.bind(1, group)
            guard try group.isEmpty || groups.step() else {
                throw WidgetError(.failedPrecondition, "the enrolment is for the group '\(group)', which was removed; \(advice)")
            }
            let used = try Query("SELECT count(*) \(joined) WHERE enrolment = ?1", in: db)
            used.bind(1, enrolment.bytes)
            guard try used.step(), used.integer(0) < uses else {
                throw WidgetError(.resourceExhausted, "the enrolment is used up: it let \(uses) in, its limit; \(advice)")
            }
            return group
        }
    }

    private static func row(of enrolment: ContentDigest) -> RowKey { RowKey(table: SharedSchema.enrolment, id: RowID(enrolment)) }
}
