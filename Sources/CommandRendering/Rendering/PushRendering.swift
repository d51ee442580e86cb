package import WidgetAPI
import WidgetCore

/// `push`.
package enum PushRendering {
    /// Not a table: a token is copied whole.
    package static func tokens(_ tokens: [ProtoPushToken], _ dates: DateFormatting, _ style: Style) -> String {
        if tokens.isEmpty {
            return "No tokens: nothing here takes pushes. Widgets and controls of kinds that do have them, and activities that are started with --push.\n"
        }
        return tokens.reduce(into: "") { text, token in
            var fields = FieldList()
            fields.add("app", PlainText.line(token.app))
            fields.add("for", token.subject.isEmpty ? "widgets" : PlainText.line(token.subject))
            fields.add("topic", PlainText.line(token.topic))
            fields.add("token", token.token)
            if !token.webPushEndpoint.isEmpty {
                fields.add("web push", PlainText.line(token.webPushEndpoint))
                fields.add("p256dh", token.webPushP256Dh)
                fields.add("auth", token.webPushAuth)
            }
            fields.add("made", dates.local(token.madeAt.timestamp))
            if token.forProvider { fields.add("its provider", token.told ? "knows it" : "hasn't been told of it yet") }
            text += (text.isEmpty ? "" : "\n") + fields.text(style)
        }
    }

    package static func table(_ keys: [ProtoPushKey], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        if keys.isEmpty { return "No keys: no server may push. To add one: widgetctl push key add --team TEAM --id ID FILE\n" }
        var table = Table("TEAM", "ID", "ADDED", "MAY PUSH TO")
        for key in keys {
            table.add(
                .init(key.team), .init(key.id), .init(dates.local(key.addedAt.timestamp)),
                .init(key.apps.isEmpty ? "all apps" : key.apps.joined(separator: " ")))
        }
        return table.text(style, maximumWidth: width)
    }

    package static func added(_ response: ProtoAddPushKeyResponse, hadPrivateKey: Bool) -> String {
        let key = response.key
        let apps = key.apps.isEmpty ? "all apps" : key.apps.map(PlainText.line).joined(separator: ", ")
        var text =
            "\(response.replaced ? "Replaced" : "Added") the key \(PlainText.line(key.id)) of \(PlainText.line(key.team)): servers that sign with it may push to \(apps).\n"
        if hadPrivateKey { text += "The file has the private key; only its public half was read, and nothing else is kept.\n" }
        return text
    }

    package static func removed(_ key: ProtoPushKey) -> String {
        "Removed the key \(PlainText.line(key.id)) of \(PlainText.line(key.team)): pushes signed with it are refused from now on.\n"
    }

    package static func table(_ topics: [ProtoPushTopic], _ dates: DateFormatting, _ style: Style, width: Int?) -> String {
        if topics.isEmpty { return "No topics: no script may post. To add one: widgetctl push topic add NAME\n" }
        var table = Table("TOPIC", "MADE")
        for topic in topics { table.add(.init(topic.name), .init(dates.local(topic.madeAt.timestamp))) }
        return table.text(style, maximumWidth: width)
    }

    /// With the command to try it with.
    package static func added(_ response: ProtoAddPushTopicResponse) -> String {
        let name = PlainText.line(response.topic.name)
        var text = response.replaced ? "The topic \(name) has a new token; the previous one no longer works.\n" : "Made the topic \(name).\n"
        text += "Its token, which isn't shown again: \(response.token)\n"
        guard !response.url.isEmpty else { return text + "The daemon takes no pushes yet: start it with --push-listen 127.0.0.1:2197\n" }
        let certificate = response.certificate.isEmpty ? "" : " --cacert \(PlainText.line(response.certificate))"
        return text + "To try it:\n  curl\(certificate) -H \"Authorization: Bearer \(response.token)\" -d \"hello\" \(PlainText.line(response.url))\n"
    }

    /// The decision that is made at once about a push from here.
    package static func sent(_ response: ProtoSendPushResponse, _ dates: DateFormatting, _ style: Style) -> String {
        let lines = response.lines.map { line($0, isOne: true, dates, style) }.joined()
        return "Push \(response.pushID):\n\(lines)\(DeveloperModeRendering.note(response.developerMode, style))"
    }

    /// One step of a push, one line.
    /// - Parameter isOne: all lines are of one push.
    package static func line(_ line: ProtoPushLogLine, isOne: Bool, _ dates: DateFormatting, _ style: Style) -> String {
        var parts = [style(.dim, dates.local(line.time.timestamp))]
        if !isOne { parts += [style(.cyan, PlainText.line(line.app)), PlainText.line(line.pushID)] }
        let event = name(line.event)
        parts.append(style(event.emphasis, event.text))
        if line.hasUntil { parts.append("until \(dates.local(line.until.timestamp))") }
        let text = parts.joined(separator: " ")
        return line.detail.isEmpty ? text + "\n" : "\(text): \(PlainText.line(line.detail))\n"
    }

    private static func name(_ event: ProtoPushLogLine.Event) -> (text: String, emphasis: Style.Emphasis?) {
        switch event {
        case .arrived: ("arrived", nil)
        case .accepted: ("accepted", .green)
        case .stored: ("stored", .yellow)
        case .coalesced: ("coalesced", .green)
        case .delivered: ("delivered", .green)
        case .discarded: ("discarded", .red)
        case .unspecified, .UNRECOGNIZED: ("unknown", nil)
        }
    }
}
