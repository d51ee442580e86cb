import ActivityKit
import AppIntents
import SwiftUI
import WidgetKit

struct DeliveryAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var courier: String
        var stop: Int
        var arrival: ClosedRange<Date>
    }

    var order: String
    var stops = 5
}

struct CancelDeliveryIntent: LiveActivityIntent {
    static var title: LocalizedStringResource = "Cancel Delivery"

    @Parameter(title: "Order")
    var order: String

    init() { order = "" }
    init(order: String) { self.order = order }

    func perform() async throws -> some IntentResult {
        for activity in Activity<DeliveryAttributes>.activities where activity.attributes.order == order {
            await activity.end(nil, dismissalPolicy: .immediate)
        }
        return .result()
    }
}

struct DeliveryView: View {
    @Environment(\.activityFamily) private var activityFamily
    let context: ActivityViewContext<DeliveryAttributes>

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            HStack {
                Label(context.attributes.order, systemImage: "shippingbox.fill")
                    .font(.headline)
                    .lineLimit(1)
                if activityFamily == .medium {
                    Spacer()
                    remaining
                }
            }
            if activityFamily == .small {
                remaining
                    .font(.system(.title, design: .rounded, weight: .semibold))
            }
            ProgressView(timerInterval: context.state.arrival, countsDown: false) {
                EmptyView()
            } currentValueLabel: {
                EmptyView()
            }
            .tint(.green)
            if activityFamily == .medium {
                HStack {
                    Text("\(context.state.courier) is \(context.attributes.stops - context.state.stop) stops away")
                        .font(.caption)
                        .foregroundStyle(.secondary)
                    Spacer()
                    Button("Cancel", intent: CancelDeliveryIntent(order: context.attributes.order))
                        .font(.footnote.weight(.semibold))
                        .buttonStyle(.bordered)
                        .tint(.green)
                }
            }
        }
        .opacity(context.isStale ? 0.6 : 1)
        .padding()
        .activityBackgroundTint(Color.black.opacity(0.6))
        .activitySystemActionForegroundColor(.white)
    }

    private var remaining: some View {
        Text(timerInterval: context.state.arrival, countsDown: true)
            .monospacedDigit()
            .multilineTextAlignment(activityFamily == .medium ? .trailing : .leading)
            .foregroundStyle(.green)
    }
}

struct DeliveryActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: DeliveryAttributes.self) { context in
            DeliveryView(context: context)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) {
                    Image(systemName: "shippingbox.fill")
                        .font(.title2)
                        .foregroundStyle(.green)
                }
                DynamicIslandExpandedRegion(.trailing) {
                    Text(timerInterval: context.state.arrival, countsDown: true)
                        .monospacedDigit()
                        .foregroundStyle(.green)
                        .frame(width: 60)
                }
                DynamicIslandExpandedRegion(.bottom) {
                    Text("\(context.state.courier) brings \(context.attributes.order)")
                        .font(.subheadline)
                        .lineLimit(1)
                        .frame(maxWidth: .infinity, alignment: .leading)
                }
            } compactLeading: {
                Image(systemName: "shippingbox.fill")
            } compactTrailing: {
                Text(timerInterval: context.state.arrival, countsDown: true)
                    .frame(maxWidth: 44)
            } minimal: {
                Image(systemName: "shippingbox.fill")
            }
            .keylineTint(.green)
            .widgetURL(URL(string: "delivery://\(context.attributes.order)"))
        }
        .supplementalActivityFamilies([.small])
    }
}

@main
struct DeliveryBundle: WidgetBundle {
    var body: some Widget {
        DeliveryActivity()
    }
}

extension DeliveryAttributes.ContentState {
    static var underway: Self { .init(courier: "Ida", stop: 2, arrival: .now ... .now.addingTimeInterval(1500)) }
    static var near: Self { .init(courier: "Ida", stop: 4, arrival: .now ... .now.addingTimeInterval(300)) }
}

#Preview("Content", as: .content, using: DeliveryAttributes(order: "Order 42")) {
    DeliveryActivity()
} contentStates: {
    DeliveryAttributes.ContentState.underway
    DeliveryAttributes.ContentState.near
}

#Preview("Expanded", as: .dynamicIsland(.expanded), using: DeliveryAttributes(order: "Order 42")) {
    DeliveryActivity()
} contentStates: {
    DeliveryAttributes.ContentState.underway
}
