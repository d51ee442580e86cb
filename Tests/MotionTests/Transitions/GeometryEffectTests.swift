import Foundation
import Motion
import Testing

@Suite("A projection")
struct ProjectionTransformTests {
    private func random(_ random: inout SeededGenerator) -> ProjectionTransform {
        var result = ProjectionTransform()
        for path in [\ProjectionTransform.m11, \.m12, \.m13, \.m21, \.m22, \.m23, \.m31, \.m32, \.m33] {
            result[keyPath: path] = CGFloat(Double.random(in: -2...2, using: &random))
        }
        return result
    }

    private func isNear(_ one: CGPoint, _ other: CGPoint) -> Bool {
        let scale = max(1, abs(one.x), abs(one.y))
        return abs(one.x - other.x) < 1e-6 * scale && abs(one.y - other.y) < 1e-6 * scale
    }

    @Test("leaves points where they are when it is new")
    func identity() {
        #expect(ProjectionTransform().isIdentity && ProjectionTransform().isAffine)
        #expect(CGPoint(x: 3, y: 4).applying(ProjectionTransform()) == CGPoint(x: 3, y: 4))
        var other = ProjectionTransform()
        other.m13 = 1
        #expect(!other.isIdentity && !other.isAffine)
    }

    @Test("followed by another maps as one after the other, and by its inverse not at all", arguments: 0..<50)
    func properties(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let (one, other) = (random(&generator), random(&generator))
        let point = CGPoint(x: 0.3, y: -0.7)
        #expect(isNear(point.applying(one.concatenating(other)), point.applying(one).applying(other)))
        var inverse = one
        let isInvertible = inverse.invert()
        #expect(isInvertible)
        #expect(isNear(point.applying(one).applying(inverse), point))
        #expect(inverse == one.inverted())
    }

    @Test("without an inverse stays what it is")
    func singular() {
        var flat = ProjectionTransform()
        for value in [0, CGFloat.infinity, CGFloat.leastNonzeroMagnitude] {
            flat.m22 = value
            var copy = flat
            let isInvertible = copy.invert()
            #expect(!isInvertible)
            #expect(copy == flat && flat.inverted() == flat)
        }
    }
}

@Suite("A geometry effect")
struct GeometryEffectTests {
    private let size = CGSize(width: 100, height: 50)

    @Test("of a transition scales about the anchor, which stays in its place, and then moves")
    func effects() {
        let grown = TransitionEffects(scale: CGSize(width: 2, height: 3), anchor: .bottomTrailing).effectValue(size: size)
        #expect(CGPoint(x: 100, y: 50).applying(grown) == CGPoint(x: 100, y: 50))
        #expect(CGPoint.zero.applying(grown) == CGPoint(x: -100, y: -100))
        let both = TransitionEffects(offset: CGSize(width: 7, height: 8), scale: CGSize(width: 2, height: 2), anchor: .topLeading).effectValue(size: size)
        #expect(CGPoint(x: 1, y: 1).applying(both) == CGPoint(x: 9, y: 10))
        #expect(TransitionEffects.identity.effectValue(size: size).isIdentity)
    }

    @Test("that is ignored by layout draws the same and is animated the same")
    func ignored() {
        var effect = TransitionEffects(offset: CGSize(width: 7, height: 8)).ignoredByLayout()
        #expect(!type(of: effect)._affectsLayout && TransitionEffects._affectsLayout)
        #expect(effect.effectValue(size: size) == effect.base.effectValue(size: size))
        effect.animatableData = TransitionEffects.identity.animatableData
        #expect(effect.base == .identity)
    }
}
