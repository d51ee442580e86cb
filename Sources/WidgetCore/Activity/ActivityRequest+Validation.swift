extension ActivityRequest {
    /// - Throws: INVALID_ARGUMENT that names the field.
    public static func validate(app: String, type: String) throws(WidgetError) {
        for (field, text) in [("app", app), ("type", type)] {
            guard !text.isEmpty else { throw .invalid(field, "is empty; give 1 to \(Limits.activityNameBytes) bytes") }
            try checkName(text, field)
        }
    }

    private static func checkName(_ text: String, _ field: String) throws(WidgetError) {
        try text.checkBytes(atMost: Limits.activityNameBytes, field: field)
        guard !text.unicodeScalars.contains(where: \.isUnsafeInLine) else { throw .invalid(field, "has control characters; leave them out") }
    }

    func validate(at now: Timestamp) throws(WidgetError) {
        try Self.validate(app: app, type: type)
        try Self.checkName(tag, "tag")
        guard channel.count <= ActivityLimits.channelIDBytes else {
            throw .invalid("channel", "\(channel.count) bytes, the limit is \(ActivityLimits.channelIDBytes)")
        }
        try ActivityJSON.checkObject(attributes, field: "attributes")
        try content.validate(attributes: attributes)
        try alert?.validate()
        guard let startDate, startDate > now else { return }
        guard startDate - now <= ActivityLimits.scheduledAhead else { throw .invalid("start_date", "is more than 366 days ahead, the limit") }
        guard alert != nil else { throw .invalid("alert", "an activity that starts later needs one, so that a user hears of its start") }
    }
}

extension ActivityUpdate {
    func validate(attributes: String) throws(WidgetError) {
        try content?.validate(attributes: attributes)
        try alert?.validate()
    }
}

extension ActivityContent {
    func validate(attributes: String) throws(WidgetError) {
        try ActivityJSON.checkObject(state, field: "state")
        let bytes = attributes.utf8.count + state.utf8.count
        guard bytes <= ActivityLimits.contentBytes else {
            throw .invalid("state", "\(bytes) bytes with the attributes, the limit is \(ActivityLimits.contentBytes); send less, or a reference to it")
        }
        guard relevanceScore.isFinite else { throw .invalid("relevance_score", "isn't a finite number") }
    }
}

extension ActivityAlert {
    func validate() throws(WidgetError) {
        guard !title.isEmpty || !body.isEmpty else { throw .invalid("alert", "has neither a title nor a body") }
        for (field, text) in [("alert.title", title), ("alert.body", body), ("alert.sound", sound)] {
            try text.checkBytes(atMost: ActivityLimits.alertBytes, field: field)
        }
    }
}

/// The JSON of attributes and states.
enum ActivityJSON {
    static func checkObject(_ text: String, field: String) throws(WidgetError) {
        _ = try object(text, field: field)
    }

    static func object(_ text: String, field: String) throws(WidgetError) -> JSONObject {
        // Longer ones aren't parsed at all.
        guard text.utf8.count <= ActivityLimits.contentBytes else {
            throw .invalid(field, "\(text.utf8.count) bytes, the limit with attributes and state together is \(ActivityLimits.contentBytes)")
        }
        let value: JSONValue
        do throws(WidgetError) {
            value = try JSONValue(parsing: Array(text.utf8))
        } catch {
            throw .invalid(field, "isn't JSON: \(error.message)")
        }
        guard case .object(let object) = value else { throw .invalid(field, "must be a JSON object, not \(value.typeName)") }
        return object
    }
}
