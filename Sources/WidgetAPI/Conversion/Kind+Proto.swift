public import WidgetCore

extension ProtoKind {
    /// The wire's form of `kind`.
    public init(_ kind: Kind, isInstalled: Bool = true) {
        self.init()
        id = kind.id
        provider = kind.provider
        displayName = kind.displayName
        description_p = kind.description
        families = kind.families.map(ProtoWidgetFamily.init)
        parameters = kind.parameters.map(ProtoParameterDefinition.init)
        recommendations = kind.recommendations.map { recommendation in
            var proto = ProtoRecommendation()
            proto.description_p = recommendation.description
            proto.parameters = recommendation.parameters.mapValues(ProtoParameterValue.init)
            return proto
        }
        aliases = kind.aliases
        mountingStyles = kind.mountingStyles.map { MountingStyle(rawValue: $0.rawValue) ?? .unspecified }
        texture = Texture(rawValue: kind.texture.rawValue) ?? .unspecified
        containerBackgroundFixed = !kind.containerBackgroundRemovable
        contentMarginsDisabled = kind.contentMarginsDisabled
        disfavoredLocations = kind.disfavoredLocations
        promptsForUserConfiguration = kind.promptsForUserConfiguration
        pushHandler = kind.takesPushes
        takeoverSeconds = UInt32(clamping: kind.takeoverSeconds)
        configuration = Configuration(rawValue: kind.configuration.rawValue) ?? .timeline
        associatedKind = kind.associatedKind
        installed = isInstalled
    }
}

extension Kind {
    /// The kind as it came; ``Kind/validated()`` checks what it says.
    /// - Throws: INVALID_ARGUMENT that names the field.
    public init(_ proto: ProtoKind) throws(WidgetError) {
        let field = "kind '\(proto.id.cut(toBytes: Limits.identifierBytes))'"
        var families: [WidgetFamily] = []
        for family in proto.families {
            guard let known = try WidgetFamily(family, field: "\(field): families") else {
                throw .invalid("\(field): families", "an entry is unspecified; name each family")
            }
            families.append(known)
        }
        var parameters: [ParameterDefinition] = []
        for parameter in proto.parameters { parameters.append(try ParameterDefinition(parameter, field: field)) }
        var recommendations: [Recommendation] = []
        for (index, recommendation) in proto.recommendations.enumerated() {
            recommendations.append(
                Recommendation(
                    description: recommendation.description_p,
                    parameters: try Parameters(recommendation.parameters, field: "\(field): recommendations[\(index)]")))
        }
        guard let configuration = Configuration(rawValue: proto.configuration.rawValue) else {
            throw .invalid("\(field): configuration", "\(proto.configuration.rawValue) isn't known to this version; use timeline or relevance")
        }
        self.init(
            id: proto.id, provider: proto.provider, displayName: proto.displayName, description: proto.description_p, families: families,
            parameters: parameters, recommendations: recommendations, aliases: proto.aliases,
            mountingStyles: proto.mountingStyles.compactMap { MountingStyle(rawValue: $0.rawValue) },
            texture: Texture(rawValue: proto.texture.rawValue) ?? .glass,
            containerBackgroundRemovable: !proto.containerBackgroundFixed, contentMarginsDisabled: proto.contentMarginsDisabled,
            disfavoredLocations: proto.disfavoredLocations, promptsForUserConfiguration: proto.promptsForUserConfiguration,
            takesPushes: proto.pushHandler,
            configuration: configuration, associatedKind: proto.associatedKind,
            takeoverSeconds: Limits.takeoverSeconds.contains(Int(proto.takeoverSeconds)) ? Int(proto.takeoverSeconds) : 0)
    }
}

extension ProtoParameterDefinition {
    init(_ definition: ParameterDefinition) {
        self.init()
        name = definition.name
        type = TypeEnum(rawValue: definition.type.rawValue) ?? .unspecified
        title = definition.title
        description_p = definition.description
        required = definition.isRequired
        if let value = definition.defaultValue { defaultValue = ProtoParameterValue(value) }
        options = definition.options.map(ProtoParameterValue.init)
        dynamicOptions = definition.hasDynamicOptions
        if let bound = definition.minimum { minimum = bound }
        if let bound = definition.maximum { maximum = bound }
        if let mark = definition.isMarkedSecret { secret = mark }
    }
}

extension ParameterDefinition {
    init(_ proto: ProtoParameterDefinition, field: String) throws(WidgetError) {
        let field = "\(field): parameter '\(proto.name.cut(toBytes: Limits.identifierBytes))'"
        guard let type = ValueType(rawValue: proto.type.rawValue) else {
            throw .invalid("\(field): type", "\(proto.type.rawValue) is not a parameter type; use text, integer, number or boolean")
        }
        var options: [ParameterValue] = []
        for option in proto.options { options.append(try ParameterValue(option, field: "\(field): options")) }
        self.init(
            name: proto.name, type: type, title: proto.title, description: proto.description_p, isRequired: proto.required,
            defaultValue: proto.hasDefaultValue ? try ParameterValue(proto.defaultValue, field: "\(field): default_value") : nil, options: options,
            minimum: proto.hasMinimum ? proto.minimum : nil, maximum: proto.hasMaximum ? proto.maximum : nil)
        hasDynamicOptions = proto.dynamicOptions
        isMarkedSecret = proto.hasSecret ? proto.secret : nil
    }
}
