import Motion
import Testing

@Suite struct AnimatablePairTests {
    @Test func aPairIsAVectorOfBothParts() {
        var pair = AnimatablePair(3.0, AnimatablePair(4.0, Float(12)))
        #expect(pair.magnitudeSquared == 169)
        pair.scale(by: 0.5)
        #expect(pair == AnimatablePair(1.5, AnimatablePair(2, 6)))
        #expect(pair + pair - pair == pair && pair - pair == .zero)
        #expect(pair.interpolated(towards: .zero, amount: 2) == AnimatablePair(-1.5, AnimatablePair(-2, -6)))
    }
}
