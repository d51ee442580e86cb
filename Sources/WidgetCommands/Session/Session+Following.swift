import SwiftProtobuf
import WidgetAPI
import WidgetCore

extension Session {
    /// Prints what a watch gives, until interrupted; a daemon that restarts is waited for.
    func follow<Event: Message>(
        _ open: (WidgetClient) throws(WidgetError) -> EventWatch<Event>, line: (Event, DateFormatting) -> String
    ) throws {
        try follow { client throws(WidgetError) in
            let watch = try open(client)
            return { () throws(WidgetError) in if case .event(let event) = try watch.next() { event } else { nil } }
        } each: { event, dates in
            try show(event) { line($0, dates) }
        }
    }

    /// Takes what comes, one after another, until interrupted. A daemon that restarts is waited for, of which a line on standard error tells.
    ///
    /// - Parameters:
    ///   - open: begins anew, and gives what waits for the next one; nil: the daemon ended it.
    ///   - each: takes one, and dates as they are then.
    /// - Throws: why it can't begin the first time; later what waiting doesn't help against; what `each` throws.
    func follow<Event>(
        _ open: (WidgetClient) throws(WidgetError) -> () throws(WidgetError) -> Event?, each: (Event, DateFormatting) throws -> Void
    ) throws {
        var next: (() throws(WidgetError) -> Event?)? = try open(client)
        var link = Reconnection()
        link.connected()
        client.patience = .zero
        while true {
            let event: Event
            do throws(WidgetError) {
                if next == nil { next = try open(client) }
                guard let came = try next?() else { throw WidgetError(.unavailable, "widgetd ended the connection") }
                event = came
                link.connected()
            } catch {
                guard error.code == .unavailable else { throw error }
                if link.isConnected { try errors.write("widgetctl: \(PlainText.line(error.message)); waiting for it\n") }
                client.close()
                next = nil
                link.lost()
                SystemClock.sleep(for: .milliseconds(link.milliseconds ?? 0))
                continue
            }
            var dates = dates
            dates.now = SystemClock.now
            try each(event, dates)
        }
    }
}
