import FoundationAdditions
package import WidgetCore

/// The intents of the running program, and their parameters.
package enum IntentReflection {
    /// Every type that conforms to ``AppIntent``, by name. Two types of one name in different modules: the first counts.
    package static let intents: [String: any AppIntent.Type] = {
        var intents: [String: any AppIntent.Type] = [:]
        let types = ConformingTypes.of((any AppIntent).self).compactMap { $0 as? any AppIntent.Type }
        for type in types.sorted(by: { String(reflecting: $0) < String(reflecting: $1) }) where intents[type.intentName] == nil {
            intents[type.intentName] = type
        }
        return intents
    }()

    /// The values of an intent's parameters that are kept.
    package static func parameters(of intent: some AppIntent) -> Parameters {
        var parameters: Parameters = [:]
        for (name, parameter) in reflected(intent) { parameters[name] = parameter.archivedValue }
        return parameters
    }

    /// The values that people may give for an intent's parameters, in the order in which they were declared.
    package static func definitions(of type: any AppIntent.Type) -> [ParameterDefinition] {
        reflected(type.init()).map { name, parameter in parameter.definition(named: name) }
    }

    /// The values to choose from for a parameter, from its options provider or its entity's query. At most ``Limits/optionsPerParameter``.
    /// - Parameter matching: what somebody has typed so far.
    /// - Throws: INVALID_ARGUMENT for an unknown parameter, and what the options provider or the query throws.
    package static func options(of type: any AppIntent.Type, parameter: String, matching text: String) async throws -> [ParameterOption] {
        guard let found = reflected(type.init()).first(where: { $0.0 == parameter })?.1 else {
            throw WidgetError.invalid("parameter", "\(type.intentName) has no '\(parameter)'")
        }
        guard let options = found.options else { return found.definition(named: parameter).options.map { ParameterOption(value: $0) } }
        return try await options.matching(text).prefix(Limits.optionsPerParameter).map { ParameterOption(value: $0.value, title: $0.title) }
    }

    /// An intent with the values that were kept.
    /// - Throws: INVALID_ARGUMENT that names the parameter.
    package static func intent<Intent: AppIntent>(_ type: Intent.Type, with parameters: Parameters) async throws -> Intent {
        let intent = type.init()
        for (name, parameter) in reflected(intent) {
            do {
                try await parameter.read(parameters[name])
            } catch {
                throw WidgetError.invalid("parameters.\(name)", words(for: error))
            }
        }
        return intent
    }

    /// A configuration with the values that were kept.
    /// - Throws: as ``intent(_:with:)-(Intent.Type,_)``.
    package static func configuration(_ type: any WidgetConfigurationIntent.Type, with parameters: Parameters) async throws -> any WidgetConfigurationIntent {
        func made<Intent: WidgetConfigurationIntent>(_ type: Intent.Type) async throws -> any WidgetConfigurationIntent {
            try await intent(type, with: parameters)
        }
        return try await made(type)
    }

    /// The wrapped properties, by name.
    private static func reflected(_ intent: some AppIntent) -> [(String, any AnyIntentParameter)] {
        Mirror(reflecting: intent).children.compactMap { child in
            guard let label = child.label, let parameter = child.value as? any AnyIntentParameter else { return nil }
            return (label.hasPrefix("_") ? String(label.dropFirst()) : label, parameter)
        }
    }
}

extension IntentReflection {
    /// The key of the request that is performed: the same where a request is repeated because its answer was lost.
    @TaskLocal package static var idempotencyKey: String?

    /// Performs an intent with the values that were kept.
    /// - Throws: INVALID_ARGUMENT that names a parameter that is wrong or has no value. A `WidgetError` of the intent is passed on. Any other error of it is
    ///   FAILED_PRECONDITION.
    @discardableResult package static func perform(_ type: any AppIntent.Type, with parameters: Parameters, key: String?) async throws -> IntentOutcome {
        func perform<Intent: AppIntent>(_ type: Intent.Type) async throws -> IntentOutcome {
            let intent = try await intent(type, with: parameters)
            for (name, parameter) in reflected(intent) {
                if let value = parameters[name] { _ = try parameter.definition(named: name).checked(value, field: "parameters.\(name)") }
                guard parameter.isReadable else { throw WidgetError.invalid("parameters.\(name)", "needs a value") }
            }
            return try await $idempotencyKey.withValue(key) { outcome(of: try await intent.perform()) }
        }
        do {
            return try await perform(type)
        } catch let error as WidgetError {
            throw error
        } catch {
            throw WidgetError(.failedPrecondition, words(for: error))
        }
    }

    /// The words of an error of the program's own, for people.
    package static func words(for error: any Error) -> String {
        switch error {
        case let error as any CustomLocalizedStringResourceConvertible: String(localized: error.localizedStringResource)
        case let error as any LocalizedError: error.errorDescription ?? "\(error)"
        default: "\(error)"
        }
    }
}

extension IntentReflection {
    /// The intents that can be run on their own, by name: all but those that configure widgets or controls, and those that aren't discoverable.
    package static var discoverable: [IntentInfo] {
        intents.filter { _, type in type.isDiscoverable && !(type is any WidgetConfigurationIntent.Type) && !(type is any ControlConfigurationIntent.Type) }
            .sorted { $0.key < $1.key }.prefix(IntentLimits.intentsPerProvider).map { name, type in
                var info = IntentInfo(name: name, title: String(localized: type.title), description: about(type), parameters: definitions(of: type))
                info.needsUser = type.authenticationPolicy != .alwaysAllowed
                return info
            }
    }

    private static func about<Intent: AppIntent>(_ type: Intent.Type) -> String {
        Intent.description._description.map { String(localized: $0.descriptionText) } ?? ""
    }

    private static func outcome(of result: some IntentResult) -> IntentOutcome {
        let value = result.value.map { ($0 as? any _IntentValue).map(\._title) ?? "\($0)" }
        let dialog = (result as? any DialogResult)?.dialog.map { String(localized: $0.full) } ?? ""
        return IntentOutcome(value: value, dialog: dialog)
    }
}

extension AppIntent {
    /// The key of the request that performs this intent. It stays the same when a request is repeated because its answer was lost: store it with the result,
    /// and act only once. Nil where the program performs the intent itself. Apple's platforms don't have it.
    public var idempotencyKey: String? { IntentReflection.idempotencyKey }
}
