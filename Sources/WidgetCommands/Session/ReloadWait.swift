import CommandRendering
import WidgetAPI
import WidgetCore

/// Waits for the end of reloads that were asked for, and reports each as it comes.
struct ReloadWait {
    let session: Session
    let names: WidgetNames
    let response: ProtoReloadResponse
    /// The command's exit status for each widget; a widget without one brought a timeline.
    private var statuses: [String: ExitStatus] = [:]

    init(session: Session, names: WidgetNames, response: ProtoReloadResponse) {
        self.session = session
        self.names = names
        self.response = response
    }

    /// - Returns: the status of the first widget, in the order of the receipts, whose reload brought no timeline; nil: each did.
    mutating func run(for patience: Duration) throws -> ExitStatus? {
        let clock = ContinuousClock()
        let end = clock.now + patience
        if session.printsJSON { try session.show(response) { _ in "" } }
        if response.receipts.isEmpty { try say("No placed widget matches.") }
        var waiting: [ProtoReloadReceipt] = []
        for receipt in response.receipts {
            if receipt.isUnderWay, receipt.reload > 0 { waiting.append(receipt) } else { try takeUnawaited(receipt) }
        }
        while !waiting.isEmpty {
            let rest = end - clock.now
            guard rest > .zero else { break }
            let asked = waiting.prefix(Self.reloadsPerQuestion).map { receipt in
                ProtoAwaitReloadsRequest.Reload.with { ($0.widgetID, $0.reload) = (receipt.widgetID, receipt.reload) }
            }
            let answer = try session.client.awaitReloads(asked, for: min(rest, ClientLimits.reloadQuestion))
            guard !answer.results.isEmpty else { continue }
            if session.printsJSON { try session.show(answer) { _ in "" } }
            for result in answer.results {
                try take(result)
                waiting.removeAll { $0.widgetID == result.widgetID }
            }
        }
        for receipt in waiting {
            let seconds = patience.components.seconds
            try fail(receipt.widgetID, .temporary, "the reload hasn't ended within \(seconds) s; `widgetctl explain` says how it stands, --timeout allows more")
        }
        let statuses = statuses
        return response.receipts.compactMap { statuses[$0.widgetID] }.first
    }

    /// The daemon's own limit.
    private static let reloadsPerQuestion = 1_000

    /// Takes a receipt whose reload nobody can wait for.
    private mutating func takeUnawaited(_ receipt: ProtoReloadReceipt) throws {
        let words = ReloadRendering.words(receipt, session.dates)
        switch receipt.outcome {
        case .deferred: try fail(receipt.widgetID, .temporary, words)
        case .denied: try fail(receipt.widgetID, .unavailable, words)
        default: try fail(receipt.widgetID, .protocol, "\(words); its device's widgetd is of a version that doesn't say what comes of it")
        }
    }

    private mutating func take(_ result: ProtoReloadResult) throws {
        switch result.outcome {
        case .newTimeline: try say("\(names(result.widgetID)): a new timeline")
        case .sameTimeline: try say("\(names(result.widgetID)): the same timeline as before")
        case .failed: try fail(result.widgetID, ExitStatus(reloadFailure: WidgetError.Code(rawValue: result.code) ?? .unknown), result.error)
        case .lost: try fail(result.widgetID, .temporary, result.error)
        case .unspecified, .UNRECOGNIZED: try fail(result.widgetID, .protocol, "it ended in a way that this version doesn't know")
        }
    }

    private func say(_ line: String) throws {
        if !session.printsJSON { try session.output.write(PlainText.line(line) + "\n") }
    }

    private mutating func fail(_ widget: String, _ status: ExitStatus, _ reason: String) throws {
        statuses[widget] = status
        try session.errors.write("widgetctl: \(PlainText.line("\(names(widget)): \(reason)"))\n")
    }
}

extension ProtoReloadReceipt {
    fileprivate var isUnderWay: Bool { outcome == .accepted || outcome == .coalesced }
}

extension ExitStatus {
    /// The status of a reload that failed. A provider's mistake is its own, not the command line's or the daemon's.
    init(reloadFailure code: WidgetError.Code) {
        self =
            switch code {
            case .unavailable, .invalidArgument, .outOfRange, .notFound: .internal
            default: ExitStatus(code)
            }
    }
}
