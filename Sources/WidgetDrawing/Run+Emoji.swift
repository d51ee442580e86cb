import WidgetLayout

extension DisplayText.Run {
    /// Some of its characters are drawn with colours of their own.
    var hasEmoji: Bool {
        text.unicodeScalars.contains { $0.value >= 0x203C && ($0.properties.isEmojiPresentation || $0.value == 0xFE0F) }
    }
}
