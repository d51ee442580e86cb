import SwiftUI

// Explore SwiftUI animation.

struct Pet: Hashable {
    enum Kind: String { case dog, cat }
    var type: Kind
}

extension Image {
    init(_ pet: Pet.Kind) { self.init(systemName: pet == .dog ? "dog" : "cat") }
}

enum A14 {
    struct Avatar: View {
        var pet: Pet
        @State private var selected: Bool = false

        var body: some View {
            Image(pet.type)
                .scaleEffect(selected ? 1.5 : 1.0)
                .onTapGesture {
                    withAnimation(.bouncy) {
                        selected.toggle()
                    }
                }
        }
    }
}

enum A15 {
    public protocol CustomAnimation: Hashable {
        func animate<V: VectorArithmetic>(
            value: V,
            time: TimeInterval,
            context: inout AnimationContext<V>
        ) -> V?

        func shouldMerge<V: VectorArithmetic>(
            previous: Animation,
            value: V,
            time: TimeInterval,
            context: inout AnimationContext<V>
        ) -> Bool

        func velocity<V: VectorArithmetic>(
            value: V,
            time: TimeInterval,
            context: AnimationContext<V>
        ) -> V?
    }
}

enum A16 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .scaleEffect(selected ? 1.5 : 1.0)
                // The seed has `.transition`, which doesn't take a closure.
                .transaction {
                    $0.animation =
                        selected
                        ? .bouncy : .default
                }
                .onTapGesture {
                    selected.toggle()
                }
        }
    }
}

enum A17 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .scaleEffect(selected ? 1.5 : 1.0)
                .animation(.bouncy, value: selected)
                .onTapGesture {
                    selected.toggle()
                }
        }
    }
}

enum A18 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .shadow(radius: selected ? 12 : 8)
                .animation(.smooth, value: selected)
                .scaleEffect(selected ? 1.5 : 1.0)
                .animation(.bouncy, value: selected)
                .onTapGesture {
                    selected.toggle()
                }
        }
    }
}

enum A19 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .animation(.smooth) {
                    $0.shadow(radius: selected ? 12 : 8)
                }
                .animation(.bouncy) {
                    $0.scaleEffect(selected ? 1.5 : 1.0)
                }
                .onTapGesture {
                    selected.toggle()
                }
        }
    }
}

enum A20 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .scaleEffect(selected ? 1.5 : 1.0)
                .transaction {
                    $0.animation =
                        $0.avatarTapped
                        ? .bouncy : .smooth
                }
                .onTapGesture {
                    withTransaction(\.avatarTapped, true) {
                        selected.toggle()
                    }
                }
        }
    }
}

private struct AvatarTappedKey: TransactionKey {
    // The seed has `: false`.
    static let defaultValue = false
}

extension Transaction {
    var avatarTapped: Bool {
        get { self[AvatarTappedKey.self] }
        set { self[AvatarTappedKey.self] = newValue }
    }
}

enum A21 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .scaleEffect(selected ? 1.5 : 1.0)
                .transaction(value: selected) {
                    $0.animation =
                        $0.avatarTapped
                        ? .bouncy : .smooth
                }
                .onTapGesture {
                    withTransaction(\.avatarTapped, true) {
                        selected.toggle()
                    }
                }
        }
    }
}

enum A22 {
    struct Avatar: View {
        var pet: Pet
        @Binding var selected: Bool

        var body: some View {
            Image(pet.type)
                .transaction {
                    $0.animation =
                        $0.avatarTapped
                        ? .bouncy : .smooth
                } body: {
                    // The seed names the view `content`, and writes `scaleEffect(selected: 1.5 : 1.0)`.
                    $0.scaleEffect(selected ? 1.5 : 1.0)
                }
                .onTapGesture {
                    withTransaction(\.avatarTapped, true) {
                        selected.toggle()
                    }
                }
        }
    }
}

enum K1 {
    struct Jump {
        var angle = Angle.zero
        var stretch = 1.0
        var height = 0.0
    }

    struct Heart: View {
        var likes: Int

        var body: some View {
            Image(systemName: "heart.fill")
                .font(.system(size: 44))
                .foregroundStyle(.red)
                .keyframeAnimator(initialValue: Jump(), trigger: likes) { content, value in
                    content
                        .rotationEffect(value.angle)
                        .scaleEffect(x: 1, y: value.stretch, anchor: .bottom)
                        .offset(y: value.height)
                } keyframes: { _ in
                    KeyframeTrack(\.angle) {
                        CubicKeyframe(.zero, duration: 0.4)
                        CubicKeyframe(.degrees(16), duration: 0.2)
                        CubicKeyframe(.degrees(-16), duration: 0.2)
                        CubicKeyframe(.zero, duration: 0.4)
                    }
                    KeyframeTrack(\.stretch) {
                        CubicKeyframe(1, duration: 0.1)
                        CubicKeyframe(0.6, duration: 0.2)
                        CubicKeyframe(1.4, duration: 0.2)
                        CubicKeyframe(1.05, duration: 0.3)
                        CubicKeyframe(0.9, duration: 0.2)
                        CubicKeyframe(1, duration: 0.2)
                    }
                    KeyframeTrack(\.height) {
                        LinearKeyframe(0, duration: 0.2)
                        SpringKeyframe(-24, duration: 0.4, spring: .smooth)
                        SpringKeyframe(0, spring: .bouncy)
                    }
                }
        }
    }
}
