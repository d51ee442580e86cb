internal import GRDB
internal import WidgetCore

extension Query {
    /// A widget's row.
    static func widget(_ id: WidgetID, in db: Database) throws -> Query {
        let row = try Query("SELECT kind, family, name, parameters, placed_at, device, position FROM widget WHERE id = ?1", in: db)
        row.bind(1, id)
        return row
    }

    /// - Throws: DATA_LOSS where it can't be understood.
    func widget(_ id: WidgetID) throws -> Widget {
        guard let family = WidgetFamily(rawValue: Int(integer(1))) else { throw WidgetError(.dataLoss, "its family \(integer(1)) isn't known") }
        let parameters = try withBlob(3) { try ParametersCoding.decode($0) }
        return Widget(
            id: id, kind: text(0), family: family, name: text(2), parameters: parameters, placedAt: date(4), position: WidgetPosition(text: text(6)) ?? .initial
        )
    }
}
