internal import GRDB
public import WidgetCore
internal import WidgetReplication

private typealias GroupColumn = SharedSchema.DisplayGroupColumn

// Groups of leaves: shared rows, so that every member applies them.
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
        guard try hasGroup(name) else {
            throw WidgetError(.notFound, "group: there is no '\(name.cut(toBytes: 64))'; `widgetctl fleet group list` lists them")
        }
    }

    /// Whether there is a group with this name.
    public mutating func hasGroup(_ name: String) throws -> Bool {
        try perform { _, db in
            let rows = try Query("SELECT 1 FROM display_group WHERE name = ?1 AND removed_at = 0", in: db)
            rows.bind(1, name)
            return try rows.step()
        }
    }

    private static func row(ofGroup name: String) -> RowKey {
        RowKey(table: SharedSchema.displayGroup, id: RowID(DisplayGroup.id(of: name)))
    }
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
