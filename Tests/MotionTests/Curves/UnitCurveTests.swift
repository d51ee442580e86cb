import Foundation
import Motion
import Testing

@Suite struct UnitCurveTests {
    static let figures: [(UnitCurve, [Double])] = [
        (.easeIn, [0.09, 0.32, 0.62]), (.easeOut, [0.38, 0.68, 0.91]), (.easeInOut, [0.13, 0.5, 0.87]), (.linear, [0.25, 0.5, 0.75]),
        (.circularEaseIn, [0.03, 0.13, 0.34]), (.circularEaseOut, [0.66, 0.87, 0.97]),
    ]
    static let named: [UnitCurve] = [.linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut, .circularEaseInOut]

    /// How a curve's values are rounded, and how exactly its x is found.
    static let precision = 0x1p-20

    /// So many Bézier curves that rise all the way, the same in every run.
    static func risingCurves(count: Int = 200, seed: UInt64) -> [UnitCurve] {
        var generator = SeededGenerator(seed: seed)
        func point() -> UnitPoint { UnitPoint(x: .random(in: 0.05...0.95, using: &generator), y: .random(in: 0.05...0.95, using: &generator)) }
        return (0..<count).map { _ in .bezier(startControlPoint: point(), endControlPoint: point()) }
    }

    static let hundredths = (0...100).map { Double($0) / 100 }

    @Test(arguments: figures)
    func aCurveIsWhereItIsSaidToBe(curve: UnitCurve, values: [Double]) {
        #expect([0.25, 0.5, 0.75].map { (curve.value(at: $0) * 100).rounded() / 100 } == values)
    }

    @Test func theEasesStandStillAtTheirEndsAsTheOriginalsDo() {
        #expect(UnitCurve.easeIn.velocity(at: 1) == 0)
        #expect(UnitCurve.easeOut.velocity(at: 0) == 1)
    }

    @Test func everyCurveStartsAtZeroAndEndsAtOne() {
        for curve in Self.named + Self.risingCurves(seed: 50) { #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1, "\(curve)") }
    }

    @Test func aCurveThatRisesNeverFalls() {
        for curve in Self.named + Self.risingCurves(seed: 51) {
            let values = (0...1000).map { curve.value(at: Double($0) / 1000) }
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 + Self.precision }, "\(curve)")
        }
    }

    @Test func aBezierCurveIsWhereItsPolynomialsAre() {
        var generator = SeededGenerator(seed: 52)
        for _ in 0..<500 {
            let (x1, x2) = (Double.random(in: 0...1, using: &generator), Double.random(in: 0...1, using: &generator))
            let (y1, y2) = (Double.random(in: -2...3, using: &generator), Double.random(in: -2...3, using: &generator))
            let curve = UnitCurve.bezier(startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
            let t = Double.random(in: 0...1, using: &generator)
            func at(_ first: Double, _ second: Double) -> Double { 3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t }
            func slope(_ first: Double, _ second: Double) -> Double {
                3 * (1 - t) * (1 - t) * first + 6 * (1 - t) * t * (second - first) + 3 * t * t * (1 - second)
            }
            // Where the curve is nearly vertical an x doesn't tell y.
            guard slope(x1, x2) > 0.1 else { continue }
            let steepness = max(1, abs(slope(y1, y2) / slope(x1, x2)))
            #expect(abs(curve.value(at: at(x1, x2)) - at(y1, y2)) < 2 * Self.precision * steepness)
        }
    }

    @Test func theVelocityIsTheDerivative() {
        for curve in Self.named + Self.risingCurves(seed: 53) {
            for progress in stride(from: 0.07, to: 1, by: 0.09) {
                let step = 1e-3
                let derivative = (curve.value(at: progress + step) - curve.value(at: progress - step)) / (2 * step)
                #expect(abs(curve.velocity(at: progress) - derivative) < 0.05 * max(1, derivative), "\(curve) at \(progress)")
            }
        }
    }

    @Test func theInverseOfTheInverseIsTheCurve() {
        let beyond = UnitCurve.bezier(startControlPoint: UnitPoint(x: -0.5, y: 2), endControlPoint: UnitPoint(x: 1.5, y: -1))
        for curve in Self.named + Self.risingCurves(seed: 54) + [beyond] { #expect(curve.inverse.inverse == curve) }
    }

    @Test func theInverseTellsWhenACurveHasAValue() {
        let curves = [UnitCurve.linear, .easeIn, .easeOut, .easeInOut, .circularEaseIn, .circularEaseOut]
        for curve in curves {
            for value in Self.hundredths { #expect(abs(curve.value(at: curve.inverse.value(at: value)) - value) <= 2 * Self.precision, "\(curve) at \(value)") }
        }
        // Each of both finds its x within the precision and rounds to it; the curve's steepness makes more of the first's errors.
        for curve in Self.risingCurves(seed: 55) {
            for value in Self.hundredths {
                let steepness = max(1, curve.velocity(at: curve.inverse.value(at: value)))
                #expect(abs(curve.value(at: curve.inverse.value(at: value)) - value) <= 3 * Self.precision * steepness, "\(curve) at \(value)")
            }
        }
    }

    @Test func theCircularCurvesArePairs() {
        #expect(UnitCurve.circularEaseIn.inverse == .circularEaseOut && UnitCurve.circularEaseOut.inverse == .circularEaseIn)
        #expect(UnitCurve.linear.inverse == .linear && UnitCurve.circularEaseInOut.inverse == .circularEaseInOut)
        for progress in Self.hundredths {
            let (easeIn, easeOut, both) = (UnitCurve.circularEaseIn, UnitCurve.circularEaseOut, UnitCurve.circularEaseInOut)
            #expect(abs(easeOut.value(at: progress) - (1 - easeIn.value(at: 1 - progress))) < 1e-15)
            #expect(abs(both.value(at: progress) - (1 - both.value(at: 1 - progress))) < 1e-15)
            #expect(abs(both.value(at: progress / 2) - easeIn.value(at: progress) / 2) < 1e-15)
            #expect(abs(easeIn.value(at: progress) - (1 - (1 - progress * progress).squareRoot())) < 1e-15)
        }
    }

    @Test func theXOfControlPointsIsKeptInItsRangeButNotTheY() {
        let wide = UnitCurve.bezier(startControlPoint: UnitPoint(x: -3, y: 0.2), endControlPoint: UnitPoint(x: 7, y: 0.8))
        let kept = UnitCurve.bezier(startControlPoint: UnitPoint(x: 0, y: 0.2), endControlPoint: UnitPoint(x: 1, y: 0.8))
        for progress in Self.hundredths {
            #expect(wide.value(at: progress) == kept.value(at: progress) && wide.velocity(at: progress) == kept.velocity(at: progress))
        }
        let back = UnitCurve.bezier(startControlPoint: UnitPoint(x: 0.3, y: -1), endControlPoint: UnitPoint(x: 0.7, y: 2))
        #expect(back.value(at: 0.2) < -0.1 && back.value(at: 0.8) > 1.1)
    }

    @Test func progressIsKeptInItsRange() {
        for curve in Self.named {
            for (bad, good) in [(-1.0, 0.0), (-.infinity, 0), (.nan, 0), (2, 1), (.infinity, 1), (1e300, 1)] {
                #expect(curve.value(at: bad) == curve.value(at: good) && curve.velocity(at: bad) == curve.velocity(at: good))
            }
        }
    }

    @Test func valuesAndVelocitiesOfBadControlPointsAreNumbers() {
        let bad: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, .leastNonzeroMagnitude, 0, 1, 0.5]
        for x1 in bad {
            for x2 in bad {
                for y1 in bad {
                    for y2 in bad {
                        let curve = UnitCurve.bezier(startControlPoint: UnitPoint(x: x1, y: y1), endControlPoint: UnitPoint(x: x2, y: y2))
                        for progress in [0, 1e-9, 0.3, 0.5, 0.999, 1] {
                            #expect(curve.value(at: progress).isFinite && !curve.velocity(at: progress).isNaN, "\(curve) at \(progress)")
                        }
                    }
                }
            }
        }
    }

    @Test func equalCurvesHaveEqualHashes() {
        let easeInOut = UnitCurve.bezier(startControlPoint: UnitPoint(x: 0.42, y: 0), endControlPoint: UnitPoint(x: 0.58, y: 1))
        #expect(Set(Self.named + [easeInOut]).count == Self.named.count)
    }
}
