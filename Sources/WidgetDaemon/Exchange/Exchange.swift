import DaemonCore
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// Export and import of a user's configuration as lines of JSON. Equal configurations give equal bytes.
struct Exchange {
    let widgets: WidgetService
    let controls: ControlService
    let push: PushService
    let stack: SmartStackService

    /// The parts of an export, in their order: rows that refer to widgets come after the widgets.
    enum Section: String, CaseIterable {
        case widgets, controls, budgets, pins, keys
    }

    /// Where a page begins: `controls/ID` is behind that row of a section.
    struct Place {
        var section: Section
        /// The key of the last row before; empty: none.
        var after: String

        var text: String { "\(section.rawValue)/\(after)" }

        /// - Throws: INVALID_ARGUMENT for a text that no page gave.
        init(_ text: String) throws(WidgetError) {
            if text.isEmpty {
                self.init(.widgets)
                return
            }
            let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let section = Section(rawValue: String(parts[0])) else { throw .invalid("page", "is not one that this daemon gave") }
            self.init(section)
            after = String(parts[1])
        }

        init(_ section: Section) { (self.section, after) = (section, "") }

        /// The next section; nil: that was the last.
        var next: Place? {
            let sections = Section.allCases
            return sections.firstIndex(of: section).flatMap { sections.indices.contains($0 + 1) ? Place(sections[$0 + 1]) : nil }
        }
    }

    /// A page of whole lines.
    /// - Parameter includesSecrets: also the values of secret parameters that this device can read.
    func export(page: String, includesSecrets: Bool) async throws(WidgetError) -> ProtoExportResponse {
        var response = ProtoExportResponse()
        var lines: [UInt8] = []
        var place: Place? = try Place(page)
        filling: while var current = place {
            let rows = try await rows(current)
            for (key, whole) in rows {
                let (row, leftOut) = includesSecrets ? (whole, Self.unreadableSecrets(whole)) : Self.withoutSecrets(whole)
                let line = try row.exportLine() + [UInt8(ascii: "\n")]
                if lines.count + line.count > DaemonLimits.exportBytes, !lines.isEmpty { break filling }
                lines += line
                response.secretsLeftOut += UInt32(clamping: leftOut)
                current.after = key
                place = current
            }
            if rows.count < DaemonLimits.exportPage { place = current.next } else { break }
        }
        response.nextPage = place?.text ?? ""
        response.lines = .init(lines)
        return response
    }

    /// The rows of a section behind a place, in the order of their keys, at most `DaemonLimits.exportPage`.
    private func rows(_ place: Place) async throws(WidgetError) -> [(key: String, row: ProtoExportRow)] {
        let all: [(key: String, row: ProtoExportRow)]
        switch place.section {
        case .widgets:
            let after = WidgetID(place.after) ?? WidgetID(high: 0, low: 0)
            return await widgets.placed(after: after, limit: DaemonLimits.exportPage).map { widget in
                (widget.id.description, .with { $0.widget = ProtoWidget(widget) })
            }
        case .controls:
            all = await controls.exported().map { control in (control.id, .with { $0.control = control }) }
        case .budgets:
            all = await widgets.ownBudgets().map { id, budget in
                let row = ProtoWidgetBudget.with {
                    $0.widgetID = id.description
                    $0.reloadsPerDay = UInt32(clamping: budget.perDay)
                    $0.savedReloads = UInt32(clamping: budget.capacity)
                }
                return (id.description, .with { $0.budget = row })
            }
        case .pins:
            let pins = await stack.pinned().map(\.description)
            all = pins.isEmpty ? [] : [("all", .with { $0.pins = .with { $0.widgetIds = pins } })]
        case .keys:
            all = push.registry.keys().map { key in
                var proto = ProtoPushKey(key)
                proto.clearAddedAt()
                return ("\(key.team) \(key.id)", .with { $0.pushKey = proto })
            }
        }
        return Array(all.sorted { $0.key < $1.key }.filter { $0.key > place.after }.prefix(DaemonLimits.exportPage))
    }

    /// How many secret parameters a row lacks, since this device can't read their values.
    private static func unreadableSecrets(_ row: ProtoExportRow) -> Int {
        guard case .widget(let widget) = row.row else { return 0 }
        return widget.secretParameters.count { widget.parameters[$0] == nil }
    }

    /// - Returns: the row, and how many secrets it had.
    private static func withoutSecrets(_ row: ProtoExportRow) -> (ProtoExportRow, Int) {
        func isPublic(_ parameter: (key: String, value: ProtoParameterValue)) -> Bool { !ParameterDefinition.isSecret(parameter.key) }
        var row = row
        switch row.row {
        case .widget(let widget):
            let secrets = Set(widget.secretParameters)
            row.widget.parameters = widget.parameters.filter { isPublic($0) && !secrets.contains($0.key) }
            return (row, secrets.union(widget.parameters.keys).count - row.widget.parameters.count)
        case .control(let control):
            let secrets = Set(control.secretParameters)
            row.control.parameters = control.parameters.filter { isPublic($0) && !secrets.contains($0.key) }
            return (row, control.parameters.count - row.control.parameters.count)
        default: return (row, 0)
        }
    }
}
