/// What is wrong with the text of an animation, and where.
struct AnimationSpecError: Error, Equatable {
    /// The character, counted from 1.
    let position: Int
    /// What was found, and what is known there.
    let message: String

    /// One line for a user.
    var description: String { "at character \(position): \(message)" }

    init(_ position: Int, _ message: String) {
        self.position = position
        self.message = message
    }
}
