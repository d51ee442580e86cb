/// The arguments of a call, taken one after the other in the order of the parameters, as the language has it.
struct SpecArguments {
    private let call: SpecCall
    private var rest: ArraySlice<SpecArgument>

    init(_ call: SpecCall) {
        self.call = call
        rest = (call.arguments ?? [])[...]
    }

    mutating func take<Value>(_ parameter: SpecParameter<Value>) throws -> Value {
        guard let next = rest.first, next.label == parameter.label else {
            if let fallback = parameter.fallback { return fallback }
            throw AnimationSpecError(rest.first?.position ?? call.end, "\"\(call.shown)\" needs \(parameter.kind) for \"\(parameter.shown)\" here")
        }
        rest.removeFirst()
        guard let value = try parameter.read(next.value) else {
            throw AnimationSpecError(next.position, "\"\(parameter.shown)\" of \"\(call.shown)\" takes \(parameter.kind), not \(next.value.found)")
        }
        return value
    }

    func finish() throws {
        guard let next = rest.first else { return }
        throw AnimationSpecError(next.position, "\"\(call.shown)\" has no parameter \"\(next.label ?? "_")\" here")
    }
}
