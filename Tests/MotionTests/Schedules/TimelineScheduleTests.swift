import Foundation
import Motion
import Testing

private func seconds(_ dates: some Sequence<Date>, first count: Int) -> [Double] { dates.prefix(count).map(\.timeIntervalSinceReferenceDate) }
private func ascend(_ dates: [Double]) -> Bool { zip(dates, dates.dropFirst()).allSatisfy { $0 < $1 } }
private func areFinite(_ dates: [Double]) -> Bool { dates.allSatisfy { $0.isFinite } }
private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

@Suite("Timeline schedules")
struct TimelineScheduleTests {
    @Test("A periodic schedule begins with the last date before the moment asked for")
    func periodic() {
        let schedule = PeriodicTimelineSchedule(from: date(0), by: 5)
        #expect(seconds(schedule.entries(from: date(12), mode: .normal), first: 3) == [10, 15, 20])
        #expect(seconds(schedule.entries(from: date(10), mode: .normal), first: 2) == [10, 15])
        #expect(seconds(schedule.entries(from: date(12), mode: .lowFrequency), first: 3) == [10, 15, 20])
    }

    @Test("A periodic schedule that is still to start begins with its start")
    func periodicFuture() {
        #expect(seconds(PeriodicTimelineSchedule(from: date(100), by: 10).entries(from: date(75), mode: .normal), first: 2) == [100, 110])
    }

    @Test("The dates of a periodic schedule don't drift", arguments: [0.1, 1.0 / 3, 7.7, 86400])
    func periodicExact(interval: Double) {
        let dates = seconds(PeriodicTimelineSchedule(from: date(3), by: interval).entries(from: date(3), mode: .normal), first: 10_000)
        let exact = (0..<10_000).map { 3 + Double($0) * interval }
        #expect(dates == exact)
    }

    @Test("A periodic schedule asked at one of its own dates begins with it, however the division rounds", arguments: [0.1, 0.7, 1.0 / 3, 1.1])
    func periodicOnItsDates(interval: Double) {
        let schedule = PeriodicTimelineSchedule(from: date(0), by: interval)
        for index in 0..<3000 {
            let moment = Double(index) * interval
            #expect(seconds(schedule.entries(from: date(moment), mode: .normal), first: 1) == [moment])
        }
    }

    @Test("An interval that can't be counted leaves the start alone", arguments: [0, -1, Double.nan, .infinity, -Double.infinity])
    func badInterval(interval: Double) {
        for moment in [-5.0, 0, 5, 1e300] {
            #expect(seconds(PeriodicTimelineSchedule(from: date(2), by: interval).entries(from: date(moment), mode: .normal), first: 3) == [2])
        }
    }

    @Test("An interval too short for a date to tell is made long enough, so that dates ascend")
    func shortInterval() {
        let dates = seconds(PeriodicTimelineSchedule(from: date(8e8), by: 1e-12).entries(from: date(8e8), mode: .normal), first: 100)
        #expect(dates.count == 100)
        #expect(ascend(dates))
    }

    @Test(
        "Dates beyond any calendar end a schedule and don't trap",
        arguments: [1e18, 1e300, -1e300, Double.greatestFiniteMagnitude, .infinity, -Double.infinity, .nan])
    func beyondCalendars(moment: Double) {
        for origin in [0, 1e18, -1e18, 1e300, -Double.greatestFiniteMagnitude, .infinity, .nan] {
            for interval: Double in [1e-9, 1, 1e17, 1e308] {
                let dates = seconds(PeriodicTimelineSchedule(from: date(origin), by: interval).entries(from: date(moment), mode: .normal), first: 50)
                #expect(ascend(dates))
                #expect(areFinite(dates))
            }
        }
        #expect(areFinite(seconds(EveryMinuteTimelineSchedule().entries(from: date(moment), mode: .normal), first: 50)))
        #expect(areFinite(seconds(AnimationTimelineSchedule().entries(from: date(moment), mode: .normal), first: 50)))
    }

    @Test("Every minute begins with the minute that the moment lies in")
    func everyMinute() {
        #expect(seconds(EveryMinuteTimelineSchedule().entries(from: date(2335), mode: .normal), first: 3) == [2280, 2340, 2400])
        #expect(seconds(EveryMinuteTimelineSchedule().entries(from: date(-1), mode: .normal), first: 2) == [-60, 0])
        #expect(seconds(EveryMinuteTimelineSchedule().entries(from: date(120), mode: .normal), first: 2) == [120, 180])
    }

    @Test("An explicit schedule is its dates, whatever is asked for")
    func explicit() {
        let dates = [1.0, 2, 30].map(date)
        #expect(ExplicitTimelineSchedule(dates).entries(from: date(10), mode: .lowFrequency) == dates)
    }

    @Test("An animation's schedule ticks 120 times a second, or as often as it is allowed to")
    func animation() {
        let frames: [Double] = [7, 7 + 1.0 / 120, 7 + 2.0 / 120]
        #expect(seconds(AnimationTimelineSchedule().entries(from: date(7), mode: .normal), first: 3) == frames)
        #expect(seconds(AnimationTimelineSchedule(minimumInterval: 0.25).entries(from: date(7), mode: .normal), first: 3) == [7, 7.25, 7.5])
    }

    @Test("An animation's schedule is empty when paused or when the screen is dimmed")
    func animationPaused() {
        #expect(seconds(AnimationTimelineSchedule(paused: true).entries(from: date(0), mode: .normal), first: 1).isEmpty)
        #expect(seconds(AnimationTimelineSchedule().entries(from: date(0), mode: .lowFrequency), first: 1).isEmpty)
    }

    @Test("An animation's interval that is no number above zero is the display's", arguments: [0, -3, Double.nan, -Double.infinity])
    func animationBadInterval(interval: Double) {
        let frames: [Double] = [0, 1.0 / 120]
        #expect(seconds(AnimationTimelineSchedule(minimumInterval: interval).entries(from: date(0), mode: .normal), first: 2) == frames)
    }

    @Test("Schedules are written with a leading dot")
    func leadingDot() {
        func count(_ schedule: some TimelineSchedule) -> Int { Array(schedule.entries(from: date(0), mode: .normal).prefix(4)).count }
        #expect(count(.everyMinute) == 4)
        #expect(count(.periodic(from: date(0), by: 2)) == 4)
        #expect(count(.explicit([date(0), date(1)])) == 2)
        #expect(count(.animation) == 4)
        #expect(count(.animation(minimumInterval: 1)) == 4)
        #expect(count(.animation(minimumInterval: 1, paused: true)) == 0)
    }
}
