import WidgetCore

/// Reads a manifest's text. It doesn't check the program that the manifest names.
enum ManifestDecoder {
    /// The version of the format that this code reads.
    static let format: Int64 = 1

    /// - Parameters:
    ///   - id: the file's name without `.json`.
    ///   - path: the manifest's path.
    ///   - directory: the directory that a relative `exec` is relative to.
    /// - Throws: INVALID_ARGUMENT that names the key, the limit and what to do.
    static func decode(_ bytes: [UInt8], id: String, path: String, directory: String) throws(WidgetError) -> ProviderManifest {
        var reader = try ManifestReader(try JSONValue(parsing: bytes))
        if reader.integer("format", in: format...format) == nil, reader.value("format") == nil {
            reader.addMissing("format", "is missing; add \"format\": \(format)")
        }
        if let stated = reader.text("id", limit: Limits.identifierBytes), stated != id {
            reader.add(.invalid("id", "must be the file's name without .json, \"\(id)\", not \"\(stated)\"; rename the file or change the id"))
        }
        let `protocol` = reader.required("protocol", providerProtocol)
        let exec = exec(&reader, directory: directory)
        let environment = environment(&reader)
        let described = description(&reader, protocol: `protocol`, provider: id)
        let name = reader.text("name", limit: Limits.titleBytes) ?? id

        var manifest = ProviderManifest(id: id, name: name, protocol: `protocol` ?? .json, program: exec.program, arguments: exec.arguments, path: path)
        manifest.environment = environment
        manifest.kinds = described.kinds
        manifest.activities = described.activities
        manifest.controls = described.controls
        if let seconds = reader.number("idle_timeout_seconds", in: ProviderLimits.idleTimeoutSeconds) { manifest.idleTimeout = .seconds(seconds) }
        if let seconds = reader.number("deadline_seconds", in: ProviderLimits.deadlineSeconds) { manifest.deadline = .seconds(seconds) }
        if let seconds = reader.number("minimum_spacing_seconds", in: ProviderLimits.minimumSpacingSeconds) { manifest.interval = .seconds(seconds) }
        if let size = reader.integer("memory_limit_mib", in: ProviderLimits.memoryMebibytes) { manifest.memoryLimit = Int(size) << 20 }
        if let size = reader.integer("output_limit_bytes", in: ProviderLimits.outputBytesRange) { manifest.outputLimit = Int(size) }
        try reader.finish()
        return manifest
    }

    private static func providerProtocol(_ value: JSONValue, _ place: String) throws(WidgetError) -> ProviderProtocol {
        let text = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
        guard let found = ProviderProtocol(rawValue: text) else {
            let names = ProviderProtocol.allCases.map(\.rawValue)
            throw .invalid(place, Suggestion.refusal(of: text, shown: "\"\(text)\"", choices: names, source: ManifestReader.description))
        }
        return found
    }

    private static func exec(_ reader: inout ManifestReader, directory: String) -> (program: String, arguments: [String]) {
        let words = reader.list("exec", limit: ProviderLimits.arguments) { (value, place) throws(WidgetError) in
            guard case .string(let word) = value else { throw WidgetError.invalid(place, "must be a string, not \(value.typeName)") }
            guard word.utf8.count <= ProviderLimits.argumentBytes, !word.utf8.contains(0) else {
                throw WidgetError.invalid(place, "must have at most \(ProviderLimits.argumentBytes) bytes and no NUL")
            }
            return word
        }
        guard let words else { return ("", []) }
        guard let first = words.first, !first.isEmpty else {
            reader.addMissing(
                "exec", "is missing or empty; give a list with the path of an executable file first, absolute or beside the manifest, such as [\"uptime\"]")
            return ("", [])
        }
        return (first.hasPrefix("/") ? first : "\(directory)/\(first)", Array(words.dropFirst()))
    }

    private static func environment(_ reader: inout ManifestReader) -> [String: String] {
        let object = reader.value("environment") { (value, place) throws(WidgetError) in
            guard case .object(let object) = value else { throw WidgetError.invalid(place, "must be an object, not \(value.typeName)") }
            guard object.keys.count <= ProviderLimits.environmentVariables else {
                throw WidgetError.invalid(place, "must have at most \(ProviderLimits.environmentVariables) entries, not \(object.keys.count)")
            }
            return object
        }
        guard let object else { return [:] }
        var environment: [String: String] = [:]
        for key in object.keys {
            do throws(WidgetError) {
                environment[key] = try variable(key, object[key], "environment.\(key.prefix(Limits.identifierBytes))")
            } catch {
                reader.add(error)
            }
        }
        return environment
    }

    private static func variable(_ key: String, _ value: JSONValue?, _ place: String) throws(WidgetError) -> String {
        guard !key.isEmpty, !key.utf8.contains(UInt8(ascii: "=")), !key.utf8.contains(0) else {
            throw .invalid(place, "a variable's name is not empty and has no = or NUL in it")
        }
        guard case .string(let text)? = value else { throw .invalid(place, "must be a string") }
        guard text.utf8.count <= ProviderLimits.argumentBytes, !text.utf8.contains(0) else {
            throw .invalid(place, "must have at most \(ProviderLimits.argumentBytes) bytes and no NUL")
        }
        return text
    }

    /// The kinds, controls and activities in a `json` program's manifest. They are read even where the protocol is wrong, so that their errors are reported
    /// too.
    private static func description(_ reader: inout ManifestReader, protocol: ProviderProtocol?, provider: String) -> ProviderDescription {
        switch `protocol` {
        case .json, nil: return jsonDescription(&reader, isNeeded: `protocol` != nil, provider: provider)
        case .rpc:
            for key in ["kinds", "controls", "activities"] where reader.value(key) != nil {
                reader.add(.invalid(key, "an rpc provider says its \(key == "activities" ? "types" : "kinds") itself (Describe); remove it"))
            }
        case .xbar:
            for key in ["kinds", "controls", "activities"] where reader.value(key) != nil {
                reader.add(.invalid(key, "a plugin has one kind, named after its file, and nothing else; remove it"))
            }
        }
        return ProviderDescription()
    }

    private static func jsonDescription(_ reader: inout ManifestReader, isNeeded: Bool, provider: String) -> ProviderDescription {
        let kinds = reader.list("kinds", limit: Limits.kindsPerProvider) { (value, place) throws(WidgetError) in
            try KindDecoder.decode(value, place, provider: provider)
        }
        let controls = reader.list("controls", limit: ControlLimits.kindsPerProvider) { (value, place) throws(WidgetError) in
            try ControlKindDecoder.decode(value, place, provider: provider)
        }
        let activities = reader.list("activities", limit: ActivityLimits.typesPerProvider) { (value, place) throws(WidgetError) in
            var reader = try ManifestReader(value, place: place)
            let name = reader.required("type") { (value, place) throws(WidgetError) in
                try ManifestReader.text(value, place, limit: Limits.activityNameBytes)
            }
            try reader.finish()
            return ActivityType(name: name ?? "", provider: provider)
        }
        guard let kinds, let controls, let activities else { return ProviderDescription() }
        do throws(WidgetError) {
            let description = ProviderDescription(kinds: kinds, activities: try activities.validated(), controls: controls)
            if isNeeded, description == ProviderDescription() {
                reader.addMissing(
                    "kinds",
                    "is missing or empty; a json provider lists its kinds here, its controls in \"controls\", "
                        + "or the Live Activities that it draws in \"activities\""
                )
            }
            try description.checkIDs()
            return description
        } catch {
            reader.add(error)
            return ProviderDescription()
        }
    }
}

/// Reads a kind of control from a json provider's manifest.
enum ControlKindDecoder {
    static func decode(_ value: JSONValue, _ place: String, provider: String) throws(WidgetError) -> ControlKind {
        var reader = try ManifestReader(value, place: place)
        let id = reader.required("id", ManifestReader.kindID)
        let type = reader.required("type") { (value, place) throws(WidgetError) in
            try choice(value, place, ["button": ControlKind.ControlType.button, "toggle": .toggle])
        }
        let symbol = reader.required("symbol") { (value, place) throws(WidgetError) in
            try ManifestReader.text(value, place, limit: Limits.symbolNameBytes)
        }

        var kind = ControlKind(id: id ?? "", provider: provider, displayName: id ?? "", type: type ?? .button, symbol: symbol ?? "")
        if let name = reader.text("display_name", limit: Limits.titleBytes) { kind.displayName = name }
        if let description = reader.text("description", limit: Limits.descriptionBytes) { kind.description = description }
        let tint = reader.value("tint") { (value, place) throws(WidgetError) in
            let text = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
            guard let color = ViewColor(script: text) else {
                throw WidgetError.invalid(place, "must be \"#rrggbb\", \"#rrggbbaa\" or a colour's name, not \"\(text)\"")
            }
            return color
        }
        if let tint { kind.tint = tint }
        kind.actionHint = reader.text("action_hint", limit: ControlLimits.statusBytes) ?? ""
        kind.parameters = reader.list("parameters", limit: Limits.parametersPerKind, KindDecoder.parameter) ?? []
        kind.takesPushes = reader.flag("push_handler") ?? false
        kind.isPrivacySensitive = reader.flag("privacy_sensitive") ?? false
        let authentication = reader.value("authentication") { (value, place) throws(WidgetError) in
            try choice(
                value, place,
                [
                    "always-allowed": ControlAuthentication.alwaysAllowed, "requires-authentication": .requiresAuthentication,
                    "requires-local-device-authentication": .requiresLocalDeviceAuthentication,
                ])
        }
        if let authentication { kind.authentication = authentication }
        kind.promptsForUserConfiguration = reader.flag("prompts_for_user_configuration") ?? false
        try reader.finish()
        do throws(WidgetError) {
            // Checks how the parts fit together, as for a kind that an rpc provider describes.
            return try kind.validated()
        } catch {
            throw WidgetError(error.code, "\(place).\(error.message)", cause: error.cause)
        }
    }

    private static func choice<T>(_ value: JSONValue, _ place: String, _ choices: KeyValuePairs<String, T>) throws(WidgetError) -> T {
        let text = try ManifestReader.text(value, place, limit: Limits.identifierBytes)
        guard let found = choices.first(where: { $0.key == text }) else {
            throw .invalid(place, Suggestion.refusal(of: text, shown: "\"\(text)\"", choices: choices.map(\.key), source: ManifestReader.description))
        }
        return found.value
    }
}

extension ProviderDescription {
    /// Checks that no two kinds and no two controls of one provider have the same id.
    ///
    /// - Throws: INVALID_ARGUMENT that names the second.
    func checkIDs() throws(WidgetError) {
        try Self.check(kinds.map(\.id), "kinds")
        try Self.check(controls.map(\.id), "controls")
    }

    private static func check(_ ids: [String], _ list: String) throws(WidgetError) {
        var known: Set<String> = []
        for (index, id) in ids.enumerated() where !known.insert(id).inserted {
            throw .invalid("\(list)[\(index)].id", "\"\(id)\" is there twice; each kind has an id of its own")
        }
    }
}
