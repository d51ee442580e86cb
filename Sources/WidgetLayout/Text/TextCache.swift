/// Measured texts, kept from one layout to the next.
public final class TextCache {
    private let measurer: any TextMeasurer
    private var blocks: [[MeasuredText.Run]: MeasuredText] = [:]

    public init(measurer: any TextMeasurer) { self.measurer = measurer }

    func block(_ runs: [MeasuredText.Run]) -> MeasuredText {
        if let block = blocks[runs] { return block }
        // Texts that changed are never asked for again, and nobody says which.
        if blocks.count >= LayoutLimits.cachedTexts { blocks.removeAll(keepingCapacity: true) }
        let block = MeasuredText(runs, measurer: measurer)
        blocks[runs] = block
        return block
    }
}
