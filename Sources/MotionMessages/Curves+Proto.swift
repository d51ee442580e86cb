public import Motion
public import WidgetAPI
public import WidgetCore

extension ProtoUnitCurve {
    /// The curve as on the wire.
    public init(_ curve: UnitCurve) {
        self.init()
        switch curve.function {
        case .linear: break
        case .circularEaseIn: circular = .easeIn
        case .circularEaseOut: circular = .easeOut
        case .circularEaseInOut: circular = .easeInOut
        case .bezier(let start, let end):
            bezier = .with {
                $0.start = ProtoUnitPoint(start)
                $0.end = ProtoUnitPoint(end)
            }
        }
    }
}

extension UnitCurve {
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite, and a curve that isn't known.
    public init(_ proto: ProtoUnitCurve, field: String) throws(WidgetError) {
        switch proto.curve {
        case nil:
            guard !proto.isNewer else { throw .invalid(field, "no curve that this version knows; use bezier or circular") }
            self = .linear
        case .bezier(let bezier):
            self = .bezier(
                startControlPoint: try UnitPoint(bezier.start, field: "\(field).bezier.start"),
                endControlPoint: try UnitPoint(bezier.end, field: "\(field).bezier.end"))
        case .circular(.easeIn): self = .circularEaseIn
        case .circular(.easeOut): self = .circularEaseOut
        case .circular(.easeInOut): self = .circularEaseInOut
        case .circular(let other): throw .invalid("\(field).circular", "\(other.rawValue) is no curve that this version knows; use ease in, out or in-out")
        }
    }
}

extension ProtoUnitPoint {
    public init(_ point: UnitPoint) {
        self.init()
        x = Double(point.x)
        y = Double(point.y)
    }
}

extension UnitPoint {
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite.
    public init(_ proto: ProtoUnitPoint, field: String) throws(WidgetError) {
        self.init(x: .init(try proto.x.finite("\(field).x")), y: .init(try proto.y.finite("\(field).y")))
    }
}

extension ProtoSpring {
    public init(_ spring: Spring) {
        self.init()
        decay = spring.decay
        frequency = spring.frequency
        mass = spring.mass
    }
}

extension Spring {
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite.
    public init(_ proto: ProtoSpring, field: String) throws(WidgetError) {
        self.init(
            decay: try proto.decay.finite("\(field).decay"), frequency: try proto.frequency.finite("\(field).frequency"),
            mass: try proto.mass.finite("\(field).mass"))
    }
}
