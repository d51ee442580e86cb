import ArgumentParser
import WidgetAPI
import WidgetCore

/// The content of an activity on the command line: a task in words, or any type's state in JSON.
struct ActivityContentOptions: ParsableArguments {
    @Option(help: "How far it has come: 0 to 1, or 42%.")
    var progress: ProgressArgument?

    @Option(help: "A line about its state; empty: none.")
    var detail: String?

    @Option(help: ArgumentHelp("The whole state, for a type that isn't a task.", valueName: "json"))
    var state: String?

    @Option(help: ArgumentHelp("Shown as out of date from then on: in 5min, 2h, or a date.", valueName: "when"))
    var stale: FutureArgument?

    @Option(help: "The highest gets the prominent place.")
    var score: Double?

    @Option(help: "Draw attention to it, with this title.")
    var alert: String?

    @Option(help: "The text of the alert below its title.")
    var alertBody: String?

    func validate() throws {
        if state != nil, progress != nil || detail != nil { throw ValidationError("--state is the whole state; leave --progress and --detail out") }
        if alertBody != nil, alert == nil { throw ValidationError("--alert-body needs --alert, the title") }
    }

    /// The alert, where there is to be one.
    var protoAlert: ProtoActivityAlert? {
        alert.map { title in
            .with {
                $0.title = title
                $0.body = alertBody ?? ""
            }
        }
    }

    /// Whether anything of the content was given.
    var isEmpty: Bool { progress == nil && detail == nil && state == nil && stale == nil && score == nil }

    /// The content before, changed by the options that were given. A stale date that has passed belongs to the content before, and is dropped.
    func content(changing before: ProtoActivityContent, attributes: String, type: String, now: Timestamp) throws -> ProtoActivityContent {
        var content = before
        if let state {
            content.state = state
        } else if progress != nil || detail != nil {
            guard type == TaskActivity.type else { throw ValidationError("--progress and --detail are a task's; give --state for the type '\(type)'") }
            var task = try TaskActivity(attributes: attributes, state: before.state.isEmpty ? "{}" : before.state)
            if let progress { task.progress = progress.fraction }
            if let detail { task.detail = detail }
            content.state = task.state
        }
        if let stale {
            content.staleDate = .init(stale.date(from: now))
        } else if content.hasStaleDate, try Timestamp(content.staleDate, field: "content.stale_date") <= now {
            content.clearStaleDate()
        }
        if let score { content.relevanceScore = score }
        return content
    }
}

/// 0 to 1, or a percentage.
struct ProgressArgument: ExpressibleByArgument {
    let fraction: Double

    init?(argument: String) {
        let isPercentage = argument.hasSuffix("%")
        guard let number = Double(isPercentage ? String(argument.dropLast()) : argument) else { return nil }
        fraction = isPercentage ? number / 100 : number
        guard (0...1).contains(fraction) else { return nil }
    }
}
