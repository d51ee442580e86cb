import SwiftProtobuf
package import WidgetAPI
import WidgetCore

/// `trace`: a table for each change, then what led to it.
package struct TraceRendering {
    package let response: ProtoTraceResponse
    /// The name that the user gave.
    package let subject: String
    package let dates: DateFormatting
    package let style: Style
    /// The width at which tables are cut; nil: not at all.
    package let width: Int?

    package init(response: ProtoTraceResponse, subject: String, dates: DateFormatting, style: Style, width: Int?) {
        (self.response, self.subject, self.dates, self.style, self.width) = (response, subject, dates, style, width)
    }

    package var text: String {
        var text = style(.bold, PlainText.line(subject)) + (subject == response.id ? "\n" : " \(PlainText.line(response.id))\n")
        for change in response.changes { text += "\n\(heading(change))\n\(table(change))" }
        if !response.events.isEmpty { text += "\n" + style(.dim, "What led to it, and what followed") + "\n" + events }
        return text + clocks
    }

    // MARK: Changes

    private func heading(_ change: ProtoTracedChange) -> String {
        let what =
            switch change.part {
            case .placement: change.removed ? "Removal of the widget" : "Placement and settings"
            case .timeline: change.removed ? "Removal of the timeline" : "Timeline"
            case .activity: change.removed ? "Removal of the activity" : "Activity"
            case .control: change.removed ? "Removal of the control" : "Control"
            default: "A row that this version doesn't know"
            }
        return "\(style(.bold, what)), change \(change.number) of \(PlainText.line(change.deviceName))"
    }

    private func table(_ change: ProtoTracedChange) -> String {
        var table = Table("DEVICE", "STATE", "AFTER", "AT", "NOTE")
        table.columns[2].alignsRight = true
        let writer = device(change.deviceID)
        let commit = change.took.milliseconds > 0 || change.took.nanos > 0 ? "the commit took \(Self.milliseconds(change.took))" : ""
        let state: Table.Cell = change.onlyBegun ? .init("began", .yellow) : change.hasCommittedAt ? .init("on disk", .green) : .init("unknown", .yellow)
        table.add(
            .init(change.deviceName), state, .init(change.hasCommittedAt ? "0 ms" : ""), .init(change.hasCommittedAt ? time(change.committedAt) : ""),
            .init(notes([commit, writer.map(away) ?? "", writer.map(seen) ?? ""])))
        for arrival in change.arrivals { add(arrival, to: &table) }
        return table.text(style, maximumWidth: width)
    }

    private func add(_ arrival: ProtoTraceArrival, to table: inout Table) {
        let device = device(arrival.deviceID)
        let state: Table.Cell =
            switch arrival.state {
            case .arrived: .init("there", .green)
            case .missing: .init("missing", .red)
            default: .init("unknown", .yellow)
            }
        let forgotten = arrival.state == .arrived && !arrival.hasAt ? device.map(memory) ?? "" : ""
        let waiting = device.map { $0.ahead > 0 ? "\($0.ahead) change\($0.ahead == 1 ? "" : "s") wait\($0.ahead == 1 ? "s" : "") for it" : "" } ?? ""
        table.add(
            .init(arrival.deviceName), state, .init(arrival.hasAfter ? Self.offset(arrival.after.milliseconds) : ""),
            .init(arrival.hasAt ? time(arrival.at) : ""),
            .init(notes([device.map(away) ?? "", arrival.state == .arrived ? "" : waiting, forgotten, device.map(seen) ?? ""])))
    }

    private func device(_ id: String) -> ProtoTracedDevice? { response.devices.first { $0.id == id } }

    /// Why the device couldn't be asked.
    private func away(_ device: ProtoTracedDevice) -> String {
        guard !device.unavailable.isEmpty else { return "" }
        let heard = device.hasLastSeenAt ? ", last heard \(dates.relative(device.lastSeenAt.timestamp))" : ""
        return device.unavailable.split(separator: ";").first.map { $0 + heard } ?? ""
    }

    /// Why a date isn't known.
    private func memory(_ device: ProtoTracedDevice) -> String {
        device.hasRemembersSince ? "before \(dates.local(device.remembersSince.timestamp)), since when it remembers" : ""
    }

    private func seen(_ device: ProtoTracedDevice) -> String {
        device.surfaces.isEmpty ? "" : "seen on \(device.surfaces.joined(separator: ", "))"
    }

    private func notes(_ notes: [String]) -> String { notes.filter { !$0.isEmpty }.joined(separator: "; ") }

    // MARK: Events

    /// The newest change's date, to which the events' are relative.
    private var origin: Timestamp? { response.changes.first { $0.hasCommittedAt }?.committedAt.timestamp }

    private var events: String {
        let isAlone = response.devices.count == 1
        var table = isAlone ? Table("AFTER", "AT", "EVENT") : Table("AFTER", "AT", "DEVICE", "EVENT")
        table.columns[0].alignsRight = true
        for event in response.events {
            let after = origin.map { Self.offset((event.at.timestamp - $0).count) } ?? ""
            let what: String =
                switch event.event {
                case .call(let call):
                    "\(call.method) called by uid \(call.uid)\(call.pid == 0 ? "" : ", pid \(call.pid)"): answered after \(Self.milliseconds(call.took))"
                case .decision(let decision): DecisionRendering.words(decision, dates, Style(isColored: false))
                case nil: ""
                }
            let cells: [Table.Cell] = [.init(after), .init(time(event.at)), .init(event.deviceName, .cyan), .init(what)]
            table.add(isAlone ? [cells[0], cells[1], cells[3]] : cells)
        }
        return table.text(style, maximumWidth: width)
    }

    // MARK: Dates

    /// The honest word about clocks. Empty where no other device was asked.
    private var clocks: String {
        let compared = response.devices.filter(\.hasClockOffset)
        guard !compared.isEmpty else { return "" }
        let words = compared.map { device in
            let offset = device.clockOffset.milliseconds
            let ahead = offset == 0 ? "agrees" : "is \(offset.magnitude) ms \(offset > 0 ? "ahead" : "behind")"
            return "\(PlainText.line(device.name))'s \(ahead) (±\(max(device.clockError.milliseconds, 1)) ms)"
        }
        return "\nDates are by this device's clock: " + words.joined(separator: ", ") + ".\n"
    }

    private func time(_ date: Google_Protobuf_Timestamp) -> String {
        let date = date.timestamp
        let fraction = String((date.milliseconds % 1_000 + 1_000) % 1_000)
        return "\(dates.local(date)).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }

    /// `+4 ms`, `-12 s`, `+3 min`.
    static func offset(_ milliseconds: Int64) -> String {
        if milliseconds == 0 { return "0 ms" }
        let sign = milliseconds < 0 ? "-" : "+"
        return milliseconds.magnitude < 10_000 ? "\(sign)\(milliseconds.magnitude) ms" : sign + DateFormatting.words(seconds: milliseconds.magnitude / 1_000)
    }

    /// `0.3 ms`.
    static func milliseconds(_ duration: Google_Protobuf_Duration) -> String {
        let tenths = duration.seconds * 10_000 + Int64(duration.nanos) / 100_000
        return "\(tenths / 10).\(tenths % 10) ms"
    }
}
