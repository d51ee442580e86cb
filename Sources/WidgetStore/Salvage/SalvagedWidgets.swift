internal import GRDB
internal import WidgetAPI
internal import WidgetCore

/// The widgets of a store that begins anew, as an export beside the damaged database.
///
/// They aren't placed again by themselves: other devices may have changed or removed them meanwhile. An import leaves those as they are.
struct SalvagedWidgets {
    let count: Int
    let path: String

    /// Writes the widgets of `db`, and takes them out of it.
    ///
    /// - Parameter damaged: the path of the damaged database.
    /// - Returns: nil: there are none, or the file can't be written.
    /// - Throws: SQLite's errors.
    static func move(from db: Database, besides damaged: String) throws -> SalvagedWidgets? {
        var text = try ProtoExportHeader.line()
        var count = 0
        let rows = try Query.widgets(in: db)
        while try rows.step() {
            // A row that nobody understands any more isn't a reason to lose the others.
            guard let widget = try? rows.widget(), let line = try? ProtoExportRow.with({ $0.widget = ProtoWidget(widget) }).exportLine() else { continue }
            text += line + [UInt8(ascii: "\n")]
            count += 1
        }
        try Query("DELETE FROM widget", in: db).run()
        let path = damaged + ".jsonl"
        guard count > 0, (try? SmallFile.write(String(decoding: text, as: UTF8.self), to: path)) != nil else { return nil }
        return SalvagedWidgets(count: count, path: path)
    }
}
