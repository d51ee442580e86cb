import WidgetAPI
import WidgetCore

extension ProtoActivity {
    /// Where it stands among others; behind all in a state that this version doesn't know.
    var order: ActivityOrder {
        ActivityOrder(
            state: ActivityState(rawValue: state.rawValue) ?? .dismissed, relevanceScore: content.relevanceScore, startDate: startDate.timestamp, id: id)
    }
}
