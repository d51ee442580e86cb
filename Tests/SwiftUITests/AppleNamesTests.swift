import AppIntents
import Charts
import Foundation
import Testing
import WidgetCore
import WidgetKit

@testable import SwiftUI

/// Names that widgets of well-known apps use: each compiles as it does on Apple's platforms, and does what it can here.
@MainActor struct AppleNamesTests {
    private final class Model: ObservableObject {
        @Published var count = 1
        @Published var items = [Item(name: "a"), Item(name: "b")]
    }

    private struct Item: Identifiable {
        var name: String
        var id: String { name }
    }

    private struct Objects: View {
        @ObservedObject var observed: Model
        @StateObject var own = Model()
        @EnvironmentObject var handed: Model

        var body: some View {
            let (first, second) = ($observed.count, $handed.count)
            Text(verbatim: "\(first.wrappedValue) \(second.wrappedValue) \(own.count)")
            ForEach($observed.items) { $item in Text(verbatim: item.name) }
        }
    }

    private func texts(_ view: some View) throws -> [String] {
        try tree(of: view).archive().nodes.compactMap { if case .text(let text)? = $0.content { text } else { nil } }
    }

    @Test func objectsAreShownAsTheyAre() throws {
        let model = Model()
        model.count = 3
        #expect(try texts(Objects(observed: model).environmentObject(model)) == ["3 3 1", "a", "b"])
    }

    private struct Width: PreferenceKey {
        static let defaultValue: CGFloat = 0
        static func reduce(value: inout CGFloat, nextValue: () -> CGFloat) { value = max(value, nextValue()) }
    }

    @Test func eventsThatNeverComeChangeNothing() throws {
        let view = Text(verbatim: "a").preference(key: Width.self, value: 3).onPreferenceChange(Width.self) { _ in }
            .onReceive(NotificationCenter.default.publisher(for: Notification.Name("a"))) { _ in }
            .onGeometryChange(for: CGSize.self, of: { $0.size }, action: { _ in }).symbolEffect(.pulse).symbolEffect(.bounce.up, value: 1)
            .coordinateSpace(.named("a")).textSelection(.enabled).flipsForRightToLeftLayoutDirection(true)
        #expect(try texts(view) == ["a"])
    }

    @Test func backgroundsAndOverlaysOfColoursAreStyles() throws {
        let view = Text(verbatim: "a").background(Color.red.opacity(0.2)).overlay(LinearGradient(colors: [.red], startPoint: .top, endPoint: .bottom))
        #expect(try texts(view) == ["a"])
    }

    @Test func settingsAndMetrics() throws {
        struct Stored: View {
            @AppStorage("count", store: UserDefaults(suiteName: "org.example.names")) var count = 1
            @AppStorage("name", store: UserDefaults(suiteName: "org.example.names")) var name: String?
            @ScaledMetric(relativeTo: .body) var size: CGFloat = 10
            var body: some View { Text(verbatim: "\(count) \(name ?? "nobody") \(Double(size))") }
        }
        UserDefaults(suiteName: "org.example.names")?.set(7, forKey: "count")
        defer { UserDefaults(suiteName: "org.example.names")?.removePersistentDomain(forName: "org.example.names") }
        #expect(try texts(Stored()) == ["7 nobody 10.0"])
        #expect(try texts(Stored().environment(\.dynamicTypeSize, .xxxLarge)) == ["7 nobody 13.0"])
        #expect(ContentSizeCategory.large < .extraLarge && !ContentSizeCategory.extraLarge.isAccessibilityCategory)
    }

    @Test func aGroupOfAccessories() throws {
        let group = AccessoryWidgetGroup("Group") {
            Text(verbatim: "1")
            Text(verbatim: "2")
        }
        #expect(try texts(group.accessoryWidgetGroupStyle(.circular)) == ["Group", "1", "2"])
    }

    @Test func markdownAndDatesAsFormattersGiveThem() throws {
        let text = try AttributedString(markdown: "a **bold** [link](https://example.org)")
        #expect(String(text.characters) == "a bold link")
        #expect(text.runs.contains { $0[AttributeScopes.FontAttribute.self] != nil } && text.runs.contains { $0.link?.host() == "example.org" })
        let formatter = RelativeDateTimeFormatter()
        formatter.locale = Locale(identifier: "en")
        let now = Date()
        #expect(formatter.localizedString(for: now + 7_200, relativeTo: now) == "in 2 hours")
        #expect(formatter.localizedString(fromTimeInterval: -86_400) == "1 day ago")
        let day = DateFormatter()
        day.dateFormat = "yyyy"
        day.timeZone = .gmt
        #expect(try texts(Text("\(Date(timeIntervalSince1970: 0), formatter: day)")) == ["1970"])
    }

    private struct Clock: Sendable {
        var hour = 7
    }

    private struct AskIntent: AppIntent {
        static let title: LocalizedStringResource = "Ask"
        @Dependency private var clock: Clock
        @AppDependency(key: "other", default: Clock(hour: 3)) private var other: Clock
        func perform() async throws -> some IntentResult & ReturnsValue<Int> & ProvidesDialog { .result(value: clock.hour + other.hour, dialog: "Asked") }
    }

    @Test func anIntentHasWhatTheProgramGave() async throws {
        AppDependencyManager.shared.add(dependency: Clock(hour: 9))
        let outcome = try await IntentReflection.perform(AskIntent.self, with: [:], key: nil)
        #expect(outcome == IntentOutcome(value: "12", dialog: "Asked"))
    }

    @Test func theEnvironmentIsAsWhereNobodySaysAnything() throws {
        struct Reader: View {
            @Environment(\.scenePhase) var phase
            @Environment(\.controlSize) var size
            @Environment(\.textCase) var textCase
            @Environment(\.dismiss) var dismiss
            var body: some View { Text(verbatim: "\(phase) \(size) \(textCase == nil)") }
        }
        #expect(try texts(Reader()) == ["active regular true"])
    }

    @Test func aFileIsKeptByItsPath() async throws {
        let file = IntentFile(fileURL: URL(filePath: "/tmp/a.png"))
        #expect(file.filename == "a.png" && file._archived?.value == .text("/tmp/a.png"))
        #expect(try await IntentFile._decode(file._archived).fileURL == file.fileURL)
        await #expect(throws: (any Error).self) { try await IntentFile._decode(_ArchivedIntentValue(.text("a.png"))) }
    }

    @Test func anAxisOfSeveralParts() throws {
        let isShown = Bool.random()
        let chart = Chart { BarMark(x: .value("x", "a"), y: .value("y", Int16(3))) }
            .chartXAxis {
                AxisMarks(format: IntegerFormatStyle<Int>(), values: [1, 2])
                if isShown { AxisMarks { AxisValueLabel(anchor: .top, collisionResolution: .greedy(priority: 50)) } }
            }
        #expect(try !tree(of: chart).archive().nodes.isEmpty)
    }
}
