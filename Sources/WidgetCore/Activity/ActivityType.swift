/// A type of Live Activities that a provider draws.
public struct ActivityType: Sendable, Hashable {
    /// The attributes type: `[a-zA-Z0-9][a-zA-Z0-9._-]{0,127}`; unique on a machine.
    public var name: String
    /// The id of the provider that draws it.
    public var provider: String

    public init(name: String, provider: String = "") {
        self.name = name
        self.provider = provider
    }

    /// The type, checked.
    /// - Throws: INVALID_ARGUMENT for a name of another form, and for the one that widgetd draws itself.
    public func validated() throws(WidgetError) -> ActivityType {
        guard Identifier.isActivityType(name) else { throw .invalid("type", "\(name.quoted) is not \(Identifier.activityTypeForm)") }
        guard name != TaskActivity.type else { throw .invalid("type", "\"\(name)\" is drawn by widgetd itself; use another name") }
        return self
    }
}

extension [ActivityType] {
    /// Checks how many there are, and that none is there twice.
    /// - Throws: INVALID_ARGUMENT that names the limit, or the second type of the same name.
    public func validated() throws(WidgetError) -> [ActivityType] {
        guard count <= ActivityLimits.typesPerProvider else {
            throw .invalid("activities", "a provider has at most \(ActivityLimits.typesPerProvider), not \(count)")
        }
        var names: Set<String> = []
        var valid: [ActivityType] = []
        for (index, type) in enumerated() {
            do throws(WidgetError) {
                valid.append(try type.validated())
            } catch {
                throw WidgetError(error.code, "activities[\(index)].\(error.message)")
            }
            guard names.insert(type.name).inserted else { throw .invalid("activities[\(index)].type", "\"\(type.name)\" is there twice") }
        }
        return valid
    }
}
