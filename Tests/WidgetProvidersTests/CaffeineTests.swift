import AppIntents
import Foundation
import Testing
import WidgetCore
import WidgetKit

@testable import CaffeineWidgets

@MainActor @Suite("the caffeine log")
struct CaffeineTests {
    private static let noon = Date(timeIntervalSince1970: Double(Timestamp.noon.milliseconds) / 1_000)

    private static func hours(_ hours: Double) -> Date { noon + hours * 3_600 }

    @Test("half is left after five hours, a quarter after ten")
    func decay() {
        var log = CaffeineLog()
        _ = log.log(.coffee, at: Self.noon, key: "1")
        #expect(log.total(at: Self.noon) == 95)
        #expect(log.total(at: Self.hours(5)) == 47.5)
        #expect(log.total(at: Self.hours(10)) == 23.75)
        #expect(log.total(at: Self.noon - 0.001) == 0)
    }

    @Test("entries come every quarter of an hour until nothing is left; a day is the most")
    func entries() {
        var log = CaffeineLog()
        _ = log.log(.coffee, at: Self.noon, key: "1")
        let provider = CaffeineProvider()
        let timeline = provider.timeline(of: log, from: Self.noon)
        #expect(timeline.entries[1].date == Self.hours(0.25))
        #expect(timeline.entries.count == CaffeineProvider.entries && timeline.policy == .atEnd)
        let late = provider.timeline(of: log, from: Self.hours(36))
        #expect(late.entries.last.map { $0.total < CaffeineProvider.nothing } == true && late.policy == .never)
        #expect(provider.timeline(of: CaffeineLog(), from: Self.noon).entries.count == 1)
    }

    @Test("the same key logs once; old drinks are forgotten")
    func keys() {
        var log = CaffeineLog()
        let logged = [
            log.log(.espresso, at: Self.noon, key: "a"), log.log(.espresso, at: Self.hours(1), key: "a"), log.log(.cola, at: Self.hours(60), key: "b"),
        ]
        #expect(logged == [true, false, true])
        #expect(log.records.map(\.drink) == [.cola])
    }

    @Test("what is written is read again, whatever the key")
    func store() throws {
        let directory = TemporaryDirectory()
        let store = CaffeineStore(directory: directory.path + "/a/b")
        #expect(try store.load() == CaffeineLog())
        for _ in 0..<2 { try store.log(.coldBrew, at: Self.noon, key: "key\twith\nbreaks") }
        #expect(try store.load().records == [CaffeineLog.Record(date: Self.noon, drink: .coldBrew, key: "keywithbreaks")])
        #expect(directory.read("a/b/drinks") == "widgetd-caffeine 1\n\(Timestamp.noon.milliseconds)\tcoldBrew\tkeywithbreaks\n")
    }

    @Test("a file that isn't a log is an error that names the line, and stays as it is")
    func corrupt() throws {
        let directory = TemporaryDirectory()
        let text = "widgetd-caffeine 1\nbeans\n"
        directory.write("drinks", text)
        let store = CaffeineStore(directory: directory.path)
        let error = #expect(throws: WidgetError.self) { try store.log(.cola, at: Self.noon, key: "1") }
        #expect(error?.code == .dataLoss && error?.message.contains("line 2 is no drink: beans") == true, "\(error?.message ?? "")")
        #expect(directory.read("drinks") == text)
    }

    @Test("an unknown drink is refused by name, and so is none")
    func unknownDrink() async throws {
        for (parameters, reason) in [(["drink": .text("beer")], "must be one of espresso"), ([:], "needs a value")] as [(Parameters, String)] {
            let error = await #expect(throws: WidgetError.self) { try await IntentReflection.perform(LogDrinkIntent.self, with: parameters, key: nil) }
            #expect(error?.message.hasPrefix("parameters.drink: \(reason)") == true, "\(error?.message ?? "")")
        }
        let kept = IntentReflection.parameters(of: LogDrinkIntent(drink: .cola))
        #expect(kept == ["drink": .text("cola")])
        #expect(try await IntentReflection.intent(LogDrinkIntent.self, with: kept).drink == .cola)
    }

    @Test("each button of the views is named after its drink")
    func buttons() throws {
        func names(_ family: WidgetKit.WidgetFamily) throws -> [String] {
            try archive(of: CaffeineView(entry: .sample), family: family).actions.map(\.id)
        }
        #expect(try names(.systemSmall) == ["log-espresso"])
        #expect(try names(.systemMedium) == ["log-espresso", "log-cappuccino", "log-coldBrew"])
        #expect(try names(.systemLarge).suffix(3) == ["log-coffee", "log-blackTea", "log-cola"])
    }

    @Test("the state's place: systemd's, then XDG's, then the home directory's")
    func place() throws {
        func directory(_ environment: [String: String]) throws -> String { try CaffeineStore.standard { environment[$0] }.directory }
        #expect(try directory(["STATE_DIRECTORY": "/var/lib/x", "XDG_STATE_HOME": "/s"]) == "/var/lib/x")
        #expect(try directory(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/widgetd-caffeine")
        #expect(try directory(["HOME": "/h"]) == "/h/.local/state/widgetd-caffeine")
        #expect(throws: WidgetError.self) { try directory(["HOME": "relative"]) }
    }
}
