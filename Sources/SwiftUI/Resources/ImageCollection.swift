package import WidgetCore

/// The pictures that views show, each once: a timeline's entries share them.
@MainActor package final class ImageCollection {
    package private(set) var images: [ProvidedImage] = []
    private var known: [ContentDigest: ImageReference] = [:]

    package init() {}

    /// Adds a picture.
    /// - Throws: INVALID_ARGUMENT for data that is no PNG.
    func add(_ data: [UInt8]) throws(WidgetError) -> ImageReference {
        let reference = try ImageReference(png: data)
        if let known = known[reference.digest] { return known }
        known[reference.digest] = reference
        images.append(ProvidedImage(reference: reference, data: data))
        return reference
    }
}
