/// A part of a root, found by a key path.
@usableFromInline
struct KeyframePart<Root, Part: Animatable> {
    @usableFromInline let keyPath: WritableKeyPath<Root, Part>
    /// The distance of a stored part from the start of its root, in bytes. Going through a key path takes many times as long as all that a keyframe does.
    @usableFromInline let offset: Int?

    @inlinable
    init(_ keyPath: WritableKeyPath<Root, Part>) {
        self.keyPath = keyPath
        offset = MemoryLayout<Root>.offset(of: keyPath)
    }

    /// Writes the animatable data of the part.
    @inlinable
    func write(_ data: Part.AnimatableData, to root: inout Root) {
        if let offset {
            withUnsafeMutablePointer(to: &root) { pointer in
                UnsafeMutableRawPointer(pointer).advanced(by: offset).assumingMemoryBound(to: Part.self).pointee.animatableData = data
            }
        } else {
            // The part is read and written as a whole: changing it in place would allocate.
            var part = root[keyPath: keyPath]
            part.animatableData = data
            root[keyPath: keyPath] = part
        }
    }
}
