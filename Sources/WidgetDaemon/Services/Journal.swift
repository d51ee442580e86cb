import WidgetCore

extension [ReloadEffect] {
    /// The records among them, for the transaction of what caused them.
    var records: [(WidgetID, ReloadRecord)] {
        compactMap { effect in
            if case .persist(let id, let record) = effect { (id, record) } else { nil }
        }
    }
}

/// Decisions and reload records that wait for the next commit: one commit takes all that has gathered while the one before ran.
struct Journal {
    /// What is kept while the store can't be written; the oldest decisions go first, records never do.
    static let decisionLimit = 1_000

    private(set) var decisions: [Decision] = []
    private(set) var records: [WidgetID: ReloadRecord] = [:]

    var isEmpty: Bool { decisions.isEmpty && records.isEmpty }

    mutating func append(_ decision: Decision) { decisions.append(decision) }

    mutating func put(_ record: ReloadRecord, for id: WidgetID) { records[id] = record }

    mutating func forget(_ id: WidgetID) { records[id] = nil }

    /// Everything that waits; the journal is empty afterwards.
    mutating func take() -> Journal {
        defer { self = Journal() }
        return self
    }

    /// Puts back what could not be written, behind what has come since.
    mutating func putBack(_ unwritten: Journal) {
        decisions = Array((unwritten.decisions + decisions).suffix(Self.decisionLimit))
        records.merge(unwritten.records) { newer, _ in newer }
    }
}
