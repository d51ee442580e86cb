import WidgetCore

/// Where images come from: the store.
protocol ImageSource: Sendable {
    func image(_ digest: ContentDigest) throws(WidgetError) -> (data: [UInt8], mediaType: String)?
}
