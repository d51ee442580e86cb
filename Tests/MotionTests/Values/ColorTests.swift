import Foundation
import Motion
import Testing

@Suite struct ColorTests {
    @Test func aColorOfAScreensNumbersHasTheirLight() {
        let color = ResolvedColor(red: 1, green: 0.5, blue: 0, opacity: 0.25)
        #expect(color.linearRed == 1 && abs(color.linearGreen - 0.214_041) < 1e-6 && color.linearBlue == 0 && color.opacity == 0.25)
        #expect(color.red == 1 && color.green == 0.5 && color.blue == 0)
        #expect(ResolvedColor(colorSpace: .sRGBLinear, red: 1, green: 0.25, blue: 0).linearGreen == 0.25)
        #expect(ResolvedColor(red: 1, green: 0, blue: 0).opacity == 1)
    }

    @Test func whiteIsWhiteInEverySpaceAndThePurestGreenIsNoneOfAScreens() {
        for space in [RGBColorSpace.sRGB, .sRGBLinear, .displayP3] {
            let white = ResolvedColor(colorSpace: space, red: 1, green: 1, blue: 1)
            for light in [white.linearRed, white.linearGreen, white.linearBlue] { #expect(abs(light - 1) < 1e-6) }
        }
        let green = ResolvedColor(colorSpace: .displayP3, red: 0, green: 1, blue: 0)
        #expect(green.linearRed < -0.2 && green.linearGreen > 1 && green.red < -0.5)
    }

    @Test func aNumberThatIsSetIsRead() {
        var color = ResolvedColor(red: 0, green: 0, blue: 0)
        for step in -100...200 {
            let number = Float(step) / 100
            color.red = number
            color.green = number
            color.blue = number
            #expect(abs(color.red - number) < 1e-6 && color.green == color.red && color.blue == color.red)
        }
    }

    @Test func theDataAreTheLightStretched() {
        var color = ResolvedColor(colorSpace: .sRGBLinear, red: 0.25, green: 0.5, blue: 1, opacity: 0.5)
        #expect(color.animatableData == AnimatablePair(32, AnimatablePair(64, AnimatablePair(128, 64))))
        color.animatableData = AnimatablePair(64, AnimatablePair(32, AnimatablePair(0, 128)))
        #expect(color == ResolvedColor(colorSpace: .sRGBLinear, red: 0.5, green: 0.25, blue: 0, opacity: 1))
    }

    @Test func aColorIsDescribedAsOnTheWebAndNeverTraps() {
        #expect(ResolvedColor(red: 1, green: 0.5, blue: 0.04, opacity: 1).description == "#FF800AFF")
        let bad: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30]
        for number in bad {
            #expect(ResolvedColor(colorSpace: .sRGBLinear, red: number, green: 0, blue: 0, opacity: number).description.count == 9)
            #expect(ResolvedColor(red: number, green: number, blue: number).description.count == 9)
        }
    }

    @Test func theSameColorIsReadAgain() throws {
        var generator = SeededGenerator(seed: 60)
        for _ in 0..<300 {
            let color = ResolvedColor(
                colorSpace: .sRGBLinear, red: .random(in: -1...2, using: &generator), green: .random(in: 0...0.01, using: &generator),
                blue: .random(in: 0...1, using: &generator), opacity: .random(in: 0...1, using: &generator))
            #expect(try JSONDecoder().decode(ResolvedColor.self, from: JSONEncoder().encode(color)) == color)
        }
        let written = try JSONDecoder().decode(ResolvedColor.self, from: Data("[1, 0.5, 0, 0.25]".utf8))
        #expect(written == ResolvedColor(red: 1, green: 0.5, blue: 0, opacity: 0.25))
    }
}
