internal import GRDB
internal import WidgetAPI
internal import WidgetCore

extension StoredState {
    mutating func readRelevance(_ db: Database) throws {
        let rows = try Query("SELECT kind, fingerprint, answered_at, next_ask, failures, last_error, family, response FROM relevance", in: db)
        while try rows.step() {
            let kind = rows.text(0)
            var record = RelevanceRecord(
                fingerprint: rows.text(1), answeredAt: rows.optionalDate(2), failures: Int(rows.integer(4)), lastError: rows.text(5),
                nextAsk: rows.optionalDate(3))
            if !rows.isNull(7) {
                do {
                    guard let family = WidgetFamily(rawValue: Int(rows.integer(6))) else { throw WidgetError(.dataLoss, "its family isn't known") }
                    record.provided = try ProvidedRelevance(relevanceResponse: rows.blob(7), family: family)
                } catch {
                    // Left out, it counts as never asked: the provider is asked anew.
                    damaged.append("relevance of \(kind): \(error)")
                    continue
                }
            }
            relevance[kind] = record
        }
        let places = try Query("SELECT widget FROM pin ORDER BY place", in: db)
        while try places.step() {
            if let widget = places.widgetID(0) { pins.append(widget) } else { damaged.append("pin \(places.blob(0)): a widget's id has 16 bytes") }
        }
    }
}
