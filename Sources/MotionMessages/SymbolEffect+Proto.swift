public import Motion
public import WidgetAPI
public import WidgetCore

extension ProtoSymbolEffect {
    /// The effect and how it plays as on the wire.
    public init(_ effect: SymbolEffectConfiguration, options: SymbolEffectOptions) {
        self.init()
        kind =
            switch effect.kind {
            case .automatic: .automatic
            case .appear: .appear
            case .disappear: .disappear
            case .replace: .replace
            case .magicReplace: .magicReplace
            }
        style =
            switch effect.style {
            case nil: .unspecified
            case .up: .up
            case .down: .down
            case .downUp: .downUp
            case .upUp: .upUp
            case .offUp: .offUp
            }
        if let isByLayer = effect.isByLayer { byLayer = isByLayer }
        speed = options.speedMultiplier
        switch options.repetition {
        case .automatic: break
        case .never: repetition = .never
        case .forever: repetition = .forever
        case .continuous: repetition = .continuous
        case .periodic(let count, let delay):
            periodic = .with {
                if let count { $0.count = UInt32(clamping: count) }
                if let delay { $0.delay = delay }
            }
        }
    }
}

extension SymbolEffectConfiguration {
    /// - Throws: INVALID_ARGUMENT for an effect or a style that isn't known.
    public init(_ proto: ProtoSymbolEffect, field: String) throws(WidgetError) {
        let kind: Kind
        switch proto.kind {
        case .automatic: kind = .automatic
        case .appear: kind = .appear
        case .disappear: kind = .disappear
        case .replace: kind = .replace
        case .magicReplace: kind = .magicReplace
        case .UNRECOGNIZED(let value): throw .invalid("\(field).kind", "\(value) is no symbol effect that this version knows")
        }
        let style: Style?
        switch proto.style {
        case .unspecified: style = nil
        case .up: style = .up
        case .down: style = .down
        case .downUp: style = .downUp
        case .upUp: style = .upUp
        case .offUp: style = .offUp
        case .UNRECOGNIZED(let value): throw .invalid("\(field).style", "\(value) is no style of a symbol effect that this version knows")
        }
        self.init(kind: kind, style: style, isByLayer: proto.hasByLayer ? proto.byLayer : nil)
    }
}

extension SymbolEffectOptions {
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite or is below 0, and a repetition that isn't known.
    public init(_ proto: ProtoSymbolEffect, field: String) throws(WidgetError) {
        let repetition: Repetition
        if proto.hasPeriodic {
            let delay = proto.periodic.hasDelay ? try proto.periodic.delay.finite("\(field).periodic.delay") : nil
            if let delay, delay < 0 { throw .invalid("\(field).periodic.delay", "a pause is 0 s or more, not \(delay)") }
            repetition = .periodic(count: proto.periodic.hasCount ? max(1, Int(proto.periodic.count)) : nil, delay: delay)
        } else {
            switch proto.repetition {
            case .automatic: repetition = .automatic
            case .never: repetition = .never
            case .forever: repetition = .forever
            case .continuous: repetition = .continuous
            case .UNRECOGNIZED(let value): throw .invalid("\(field).repetition", "\(value) is no repetition that this version knows")
            }
        }
        let speed = try proto.speed.finite("\(field).speed")
        guard speed >= 0 else { throw .invalid("\(field).speed", "a speed is more than 0, not \(speed)") }
        self.init(repetition: repetition, speedMultiplier: speed)
    }
}
