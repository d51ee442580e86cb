import Testing
import WidgetCore

@testable import DaemonCore

@Suite("What was decided, written in parts") struct PendingWritesTests {
    private static let date = Timestamp(milliseconds: 1_790_000_000_000)

    private static func widgets(_ count: Int) -> [WidgetID] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in WidgetID(date: date, using: &random) }
    }

    private static func parts(of journal: PendingWrites, _ count: Int) -> [PendingWrites] {
        var (journal, parts): (PendingWrites, [PendingWrites]) = (journal, [])
        while !journal.isEmpty, parts.count < 1_000 { parts.append(journal.take(atMost: count)) }
        return parts
    }

    @Test("a reload's record comes to the disk with the last decision about its widget, wherever the parts end")
    func together() {
        let widgets = Self.widgets(50)
        var journal = PendingWrites()
        // The decisions of one reload aren't side by side.
        for event in [Decision.Event.reloadRequested, .reloadStarted, .reloadFailed] {
            for widget in widgets { journal.append(Decision(time: Self.date, widget: widget, event: event)) }
        }
        for widget in widgets { journal.record(widget) }
        let decisions = Array(journal.decisions)
        let parts = Self.parts(of: journal, 7)
        #expect(parts.flatMap(\.decisions) == decisions)
        #expect(parts.allSatisfy { $0.decisions.count <= 7 && $0.recorded.count <= 7 })
        for widget in widgets {
            let record = parts.indices.filter { parts[$0].recorded.contains(widget) }
            let last = parts.lastIndex { $0.decisions.contains { $0.widget == widget } }
            #expect(record.count == 1 && record.first == last)
        }
    }

    @Test("records that nothing explains come in parts, too")
    func recordsAlone() {
        let widgets = Self.widgets(50)
        var journal = PendingWrites()
        for widget in widgets { journal.record(widget) }
        journal.append(Decision(time: Self.date, widget: widgets[0], event: .reloadRequested))
        let parts = Self.parts(of: journal, 7)
        #expect(parts.count == 8 && parts[0].recorded.contains(widgets[0]))
        #expect(parts.reduce(into: Set()) { $0.formUnion($1.recorded) } == Set(widgets))
    }

    @Test("a record that is put after a version is found, though it is equal to the one before")
    func laterRecord() {
        let (records, widget, record) = (ReloadRecordCache(), Self.widgets(1)[0], ReloadRecord(pending: .interaction))
        #expect(records.version(of: widget) == 0 && records.record(of: widget, after: 0) == nil)
        records.put([widget: record])
        let version = records.version(of: widget)
        #expect(records.record(of: widget, after: version) == nil)
        records.put([widget: record])
        #expect(records.record(of: widget, after: version) == record)
    }
}
