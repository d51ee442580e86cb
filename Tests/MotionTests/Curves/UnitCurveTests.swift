import Foundation
import Motion
import Testing

@Suite struct UnitCurveTests {
    static let figures: [(UnitCurve, [Double])] = [
        (.easeIn, [0.09, 0.32, 0.62]), (.easeOut, [0.38, 0.68, 0.91]), (.easeInOut, [0.13, 0.5, 0.87]), (.linear, [0.25, 0.5, 0.75]),
        (.circularEaseIn, [0.03, 0.13, 0.34]), (.circularEaseOut, [0.66, 0.87, 0.97]),
    ]

    @Test(arguments: figures)
    func aCurveIsWhereItIsSaidToBe(curve: UnitCurve, values: [Double]) {
        #expect([0.25, 0.5, 0.75].map { (curve.value(at: $0) * 100).rounded() / 100 } == values)
    }

    @Test func theEasesStandStillAtTheirEndsAsTheOriginalsDo() {
        #expect(UnitCurve.easeIn.velocity(at: 1) == 0)
        #expect(UnitCurve.easeOut.velocity(at: 0) == 1)
    }
}
