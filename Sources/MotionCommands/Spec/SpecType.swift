/// What can be written for a value of a type: the names that make one, and those that change it.
struct SpecType<Value> {
    /// As it may stand before the first dot.
    let name: String
    /// In a sentence.
    let noun: String
    let made: [SpecFunction<Value>]
    let changed: [SpecFunction<(Value) -> Value>]

    /// What names strung together with dots mean.
    func value(of chain: [SpecCall]) throws -> Value {
        var calls = chain[...]
        if calls.first?.name == name {
            if calls.first?.arguments != nil {
                calls[calls.startIndex].name = "init"
            } else {
                calls.removeFirst()
            }
        }
        guard let first = calls.popFirst() else { throw AnimationSpecError(chain.first?.end ?? 1, "which \(name)? Known: \(names(made))") }
        guard calls.count <= PlotLimits.modifiers else {
            throw AnimationSpecError(calls[calls.startIndex + PlotLimits.modifiers].position, "\(noun) has at most \(PlotLimits.modifiers) modifiers")
        }
        var value = try meaning(of: first, noun, among: made)
        for call in calls { value = try meaning(of: call, "a modifier of \(noun)", among: changed)(value) }
        return value
    }

    /// What the function of that name, and with those parameters, makes.
    private func meaning<Result>(of call: SpecCall, _ noun: String, among functions: [SpecFunction<Result>]) throws -> Result {
        let named = functions.filter { $0.name == call.name }
        guard !named.isEmpty else { throw AnimationSpecError(call.position, "\"\(call.shown)\" isn't \(noun); known: \(names(functions))") }
        let fitting = named.filter { $0.isProperty == (call.arguments == nil) }
        var fault: AnimationSpecError?
        for function in fitting {
            do {
                var arguments = SpecArguments(call)
                return try function.make(&arguments)
            } catch let error as AnimationSpecError {
                // The function that was meant is the one that understands most.
                if error.position > fault?.position ?? 0 { fault = error }
            }
        }
        guard let fault else {
            let wrong = call.arguments == nil ? "has parameters" : "has no parameters"
            throw AnimationSpecError(call.position, "\"\(call.shown)\" \(wrong); known: \(forms(named))")
        }
        // One that comes from within a value says itself what is known there.
        throw fault.message.contains("; known: ") ? fault : AnimationSpecError(fault.position, "\(fault.message); known: \(forms(fitting))")
    }

    private func forms<Result>(_ functions: [SpecFunction<Result>]) -> String {
        functions.map { $0.name == "init" ? name + $0.form.dropFirst($0.name.count) : $0.form }.joined(separator: ", ")
    }

    /// Each name once.
    private func names<Result>(_ functions: [SpecFunction<Result>]) -> String {
        let names = functions.map(\.name).reduce(into: [String]()) { names, name in if !names.contains(name) { names.append(name) } }
        return names.isEmpty ? "none" : names.map { $0 == "init" ? name : $0 }.joined(separator: ", ")
    }
}
