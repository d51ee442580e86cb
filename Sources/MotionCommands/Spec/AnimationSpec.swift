import Motion

/// An animation as it is written in code: `.snappy`, `spring(duration: 0.4, bounce: 0.2).delay(0.1)`.
struct AnimationSpec {
    /// What was written, in one line without needless spaces; printable ASCII.
    let text: String
    let animation: Animation

    /// - Throws: ``AnimationSpecError`` that says where something isn't known, and what is known there.
    init(_ text: String) throws {
        animation = try SpecType<Animation>.animation.value(of: SpecReader.chain(text))
        self.text = text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// Animations that need no parameters, as they are written.
    static let presets = SpecType<Animation>.animation.made.filter(\.isProperty).map { ".\($0.name)" }
}
