import WidgetCore

/// A control: a button or a toggle among the system's own.
@MainActor @preconcurrency
public protocol ControlWidget {
    associatedtype Body: ControlWidgetConfiguration
    init()
    var body: Body { get }
}

/// The content of a control.
@MainActor @preconcurrency
public protocol ControlWidgetConfiguration {
    associatedtype Body: ControlWidgetConfiguration
    var body: Body { get }
    func _collect(into contents: inout _ProgramContents)
}

extension ControlWidgetConfiguration {
    public func _collect(into contents: inout _ProgramContents) { body._collect(into: &contents) }
}

/// A control that people don't configure.
public struct StaticControlConfiguration<Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
    private let definition: @MainActor () -> ControlDefinition

    /// - Parameter kind: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}`, unique on a machine among kinds of controls.
    public init<Provider: ControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping @MainActor (Provider.Value) -> Content
    ) {
        definition = {
            ControlDefinition(
                kind: kind, preview: { _ in content(provider.previewValue) },
                current: { _ in
                    nonisolated(unsafe) let provider = provider
                    return content(try await provider.currentValue())
                })
        }
    }

    /// A control without a value.
    public init(kind: String, @ControlWidgetTemplateBuilder content: @escaping @MainActor () -> Content) {
        definition = { ControlDefinition(kind: kind, preview: { _ in content() }, current: { _ in content() }) }
    }

    public var body: Never { providerFatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.controls.append(definition()) }
}

/// A control whose options are an intent's parameters.
public struct AppIntentControlConfiguration<Configuration: ControlConfigurationIntent, Content: ControlWidgetTemplate>: ControlWidgetConfiguration {
    private let definition: @MainActor () -> ControlDefinition

    public init<Provider: AppIntentControlValueProvider>(
        kind: String, provider: Provider, @ControlWidgetTemplateBuilder content: @escaping @MainActor (Provider.Value) -> Content
    ) where Provider.Configuration == Configuration {
        definition = {
            ControlDefinition(
                kind: kind, configuration: Configuration.self,
                preview: { configuration in content(provider.previewValue(configuration: configuration as? Configuration ?? Configuration())) },
                current: { parameters in
                    nonisolated(unsafe) let provider = provider
                    return content(try await provider.currentValue(configuration: try await IntentReflection.intent(Configuration.self, with: parameters)))
                })
        }
    }

    public init(
        kind: String, intent: Configuration.Type = Configuration.self, @ControlWidgetTemplateBuilder content: @escaping @MainActor (Configuration) -> Content
    ) {
        definition = {
            ControlDefinition(
                kind: kind, configuration: Configuration.self,
                preview: { _ in content(Configuration()) },
                current: { content(try await IntentReflection.intent(Configuration.self, with: $0)) })
        }
    }

    public var body: Never { providerFatalError("this configuration has no body") }
    public func _collect(into contents: inout _ProgramContents) { contents.controls.append(definition()) }
}

/// A configuration whose controls a modifier changes.
private struct ModifiedControlConfiguration<Base: ControlWidgetConfiguration>: ControlWidgetConfiguration {
    let base: Base
    let change: @MainActor (inout ControlDefinition) -> Void

    var body: Never { providerFatalError("this configuration has no body") }
    func _collect(into contents: inout _ProgramContents) {
        let first = contents.controls.count
        base._collect(into: &contents)
        for index in first..<contents.controls.count { change(&contents.controls[index]) }
    }
}

extension ControlWidgetConfiguration {
    private func with(_ change: @escaping @MainActor (inout ControlKind) -> Void) -> some ControlWidgetConfiguration {
        ModifiedControlConfiguration(base: self, change: { change(&$0.kind) })
    }

    /// The name in a gallery, and of a control that has no name of its own.
    public func displayName(_ name: LocalizedStringResource) -> some ControlWidgetConfiguration { with { $0.displayName = String(localized: name) } }
    /// Its purpose, in a sentence.
    public func description(_ description: LocalizedStringResource) -> some ControlWidgetConfiguration {
        with { $0.description = String(localized: description) }
    }
    public func promptsForUserConfiguration() -> some ControlWidgetConfiguration { with { $0.promptsForUserConfiguration = true } }
    /// Reloads the controls when the provider's server pushes. `handler` gets their push tokens.
    public func pushHandler(_ handler: any ControlPushHandler.Type) -> some ControlWidgetConfiguration {
        ModifiedControlConfiguration(
            base: self,
            change: {
                $0.kind.takesPushes = true; $0.pushHandler = handler
            })
    }
}
