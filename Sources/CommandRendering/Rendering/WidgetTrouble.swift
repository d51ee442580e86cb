package import WidgetAPI
package import WidgetCore

/// Why a widget's content is old or missing: its provider fails, or the device that gives it is away.
package struct WidgetTrouble: Equatable {
    /// `failed`: nothing ever came. `stale`: its provider fails. `away`: its device isn't connected.
    var word: String
    var reason: String
    /// When the shown timeline came; nil: none is shown.
    var shownSince: Timestamp?

    /// Nil: all is well with it, or its provider isn't installed.
    package init?(_ snapshot: ProtoWidgetSnapshot) {
        guard snapshot.state != .orphaned else { return nil }
        self.init(
            unavailable: snapshot.unavailable, lastError: snapshot.lastError, shownSince: snapshot.hasReceivedAt ? snapshot.receivedAt.timestamp : nil,
            isPlaceholder: snapshot.state == .placeholder)
    }

    init?(_ card: ProtoStackCard) {
        self.init(
            unavailable: card.unavailable, lastError: card.lastError, shownSince: card.hasReceivedAt ? card.receivedAt.timestamp : nil,
            isPlaceholder: !card.hasReceivedAt)
    }

    private init?(unavailable: String, lastError: String, shownSince: Timestamp?, isPlaceholder: Bool) {
        reason = PlainText.line(unavailable.isEmpty ? lastError : unavailable)
        guard !reason.isEmpty else { return nil }
        word = !unavailable.isEmpty ? "away" : isPlaceholder ? "failed" : "stale"
        self.shownSince = shownSince
    }

    /// The reason stands in the widget's place: there is nothing else to show.
    var isAll: Bool { shownSince == nil && word != "stale" }

    /// `stale, 5 min: provider weather: exited with status 1: the server is away`.
    package func text(now: Timestamp) -> String { "\(summary(now: now)): \(reason)" }

    /// `stale, 5 min: the server is away`, for a card, which has little room and says whose it is.
    func brief(now: Timestamp) -> String { "\(summary(now: now)): \(briefReason)" }

    /// The reason without what a provider's errors begin with.
    var briefReason: String {
        guard reason.hasPrefix("provider "), let rest = Self.behindColon(reason[...]) else { return reason }
        let isExit = rest.hasPrefix("exited with status ")
        return String(isExit ? Self.behindColon(rest) ?? rest : rest)
    }

    private static func behindColon(_ text: Substring) -> Substring? {
        var rest = text
        while let colon = rest.firstIndex(of: ":") {
            rest = rest[rest.index(after: colon)...]
            if rest.first == " " { return rest.dropFirst() }
        }
        return nil
    }

    private func summary(now: Timestamp) -> String { word + (age(at: now).map { ", \($0)" } ?? "") }

    /// The age of what is shown; nil: under a minute, or nothing is shown.
    func age(at now: Timestamp) -> String? {
        guard let seconds = seconds(at: now), seconds >= 60 else { return nil }
        return DateFormatting.words(seconds: seconds)
    }

    /// When ``age(at:)`` next changes; nil: never.
    package func nextChange(after now: Timestamp) -> Timestamp? {
        guard let shownSince else { return nil }
        guard let seconds = seconds(at: now) else { return shownSince }
        let unit: UInt64 = seconds < 3_600 ? 60 : seconds < 86_400 ? 3_600 : 86_400
        return shownSince + .seconds(Int64((seconds / unit + 1) * unit))
    }

    /// Nil: it came later than now, by this clock.
    private func seconds(at now: Timestamp) -> UInt64? {
        guard let shownSince, shownSince <= now else { return nil }
        return (now - shownSince).count.magnitude / 1_000
    }
}
