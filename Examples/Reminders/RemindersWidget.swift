import AppIntents
import SwiftUI
import WidgetKit

struct Reminder: Codable, Identifiable, Hashable {
    var id: String
    var title: String
    var isDone = false
}

/// The reminders, which the app and its widget share.
enum ReminderStore {
    private static let defaults = UserDefaults(suiteName: "group.example.reminders")!
    private static let key = "reminders"

    static var reminders: [Reminder] {
        get {
            guard let data = defaults.data(forKey: key), let reminders = try? JSONDecoder().decode([Reminder].self, from: data) else {
                return [
                    Reminder(id: "milk", title: "Buy milk"), Reminder(id: "ada", title: "Call Ada"),
                    Reminder(id: "plants", title: "Water the plants"),
                ]
            }
            return reminders
        }
        set { defaults.set(try? JSONEncoder().encode(newValue), forKey: key) }
    }
}

struct ToggleReminderIntent: AppIntent {
    static var title: LocalizedStringResource = "Complete Reminder"
    static var isDiscoverable: Bool = false

    @Parameter(title: "Reminder")
    var reminderID: String

    init() {}

    init(reminder: Reminder) {
        reminderID = reminder.id
    }

    func perform() async throws -> some IntentResult {
        if let index = ReminderStore.reminders.firstIndex(where: { $0.id == reminderID }) {
            ReminderStore.reminders[index].isDone.toggle()
        }
        return .result()
    }
}

struct RemindersEntry: TimelineEntry {
    let date: Date
    let reminders: [Reminder]
    var relevance: TimelineEntryRelevance? {
        TimelineEntryRelevance(score: Float(reminders.filter { !$0.isDone }.count))
    }
}

struct RemindersProvider: TimelineProvider {
    func placeholder(in context: Context) -> RemindersEntry {
        RemindersEntry(date: .now, reminders: [Reminder(id: "1", title: "Something to do"), Reminder(id: "2", title: "Something else")])
    }

    func getSnapshot(in context: Context, completion: @escaping (RemindersEntry) -> Void) {
        completion(RemindersEntry(date: .now, reminders: ReminderStore.reminders))
    }

    func getTimeline(in context: Context, completion: @escaping (Timeline<RemindersEntry>) -> Void) {
        completion(Timeline(entries: [RemindersEntry(date: .now, reminders: ReminderStore.reminders)], policy: .never))
    }
}

struct CheckToggleStyle: ToggleStyle {
    func makeBody(configuration: Configuration) -> some View {
        HStack {
            Image(systemName: configuration.isOn ? "checkmark.circle.fill" : "circle")
                .foregroundStyle(configuration.isOn ? AnyShapeStyle(.tint) : AnyShapeStyle(.secondary))
            configuration.label
                .strikethrough(configuration.isOn)
                .foregroundStyle(configuration.isOn ? .secondary : .primary)
            Spacer(minLength: 0)
        }
    }
}

struct RemindersView: View {
    let entry: RemindersEntry

    private var open: Int { entry.reminders.filter { !$0.isDone }.count }

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            HStack {
                Label("Reminders", systemImage: "list.bullet")
                    .font(.caption.bold())
                    .foregroundStyle(.orange)
                Spacer()
                Text(open, format: .number)
                    .font(.title2.bold())
                    .contentTransition(.numericText())
                    .invalidatableContent()
            }
            if entry.reminders.isEmpty {
                Text("Nothing to do")
                    .foregroundStyle(.secondary)
            } else {
                ForEach(entry.reminders.prefix(4)) { reminder in
                    Toggle(isOn: reminder.isDone, intent: ToggleReminderIntent(reminder: reminder)) {
                        Text(reminder.title)
                            .font(.footnote)
                            .lineLimit(1)
                            .truncationMode(.tail)
                    }
                    .toggleStyle(CheckToggleStyle())
                    if reminder != entry.reminders.prefix(4).last {
                        Divider()
                    }
                }
            }
            Spacer(minLength: 0)
        }
        .tint(.orange)
        .animation(.snappy, value: entry.reminders)
    }
}

@main
struct RemindersWidget: Widget {
    var body: some WidgetConfiguration {
        StaticConfiguration(kind: "Reminders", provider: RemindersProvider()) { entry in
            RemindersView(entry: entry)
                .containerBackground(.background, for: .widget)
        }
        .configurationDisplayName("Reminders")
        .description("What is still to be done.")
        .supportedFamilies([.systemSmall, .systemMedium])
    }
}
