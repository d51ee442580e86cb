import SwiftUI
import WidgetKit

struct Activity: Hashable, Identifiable {
    enum Kind: String, CaseIterable { case move, exercise, stand }
    var kind: Kind
    var value: Double
    var goal: Double
    var id: Kind { kind }
    var fraction: CGFloat { goal > 0 ? CGFloat(value / goal) : 0 }

    /// From the start of the ring to its end.
    var colors: [Color] {
        switch kind {
        case .move: [Color(red: 0.88, green: 0.0, blue: 0.22), Color(red: 1.0, green: 0.2, blue: 0.55)]
        case .exercise: [Color(red: 0.22, green: 0.84, blue: 0.0), Color(red: 0.71, green: 1.0, blue: 0.0)]
        case .stand: [Color(red: 0.0, green: 0.73, blue: 0.88), Color(red: 0.0, green: 0.98, blue: 0.82)]
        }
    }
}

struct RingsEntry: TimelineEntry {
    var date: Date
    var activities: [Activity]

    static func at(_ hour: Int, date: Date = .now) -> RingsEntry {
        let part = Double(hour) / 24
        return RingsEntry(
            date: date,
            activities: [
                Activity(kind: .move, value: 520 * part, goal: 400), Activity(kind: .exercise, value: 40 * part, goal: 30),
                Activity(kind: .stand, value: 12 * part, goal: 12),
            ])
    }
}

struct RingsProvider: TimelineProvider {
    func placeholder(in context: Context) -> RingsEntry { .at(12) }
    func getSnapshot(in context: Context, completion: @escaping (RingsEntry) -> Void) { completion(.at(18)) }
    func getTimeline(in context: Context, completion: @escaping (Timeline<RingsEntry>) -> Void) {
        let calendar = Calendar.current
        let hour = calendar.component(.hour, from: .now)
        let entries = (hour..<24).map { RingsEntry.at($0, date: .now.addingTimeInterval(Double($0 - hour) * 3600)) }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

/// A part of a ring, which grows as its end does.
struct Arc: Shape {
    var fraction: CGFloat
    var animatableData: CGFloat {
        get { fraction }
        set { fraction = newValue }
    }

    func path(in rect: CGRect) -> Path {
        var path = Path()
        path.addArc(
            center: CGPoint(x: rect.midX, y: rect.midY), radius: min(rect.width, rect.height) / 2, startAngle: .degrees(-90),
            endAngle: .degrees(-90 + 360 * Double(min(fraction, 1))), clockwise: false)
        return path
    }
}

struct RingView: View {
    let activity: Activity
    let width: CGFloat

    var body: some View {
        ZStack {
            Circle()
                .strokeBorder(activity.colors[0].opacity(0.25), lineWidth: width)
            Arc(fraction: activity.fraction)
                .stroke(gradient, style: StrokeStyle(lineWidth: width, lineCap: .round))
                .padding(width / 2)
        }
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(activity.kind.rawValue))
        .accessibilityValue(Text(activity.fraction, format: .percent))
    }

    /// It begins before the arc does, since the arc's cap is round.
    private var gradient: AngularGradient {
        let end = 360 * Double(min(activity.fraction, 0.9))
        return AngularGradient(colors: activity.colors, center: .center, startAngle: .degrees(-115), endAngle: .degrees(-90 + end))
    }
}

struct RingsView: View {
    let entry: RingsEntry
    @Environment(\.widgetFamily) private var family

    var body: some View {
        HStack(spacing: 16) {
            GeometryReader { proxy in
                let side = min(proxy.size.width, proxy.size.height)
                let width = side / 8.5
                ZStack {
                    ForEach(Array(entry.activities.enumerated()), id: \.element.id) { index, activity in
                        RingView(activity: activity, width: width)
                            .padding(CGFloat(index) * (width + 2))
                    }
                }
                .frame(width: side, height: side)
                .position(x: proxy.size.width / 2, y: proxy.size.height / 2)
            }
            if family == .systemMedium {
                VStack(alignment: .leading, spacing: 8) {
                    ForEach(entry.activities) { activity in
                        VStack(alignment: .leading, spacing: 0) {
                            Text(activity.kind.rawValue.capitalized)
                                .font(.caption)
                                .foregroundStyle(.white)
                            Text("\(Int(activity.value))/\(Int(activity.goal))")
                                .font(.system(.title3, design: .rounded, weight: .semibold))
                                .foregroundStyle(activity.colors[1])
                        }
                    }
                }
                .fixedSize()
            }
        }
        .animation(.spring(duration: 0.8, bounce: 0.2), value: entry.activities)
    }
}

@main
struct RingsWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Rings", provider: RingsProvider()) { entry in
            RingsView(entry: entry)
                .containerBackground(.black, for: .widget)
                .environment(\.colorScheme, .dark)
        }
        .configurationDisplayName("Activity")
        .description("Three rings to close.")
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}
