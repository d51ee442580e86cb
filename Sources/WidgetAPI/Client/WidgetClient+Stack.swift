public import WidgetCore

/// The SmartStack service: what is of use now.
extension WidgetClient {
    /// The stack's cards now, in order.
    ///
    /// - Parameters:
    ///   - absent: also what it doesn't show, and why.
    ///   - archives: also what the cards show.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func stack(absent: Bool = false, archives: Bool = false) throws(WidgetError) -> ProtoStackState {
        try call(.stack, "Show", ProtoShowStackRequest.with { ($0.includeAbsent, $0.includeArchives) = (absent, archives) })
    }

    /// Follows the stack: first as it is, then after each change.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func watchStack(absent: Bool = false, archives: Bool = false) throws(WidgetError) -> StackWatch {
        let request = ProtoShowStackRequest.with { ($0.includeAbsent, $0.includeArchives) = (absent, archives) }
        return try StackWatch(client: self, stream: openStream(.stack, "Watch", sendsMore: true), request)
    }

    /// Pins a widget, behind those that are pinned.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func pin(_ widget: String) throws(WidgetError) -> ProtoPinResponse {
        try call(.stack, "Pin", ProtoPinRequest.with { $0.widget = widget })
    }

    /// Takes a widget's pin away.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func unpin(_ widget: String) throws(WidgetError) -> ProtoPinResponse {
        try call(.stack, "Unpin", ProtoPinRequest.with { $0.widget = widget })
    }

    /// Has a kind's provider asked anew when its cards are of use.
    /// - Throws: the daemon's error; UNAVAILABLE without a connection, DEADLINE_EXCEEDED without an answer in time.
    public func invalidateRelevance(ofKind kind: String) throws(WidgetError) -> ProtoInvalidateRelevanceResponse {
        try call(.stack, "Invalidate", ProtoInvalidateRelevanceRequest.with { $0.kind = kind })
    }
}
