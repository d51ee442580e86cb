import WidgetAPI

/// A tap of a control on the board.
struct BoardTap {
    var control: String
    /// Its idempotency key.
    var key: String
    /// As they were when it was made.
    var dates: DateFormatting

    /// What became of it, for the last line.
    func note(_ receipt: ProtoControlReceipt) -> String { "Pressed: \(ControlRendering.outcome(receipt, dates).text)." }
}
