internal import GRDB
internal import WidgetAPI
internal import WidgetCore

/// The widgets of a store that begins anew, as an export beside the damaged database.
///
/// They aren't placed again by themselves: other devices may have changed or removed them meanwhile. An import leaves those as they are.
struct SalvagedWidgets {
    let count: Int
    let path: String
    /// How many values of secret parameters they lack: nobody else has the keys.
    let secrets: Int

    /// Writes the widgets of `db`, and takes them out of it.
    ///
    /// - Parameter damaged: the path of the damaged database.
    /// - Returns: nil: there are none.
    /// - Throws: SQLite's errors. UNAVAILABLE or RESOURCE_EXHAUSTED where the file can't be written: then they are taken out all the same, since the damaged
    ///   database still has them.
    static func move(from db: Database, besides damaged: String) throws -> SalvagedWidgets? {
        var text = try ProtoExportHeader.line()
        var (count, secrets) = (0, 0)
        let rows = try Query.widgets(in: db)
        while try rows.step() {
            // A row that nobody understands any more isn't a reason to lose the others.
            guard let widget = try? rows.widget(), let line = try? ProtoExportRow.with({ $0.widget = ProtoWidget(widget) }).exportLine() else { continue }
            text += line + [UInt8(ascii: "\n")]
            count += 1
            secrets += widget.sealed.count
        }
        try Query("DELETE FROM widget", in: db).run()
        guard count > 0 else { return nil }
        let path = damaged + ".jsonl"
        try SmallFile.write(String(decoding: text, as: UTF8.self), to: path)
        return SalvagedWidgets(count: count, path: path, secrets: secrets)
    }
}
