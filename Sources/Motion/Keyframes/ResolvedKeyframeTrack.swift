/// A track that is laid out in time, whatever part of its root it writes.
///
/// The part's type is known to functions alone. They are made where it is known to the compiler too, so that a track is evaluated as fast as if there were no
/// other types.
@usableFromInline
final class ResolvedKeyframeTrack<Root> {
    /// Seconds until the track is over.
    let duration: Double
    /// Writes the value of a moment.
    @usableFromInline let writeValue: (inout Root, Double) -> Void
    /// Writes the velocity of a moment.
    let writeVelocity: (inout KeyframeVelocity<Root>, Double) -> Void
    /// What the track writes where: by it two tracks are compared.
    private let course: any Equatable

    @inlinable
    convenience init<Part: Animatable>(_ part: KeyframePart<Root, Part>, path: KeyframePath<Part.AnimatableData>) {
        self.init(
            duration: path.duration, course: KeyframeTrajectory(keyPath: part.keyPath, path: path),
            writeValue: { root, time in part.write(path.value(at: time), to: &root) },
            writeVelocity: { velocity, time in
                part.write(path.velocity(at: time), to: &velocity.moving)
                part.write(.zero, to: &velocity.resting)
            })
    }

    @usableFromInline
    init(
        duration: Double, course: any Equatable, writeValue: @escaping (inout Root, Double) -> Void,
        writeVelocity: @escaping (inout KeyframeVelocity<Root>, Double) -> Void
    ) {
        self.duration = duration
        self.course = course
        self.writeValue = writeValue
        self.writeVelocity = writeVelocity
    }

    /// Whether the other track writes the same to the same part.
    func isSame(as other: ResolvedKeyframeTrack) -> Bool {
        func equals<Course: Equatable>(_ course: Course) -> Bool { course == other.course as? Course }
        return equals(course)
    }
}

/// What a track writes where.
@usableFromInline
struct KeyframeTrajectory<Root, Part: Animatable>: Equatable {
    let keyPath: WritableKeyPath<Root, Part>
    let path: KeyframePath<Part.AnimatableData>

    @usableFromInline
    init(keyPath: WritableKeyPath<Root, Part>, path: KeyframePath<Part.AnimatableData>) {
        self.keyPath = keyPath
        self.path = path
    }
}
