package import WidgetAPI
import WidgetCore

/// `explain`.
package enum ExplainRendering {
    package static func text(_ response: ProtoExplainResponse, _ dates: DateFormatting, _ style: Style) -> String {
        let snapshot = response.widget
        var text = style(.bold, PlainText.line(Names.title(snapshot)))
        text += " \(PlainText.line(snapshot.widget.kind)), \(Names.family(snapshot.widget.family)), \(PlainText.line(snapshot.widget.id))\n"
        for note in response.notes { text += PlainText.line(note) + "\n" }
        text += fields(response, dates).text(style)
        if !response.decisions.isEmpty {
            text += "\n" + style(.dim, "Decisions, the newest last") + "\n"
            for decision in response.decisions { text += "  " + DecisionRendering.line(decision, widget: nil, dates, style) }
        }
        return text
    }

    private static func fields(_ response: ProtoExplainResponse, _ dates: DateFormatting) -> FieldList {
        var fields = FieldList()
        addDevice(response.widget, to: &fields, dates)
        addShown(response, to: &fields, dates)
        addReload(response, to: &fields, dates)
        if response.failures > 0 {
            let count = response.failures == 1 ? "the last reload failed" : "the last \(response.failures) reloads failed"
            let date = response.widget.hasLastReloadDate ? ", at \(dates.both(response.widget.lastReloadDate.timestamp))" : ""
            fields.add("failing", "\(count)\(date): \(response.widget.lastError)", .red)
        } else if !response.widget.local, !response.widget.lastError.isEmpty {
            let since = response.widget.hasFailingSince ? "since \(dates.both(response.widget.failingSince.timestamp))" : "now"
            fields.add("failing", "on \(response.widget.deviceName), \(since): \(response.widget.lastError)", .red)
        }
        if response.hasBudget { BudgetRendering.add(response.budget, to: &fields, dates) }
        return fields
    }

    private static func addDevice(_ snapshot: ProtoWidgetSnapshot, to fields: inout FieldList, _ dates: DateFormatting) {
        guard !snapshot.local, !snapshot.deviceName.isEmpty else { return }
        guard !snapshot.unavailable.isEmpty else { return fields.add("device", "\(snapshot.deviceName), connected") }
        let heard = snapshot.hasLastHeardAt ? "last heard \(dates.both(snapshot.lastHeardAt.timestamp))" : "not heard since this daemon started"
        fields.add("device", "\(snapshot.deviceName), away: \(heard)", .yellow)
    }

    private static func addShown(_ response: ProtoExplainResponse, to fields: inout FieldList, _ dates: DateFormatting) {
        guard response.hasShown else {
            fields.add("shown", "the placeholder: there is no timeline yet")
            return
        }
        let shown = response.shown
        let position = shown.count == 1 ? "the timeline's only entry" : "entry \(shown.position) of \(shown.count)"
        let date = shown.date.timestamp
        fields.add("shown", "\(position), \(date > dates.now ? "early: it is for" : "of") \(dates.both(date))")
        if let rule = ReloadRule(name: shown.rule), shown.hasShownAt {
            fields.add("", "since \(dates.both(shown.shownAt.timestamp)) by \(rule.name): \(rule.sentence)", .dim)
        }
        fields.add("", "its timeline came \(dates.both(shown.receivedAt.timestamp))", .dim)
        fields.add("next entry", shown.hasNextDate ? dates.both(shown.nextDate.timestamp) : "none is planned")
    }

    private static func addReload(_ response: ProtoExplainResponse, to fields: inout FieldList, _ dates: DateFormatting) {
        let planned = response.nextReload
        if response.reloading {
            fields.add("next reload", "the provider is being asked now", .green)
            if response.hasFollowing {
                fields.add("then", "another follows at once (\(Names.cause(response.following.cause)))")
                fields.add("", "by \(response.following.rule): \(response.following.sentence)", .dim)
            }
        } else if planned.hasDate {
            fields.add("next reload", dates.both(planned.date.timestamp))
            fields.add("", "by \(planned.rule): \(planned.sentence)", .dim)
        } else if response.hasDeferred {
            let what =
                switch response.deferred.cause {
                case .push: "a push's"
                case .policy: "the timeline's"
                default: "its provider's own wish"
                }
            fields.add("next reload", "\(what), kept until \(dates.both(response.deferred.date.timestamp))", .yellow)
            fields.add("", "by \(response.deferred.rule): \(response.deferred.sentence)", .dim)
        } else {
            fields.add("next reload", "none is planned")
            if !planned.rule.isEmpty { fields.add("", "by \(planned.rule): \(planned.sentence)", .dim) }
        }
        if planned.hasDate || response.reloading, response.hasDeferred {
            fields.add(
                "kept", "another (\(Names.cause(response.deferred.cause))), until \(dates.both(response.deferred.date.timestamp))", .yellow)
            fields.add("", "by \(response.deferred.rule): \(response.deferred.sentence)", .dim)
        }
        if response.hasHeldPush {
            fields.add("push", "one waits for the daemon to wake, until \(dates.both(response.heldPush.date.timestamp)) at the latest", .yellow)
            fields.add("", "by \(response.heldPush.rule): \(response.heldPush.sentence)", .dim)
        }
    }
}
