import Foundation
import SwiftUI
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetKit

/// Seconds after a whole minute.
private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: 700_000_020 + seconds) }

/// A widget's timeline moves between its entries where its views follow a schedule.
@MainActor @Suite struct TimelineViewTests {
    private struct Entry: WidgetKit.TimelineEntry {
        var date: Date
        var relevance: TimelineEntryRelevance?
    }

    private struct Provider: WidgetKit.TimelineProvider {
        var timeline: WidgetKit.Timeline<Entry>
        func placeholder(in context: Context) -> Entry { timeline.entries[0] }
        func getSnapshot(in context: Context, completion: @escaping @Sendable (Entry) -> Void) { completion(timeline.entries[0]) }
        func getTimeline(in context: Context, completion: @escaping @Sendable (WidgetKit.Timeline<Entry>) -> Void) { completion(timeline) }
    }

    /// A timeline as the daemon gets it, of a widget whose view shows the seconds of a schedule's dates.
    private struct Answer {
        var timeline: ProvidedTimeline
        /// Seconds from the minute on, and the text that is shown from then on.
        var shown: [String]
        /// Those that are drawn again.
        var again: [String]

        init(_ timeline: ProvidedTimeline) throws {
            self.timeline = timeline
            var (shown, again) = ([String](), [String]())
            for entry in timeline.entries {
                let archive = try ArchiveCodec.decode(entry.archive)
                let text = archive.nodes.compactMap { if case .text(let text)? = $0.content { "\(text)" } else { nil } }.joined(separator: " ")
                let seconds = Date(entry.date).timeIntervalSinceReferenceDate - date(0).timeIntervalSinceReferenceDate
                shown.append("\(seconds.formatted()): \(text)")
                if entry.isRedrawn { again.append(shown[shown.count - 1]) }
            }
            (self.shown, self.again) = (shown, again)
        }
    }

    private func answer(
        _ entries: [Entry] = [Entry(date: date(0))], _ policy: TimelineReloadPolicy = .never, now: Double = 0, variants: [ViewTraits] = [],
        @ViewBuilder _ view: @escaping @MainActor (Entry) -> some View
    ) async throws -> Answer {
        let service = service(entries, policy, view)
        let request = request(now, variants)
        let bytes = try await service.answer(.timeline, try request.timelineRequestBytes())
        return try Answer(ProvidedTimeline(timelineResponse: bytes, family: .systemSmall))
    }

    private func service(_ entries: [Entry], _ policy: TimelineReloadPolicy, @ViewBuilder _ view: @escaping @MainActor (Entry) -> some View) -> ProviderService
    {
        let provider = Provider(timeline: WidgetKit.Timeline(entries: entries, policy: policy))
        var contents = _ProgramContents()
        StaticConfiguration(kind: "clock", provider: provider, content: view)._collect(into: &contents)
        return ProviderService(contents)
    }

    private func request(_ now: Double, _ variants: [ViewTraits] = []) -> ProviderRequest {
        ProviderRequest(kind: "clock", context: ProviderContext(family: .systemSmall, variants: variants, date: Timestamp(date(now))))
    }

    /// The seconds of a schedule's date.
    private func seconds(_ context: TimelineViewDefaultContext) -> Text { Text(verbatim: number(context)) }
    private func number(_ context: TimelineViewDefaultContext) -> String {
        (context.date.timeIntervalSinceReferenceDate - date(0).timeIntervalSinceReferenceDate).formatted()
    }

    @Test func eachMinuteIsDrawnUntilTheNextEntry() async throws {
        let entries = [Entry(date: date(30), relevance: TimelineEntryRelevance(score: 2)), Entry(date: date(180))]
        let answer = try await answer(entries, .after(date(250)), now: 30) { _ in TimelineView(.everyMinute) { seconds($0) } }
        // The end of an entry, and that of the timeline, are no dates of the entry before.
        #expect(answer.shown == ["30: 0", "60: 60", "120: 120", "180: 180", "240: 240"])
        #expect(answer.again == ["60: 60", "120: 120", "240: 240"])
        #expect(answer.timeline.entries.map { $0.relevance?.score } == [2, nil, nil, nil, nil])
        #expect(answer.timeline.policy == .after(Timestamp(date(250))) && answer.timeline.remarks.isEmpty)
    }

    @Test func datesOfAllViewsAreTaken() async throws {
        let answer = try await answer(one, policy(100)) { _ in
            VStack {
                TimelineView(.periodic(from: date(0), by: 40)) { outer in
                    seconds(outer)
                    TimelineView(.explicit([date(15), date(65), date(65.4)])) { seconds($0) }
                }
                TimelineView(.explicit([date(-9), date(80.6)])) { seconds($0) }
            }
        }
        // 65.4 comes too soon after 65, and 80.6 after 80.
        #expect(answer.shown == ["0: 0 0 -9", "15: 0 15 -9", "40: 40 15 -9", "65: 40 65 -9", "66: 40 65.4 -9", "80: 80 65.4 -9", "81: 80 65.4 80.6"])
    }

    @Test func aFasterScheduleIsDrawnOnceASecond() async throws {
        let cadence = try await answer(one, policy(4)) { _ in TimelineView(.animation) { Text(verbatim: "\(number($0)) \($0.cadence)") } }
        #expect(cadence.shown == ["0: 0 seconds", "1: 1 seconds", "2: 2 seconds", "3: 3 seconds"])
        let periodic = try await answer(one, policy(3)) { _ in TimelineView(.periodic(from: date(0), by: 0.25)) { seconds($0) } }
        #expect(periodic.shown == ["0: 0", "1: 1", "2: 2"])
        let paused = try await answer { _ in TimelineView(.animation(paused: true)) { seconds($0) } }
        #expect(paused.shown == ["0: 0"] && paused.timeline.remarks.isEmpty)
    }

    @Test func aScheduleThatOnlyHasComeOrIsYetToComeShowsWhatItCan() async throws {
        let past = try await answer { _ in TimelineView(.explicit([date(-20), date(-10)])) { seconds($0) } }
        #expect(past.shown == ["0: -10"])
        let future = try await answer { _ in TimelineView(.explicit([date(20), date(30)])) { seconds($0) } }
        #expect(future.shown == ["0: 0", "20: 20", "30: 30"])
    }

    @Test func inAlwaysOnAScheduleIsAskedForLessAndDrawnOnceAMinute() async throws {
        var dimmed = ViewTraits()
        dimmed.isLuminanceReduced = true
        let bytes = try await answer(one, policy(62), variants: [dimmed]) { _ in
            TimelineView(.periodic(from: date(0), by: 20)) { context in Text(verbatim: "\(number(context)) \(context.cadence)") }
        }
        let variants = try bytes.timeline.entries.map { entry in
            let variant = try #require(try ArchiveCodec.decode(entry.archive).variants.first)
            return variant.nodes.compactMap { if case .text(let text)? = $0.content { "\(text)" } else { nil } }.joined()
        }
        #expect(bytes.shown == ["0: 0 seconds", "20: 20 seconds", "40: 40 seconds", "60: 60 seconds"])
        #expect(variants == ["0 minutes", "0 minutes", "0 minutes", "60 minutes"])
        let animation = try await answer(one, policy(3), variants: [dimmed]) { _ in TimelineView(.animation) { seconds($0) } }
        #expect(animation.shown == ["0: 0", "1: 1", "2: 2"])
    }

    @Test func whatLooksTheSameIsNoFurtherEntry() async throws {
        let answer = try await answer(one, policy(150)) { _ in
            TimelineView(.periodic(from: date(0), by: 1)) { Text(verbatim: ($0.date.timeIntervalSinceReferenceDate / 60).rounded(.down).formatted()) }
        }
        #expect(answer.again.map { $0.prefix { $0 != ":" } } == ["60", "120"])
    }

    @Test func anEntryThatBeganLongAgoGoesOnFromNow() async throws {
        let entries = [Entry(date: date(-36_000)), Entry(date: date(-18_000))]
        let answer = try await answer(entries, .after(date(130)), now: 30) { _ in TimelineView(.everyMinute) { seconds($0) } }
        #expect(answer.shown == ["-36,000: -36,000", "-18,000: -18,000", "30: 0", "60: 60", "120: 120"])
    }

    @Test func aScheduleCountsFromItsEntry() async throws {
        struct Steps: TimelineSchedule {
            func entries(from startDate: Date, mode: Mode) -> [Date] { [10, 30, 80].map { startDate + $0 } }
        }
        let answer = try await answer([Entry(date: date(0)), Entry(date: date(60))]) { _ in TimelineView(Steps()) { seconds($0) } }
        #expect(answer.shown == ["0: 0", "10: 10", "30: 30", "60: 60", "70: 70", "90: 90", "140: 140"])
    }

    @Test func aTimelineTakesOnlySoMany() async throws {
        let entries = [0, 3_600, 7_200].map { Entry(date: date($0)) }
        let answer = try await answer(entries, .atEnd) { _ in TimelineView(.periodic(from: date(0), by: 30)) { seconds($0) } }
        #expect(answer.timeline.entries.count == Limits.entriesPerTimeline)
        #expect(answer.timeline.ownEntries.map(\.date) == entries.map { Timestamp($0.date) })
        #expect(answer.again.prefix(60).last == "1,800: 1,800" && answer.again.count == 97 && answer.again.last == "4,710: 4,710")
        #expect(answer.timeline.remarks == [RedrawingLimits.remark] && RedrawingLimits.remark.utf8.count <= Limits.remarkBytes)
        // Nobody knows when a timeline comes that the daemon chooses the date of.
        let open = try await self.answer([Entry(date: date(0))], .atEnd) { _ in TimelineView(.everyMinute) { seconds($0) } }
        #expect(open.again.count == RedrawingLimits.perEntry && open.timeline.policy == .atEnd && open.timeline.remarks.isEmpty)
    }

    @Test func aFullTimelineStaysAsItIs() async throws {
        let entries = (0..<Limits.entriesPerTimeline).map { Entry(date: date(Double($0) * 600)) }
        let answer = try await answer(entries) { _ in TimelineView(.everyMinute) { seconds($0) } }
        #expect(answer.timeline.entries.count == Limits.entriesPerTimeline && answer.again.isEmpty)
    }

    @Test func pictures() async throws {
        // Each date has a picture of 300 KB of its own: it is what no decoder would read, behind a header that is right.
        let answer = try await answer { _ in
            TimelineView(.everyMinute) { context in
                Image(png: Self.png + Data(repeating: UInt8(Int(context.date.timeIntervalSinceReferenceDate / 60) % 256), count: 300_000))
                seconds(context)
            }
        }
        #expect(answer.again.count == 5 && answer.timeline.images.count == 6)
        #expect(answer.timeline.remarks == [RedrawingLimits.remark])
    }

    private static let png =
        Data(base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==") ?? Data()

    @Test(arguments: Hostile.allCases) func noScheduleHangsOrFloodsATimeline(_ hostile: Hostile) async throws {
        let answer = try await answer([Entry(date: date(0)), Entry(date: date(600))]) { _ in TimelineView(HostileSchedule(kind: hostile)) { seconds($0) } }
        #expect(answer.timeline.ownEntries.count == 2)
        #expect(answer.timeline.entries.count <= 2 + 2 * RedrawingLimits.perEntry)
        #expect(answer.again.isEmpty == (hostile != .endless && hostile != .mixed), "\(answer.again)")
        if hostile == .mixed { #expect(answer.again == ["5: 5", "9: 9"]) }
    }

    @Test func aViewThatMakesNoArchiveAtALaterDateStandsStill() async throws {
        let answer = try await answer { _ in
            TimelineView(.everyMinute) { context in
                if context.date < date(60) { Text(verbatim: "fine") } else { ForEach(0..<2_000, id: \.self) { Text(verbatim: "\($0)") } }
            }
        }
        #expect(answer.shown == ["0: fine"])
        #expect(answer.timeline.remarks.first?.hasPrefix("from 2023-03-08T20:28:00Z on a TimelineView stands still: ") == true, "\(answer.timeline.remarks)")
    }

    @Test func aSnapshotAndAPlaceholderShowTheLastDateThatHasCome() async throws {
        for method in [ProviderMethod.snapshot, .placeholder] {
            let service = service([Entry(date: date(90))], .never) { _ in TimelineView(.everyMinute) { seconds($0) } }
            let bytes = try await service.answer(method, try request(0).entryRequestBytes())
            #expect(try Answer(ProvidedTimeline(entryResponse: bytes, family: .systemSmall)).shown == ["90: 60"])
        }
    }

    @Test func aTimelineMayNotBeginWithWhatIsDrawnAgain() async throws {
        var timeline = try await answer { _ in Text(verbatim: "text") }.timeline
        timeline.entries[0].isRedrawn = true
        let bytes = try timeline.timelineResponseBytes()
        let error = #expect(throws: WidgetError.self) { try ProvidedTimeline(timelineResponse: bytes, family: .systemSmall) }
        #expect(error?.message.hasPrefix("entries[0].redrawn: ") == true)
    }

    private let one = [Entry(date: date(0))]

    /// The next timeline is asked for so many seconds later.
    private func policy(_ seconds: Double) -> TimelineReloadPolicy { .after(date(seconds)) }
}

/// The ways in which a schedule can be wrong.
enum Hostile: CaseIterable {
    case backwards, still, nan, infinite, faraway, endless, mixed
}

private struct HostileSchedule: TimelineSchedule {
    var kind: Hostile

    func entries(from startDate: Date, mode: Mode) -> AnySequence<Date> {
        switch kind {
        case .backwards: AnySequence(sequence(first: startDate) { $0 - 1 })
        case .still: AnySequence(sequence(first: startDate) { $0 })
        case .nan: AnySequence(sequence(first: Date(timeIntervalSinceReferenceDate: .nan)) { $0 })
        case .infinite: AnySequence([Date(timeIntervalSinceReferenceDate: .infinity), Date(timeIntervalSinceReferenceDate: -.infinity)])
        case .faraway: AnySequence([Date(timeIntervalSinceReferenceDate: -1e300), Date(timeIntervalSinceReferenceDate: 1e300)])
        case .endless: AnySequence(sequence(first: startDate) { $0 + 1e-4 })
        case .mixed:
            AnySequence([5, .nan, 3, -2, 9, .infinity, 4].map { Date(timeIntervalSinceReferenceDate: date(0).timeIntervalSinceReferenceDate + $0) })
        }
    }
}

@Suite struct RedrawingDatesTests {
    private func dates(_ updates: [Double?], from start: Double = 0, until end: Double? = nil, now: Double = 0) -> [Double?] {
        var dates = RedrawingDates(from: date(start), until: end.map { Timestamp(date($0)) }, now: date(now))
        return updates.map { update in
            dates.next(update.map(date))
                .map { $0.timeIntervalSinceReferenceDate - date(0).timeIntervalSinceReferenceDate }
        }
    }

    @Test func datesThatLieCloserTogetherThanASecondAreOne() { #expect(dates([10, 10.5, 30]) == [10, 11, 30]) }

    @Test func theEndIsNoDateOfTheEntry() {
        #expect(dates([59.5], until: 60) == [59.5] && dates([60], until: 60) == [nil] && dates([nil], until: 60) == [nil])
        // The wire can't tell it apart from the end.
        #expect(dates([59.9999], until: 60) == [nil])
    }

    @Test func whatWasMissedComesAtOnce() {
        #expect(dates([10, 70], now: 65) == [65, 70])
        #expect(dates([10], until: 60, now: 65) == [nil])
    }

    @Test func datesThatTheWireCannotSayAreNone() {
        #expect(dates([1e300]) == [nil] && dates([0], from: 1e300) == [nil])
    }

    @Test func thereIsRoomForSoMuch() {
        var room = RedrawingRoom(entries: 2, bytes: 10)
        #expect(room.takeDrawing(after: 0) && room.takeEntry(of: 6) && !room.takeEntry(of: 5) && room.takeEntry(of: 4))
        #expect(!room.takeEntry(of: 0) && !room.takeDrawing(after: 0))
        var dates = RedrawingRoom(entries: 1, bytes: 1)
        #expect(dates.takeDrawing(after: RedrawingLimits.scannedDates) && !dates.takeDrawing(after: 1))
        var drawings = RedrawingRoom(entries: 1, bytes: 1)
        #expect((0...RedrawingLimits.drawings).map { _ in drawings.takeDrawing(after: 0) }.lastIndex(of: true) == RedrawingLimits.drawings - 1)
    }
}
