import SwiftUI
import WidgetKit

struct QuoteEntry: TimelineEntry {
    var date: Date
    var text: LocalizedStringKey
    var author: String
}

struct QuoteProvider: TimelineProvider {
    private static let quotes: [(LocalizedStringKey, String)] = [
        ("The best way out is *always* through.", "Robert Frost"),
        ("Simplicity is the **ultimate** sophistication.", "attributed to Leonardo"),
        ("Well begun is half done.", "Aristotle"),
    ]

    func placeholder(in context: Context) -> QuoteEntry {
        QuoteEntry(date: .now, text: "A quote of some length, as they are.", author: "Somebody")
    }

    func getSnapshot(in context: Context, completion: @escaping (QuoteEntry) -> Void) {
        let quote = Self.quotes[0]
        completion(QuoteEntry(date: .now, text: quote.0, author: quote.1))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<QuoteEntry>) -> Void) {
        let today = Calendar.current.startOfDay(for: .now)
        let entries = Self.quotes.enumerated().map { index, quote in
            QuoteEntry(date: today.addingTimeInterval(Double(index) * 8 * 3600), text: quote.0, author: quote.1)
        }
        completion(Timeline(entries: entries, policy: .atEnd))
    }
}

struct Quotation: ViewModifier {
    func body(content: Content) -> some View {
        content
            .font(.system(.title3, design: .serif))
            .italic()
            .multilineTextAlignment(.leading)
            .minimumScaleFactor(0.7)
    }
}

extension View {
    func quotation() -> some View { modifier(Quotation()) }
}

struct QuoteView: View {
    @Environment(\.widgetFamily) var family
    let entry: QuoteEntry

    var body: some View {
        ZStack(alignment: .topLeading) {
            Text("“")
                .font(.system(size: 96, weight: .bold, design: .serif))
                .foregroundStyle(.brown.opacity(0.25))
                .offset(x: -4, y: -24)
                .accessibilityHidden(true)
            VStack(alignment: .leading, spacing: 8) {
                Spacer(minLength: 0)
                ViewThatFits(in: .vertical) {
                    Text(entry.text).quotation()
                    Text(entry.text).font(.system(.footnote, design: .serif)).quotation()
                }
                .id(entry.author)
                .transition(.push(from: .trailing))
                Spacer(minLength: 0)
                Text(verbatim: "— \(entry.author)")
                    .font(.system(.footnote, design: .serif))
                    .foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .topLeading)
        .privacySensitive(false)
        .widgetAccentable()
    }
}

@main
struct QuoteWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Quote", provider: QuoteProvider()) { entry in
            QuoteView(entry: entry)
                .containerBackground(Color(red: 0.98, green: 0.95, blue: 0.88).gradient, for: .widget)
                .environment(\.colorScheme, .light)
        }
        .configurationDisplayName("Quote")
        .description("A thought, three times a day.")
        .supportedFamilies([.systemMedium, .systemLarge])
    }
}
