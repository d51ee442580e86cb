/// A table of shared rows: rows that any device edits, where the last writer of each field wins.
///
/// Numbers of tables and columns are what the log says. They are only ever added: a column keeps its number for good.
struct SharedTable: Sendable {
    let number: Int64
    /// The columns in the order of their numbers, which count from 1.
    let columns: Int
    let selectSQL: String
    let insertSQL: String
    let updateSQL: String
    let deleteSQL: String

    private init(number: Int64, name: String, columns: [String]) {
        self.number = number
        self.columns = columns.count
        let list = columns.joined(separator: ", ")
        selectSQL = "SELECT clk, \(list) FROM \(name) WHERE id = ?1"
        insertSQL = "INSERT INTO \(name)(id, clk, \(list)) VALUES(?1, ?2, \(columns.indices.map { "?\($0 + 3)" }.joined(separator: ", ")))"
        updateSQL = "UPDATE \(name) SET clk = ?2, \(columns.enumerated().map { "\($1) = ?\($0 + 3)" }.joined(separator: ", ")) WHERE id = ?1"
        deleteSQL = "DELETE FROM \(name) WHERE id = ?1"
    }

    static let widget = SharedTable(number: 1, name: "widget", columns: ["kind", "family", "name", "parameters", "placed_at"])
}

/// The value of one column of a shared row.
enum SharedValue: Equatable {
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

extension Query {
    func bind(_ index: Int32, _ value: SharedValue) {
        switch value {
        case .integer(let integer): bind(index, integer)
        case .text(let text): bind(index, text)
        case .blob(let blob): bind(index, blob)
        }
    }

    /// Whether column `index` holds `value`.
    func holds(_ value: SharedValue, at index: Int32) -> Bool {
        switch value {
        case .integer(let integer): self.integer(index) == integer
        case .text(let text): self.text(index) == text
        case .blob(let blob): withBlob(index) { $0.elementsEqual(blob) }
        }
    }
}
