public import Motion
public import WidgetAPI
public import WidgetCore

extension ProtoContentTransition {
    /// The content transition as on the wire.
    public init(_ transition: ContentTransition) {
        self.init()
        switch transition.kind {
        case .automatic: break
        case .identity: simple = .identity
        case .interpolate: simple = .interpolate
        case .opacity: simple = .opacity
        case .blur: simple = .blur
        case .numericText(.up): simple = .numericTextUp
        case .numericText(.down): simple = .numericTextDown
        case .numericText(.value(let value)): numericTextValue = value
        case .symbolEffect(let effect, let options): symbolEffect = ProtoSymbolEffect(effect, options: options)
        }
    }
}

extension ContentTransition {
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT for a value that isn't a number, and a transition that isn't known.
    public init(_ proto: ProtoContentTransition, field: String) throws(WidgetError) {
        switch proto.transition {
        case nil:
            guard !proto.isNewer else {
                throw .invalid(field, "no content transition that this version knows; use simple, numeric_text_value or symbol_effect")
            }
            self = .automatic
        case .simple(.identity): self = .identity
        case .simple(.interpolate): self = .interpolate
        case .simple(.opacity): self = .opacity
        case .simple(.blur): self.init(kind: .blur)
        case .simple(.numericTextUp): self = .numericText()
        case .simple(.numericTextDown): self = .numericText(countsDown: true)
        case .simple(let other): throw .invalid("\(field).simple", "\(other.rawValue) is no content transition that this version knows")
        case .numericTextValue(let value):
            guard !value.isNaN else { throw .invalid("\(field).numeric_text_value", "a value must be a number") }
            self = .numericText(value: value)
        case .symbolEffect(let effect):
            let field = "\(field).symbol_effect"
            self.init(
                kind: .symbolEffect(try SymbolEffectConfiguration(effect, field: field), options: try SymbolEffectOptions(effect, field: field)))
        }
    }
}
