import Glibc
import Testing
import WidgetProviderKit

@testable import widgetd_provider_caffeine

@Suite("the caffeine log")
struct CaffeineTests {
    @Test("half is left after five hours, a quarter after ten")
    func decay() {
        var log = CaffeineLog()
        _ = log.log(.coffee, at: .noon, key: "1")
        #expect(log.total(at: .noon) == 95)
        #expect(log.total(at: .noon + .hours(5)) == 47.5)
        #expect(log.total(at: .noon + .hours(10)) == 23.75)
        #expect(log.total(at: .noon + .milliseconds(-1)) == 0)
    }

    @Test("entries come every quarter of an hour until nothing is left; a day is the most")
    func entries() {
        var log = CaffeineLog()
        _ = log.log(.coffee, at: .noon, key: "1")
        let provider = CaffeineProvider()
        let timeline = provider.timeline(of: log, from: .noon)
        #expect(timeline.entries[1].date == .noon + .minutes(15))
        #expect(timeline.entries.count == CaffeineProvider.entries && timeline.policy == .atEnd)
        let late = provider.timeline(of: log, from: .noon + .hours(36))
        #expect(late.entries.last.map { $0.total < CaffeineProvider.nothing } == true && late.policy == .never)
        #expect(provider.timeline(of: CaffeineLog(), from: .noon).entries.count == 1)
    }

    @Test("the same key logs once; old drinks are forgotten")
    func keys() {
        var log = CaffeineLog()
        let logged = [
            log.log(.espresso, at: .noon, key: "a"), log.log(.espresso, at: .noon + .hours(1), key: "a"), log.log(.cola, at: .noon + .hours(60), key: "b"),
        ]
        #expect(logged == [true, false, true])
        #expect(log.records.map(\.drink) == [.cola])
    }

    @Test("what is written is read again, whatever the key")
    func store() throws {
        let directory = TemporaryDirectory()
        let store = CaffeineStore(directory: directory.path + "/a/b")
        #expect(try store.load() == CaffeineLog())
        try LogDrinkIntent(drink: .coldBrew).perform(key: "key\twith\nbreaks", at: .noon, in: store)
        try LogDrinkIntent(drink: .coldBrew).perform(key: "key\twith\nbreaks", at: .noon, in: store)
        #expect(try store.load().records == [CaffeineLog.Record(date: .noon, drink: .coldBrew, key: "keywithbreaks")])
    }

    @Test("a file that isn't a log is an error that names the line, and stays as it is")
    func corrupt() throws {
        let directory = TemporaryDirectory()
        let text = "widgetd-caffeine 1\nbeans\n"
        directory.write("drinks", text)
        let store = CaffeineStore(directory: directory.path)
        #expect {
            try LogDrinkIntent(drink: .cola).perform(key: "1", at: .noon, in: store)
        } throws: { error in
            guard let error = error as? WidgetError else { return false }
            return error.code == .dataLoss && error.message.contains("line 2 is no drink: beans")
        }
        #expect(directory.read("drinks") == text)
    }

    @Test("an unknown drink is refused by name")
    func unknownDrink() {
        #expect(throws: WidgetError.self) { try LogDrinkIntent(parameters: ["drink": .text("beer")]) }
        #expect(throws: Never.self) { try LogDrinkIntent(parameters: LogDrinkIntent(drink: .cola).parameters) }
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
