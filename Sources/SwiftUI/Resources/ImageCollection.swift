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

    /// Forgets the pictures that were added after the first `count`.
    package func keep(first count: Int) {
        for image in images.dropFirst(count) { known[image.reference.digest] = nil }
        images = Array(images.prefix(count))
    }
}
