import Foundation
import Motion
import Testing

private func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }

@Suite("What a view shows of a schedule, and when")
struct TimelineUpdateTests {
    @Test("A view shows the last date that has come and is drawn again at the next")
    func between() {
        let update = TimelineUpdate(of: .periodic(from: date(0), by: 5), at: date(12))
        #expect(update.context == TimelineViewDefaultContext(date: date(10), cadence: .live))
        #expect(update.next == date(15))
    }

    @Test("Of a schedule that lies in the past a view shows the last date and isn't drawn again")
    func past() {
        let update = TimelineUpdate(of: .explicit([1, 2, 3].map(date)), at: date(10))
        #expect(update.context.date == date(3))
        #expect(update.next == nil)
    }

    @Test("Of a schedule that is still to come a view shows the moment until the first date")
    func future() {
        let update = TimelineUpdate(of: .explicit([20, 30].map(date)), at: date(10))
        #expect(update.context.date == date(10))
        #expect(update.next == date(20))
    }

    @Test("Of an empty schedule a view shows the moment and isn't drawn again")
    func empty() {
        for update in [TimelineUpdate(of: .explicit([Date]()), at: date(10)), TimelineUpdate(of: .animation, at: date(10), mode: .lowFrequency)] {
            #expect(update.context.date == date(10))
            #expect(update.next == nil)
        }
    }

    @Test("A slower cadence is a greater one")
    func order() {
        #expect(TimelineViewDefaultContext.Cadence.live < .seconds)
        #expect(TimelineViewDefaultContext.Cadence.seconds < .minutes)
        #expect(TimelineUpdate(of: .everyMinute, at: date(0), cadence: .minutes).context.cadence > .live)
    }

    @Test("A cadence skips the dates that come too soon, and stays in step with the schedule")
    func throttled() {
        let schedule = PeriodicTimelineSchedule(from: date(0), by: 0.5)
        var moment = date(0.3)
        var shown: [Double] = []
        for _ in 0..<4 {
            let update = TimelineUpdate(of: schedule, at: moment, cadence: .seconds)
            shown.append(update.context.date.timeIntervalSinceReferenceDate)
            moment = update.next ?? date(.nan)
        }
        #expect(shown == [0, 1, 2, 3])
        #expect(TimelineUpdate(of: schedule, at: date(0.3), cadence: .minutes).next == date(60))
        #expect(TimelineUpdate(of: schedule, at: date(0.3), cadence: .live).next == date(0.5))
    }

    @Test("What a cadence defers is shown as soon as the interval has passed")
    func deferred() {
        let schedule = ExplicitTimelineSchedule([date(0), date(10), date(20), date(1000)])
        let first = TimelineUpdate(of: schedule, at: date(0), cadence: .minutes)
        #expect(first.next == date(60))
        let second = TimelineUpdate(of: schedule, at: date(60), cadence: .minutes)
        #expect(second.context.date == date(20))
        #expect(second.next == date(1000))
    }

    @Test("A schedule that counts from its start goes on from there")
    func counted() {
        struct Steps: TimelineSchedule {
            func entries(from startDate: Date, mode: Mode) -> [Date] { [1, 3, 8].map { startDate + $0 } }
        }
        let update = TimelineUpdate(of: Steps(), from: date(100), at: date(104))
        #expect(update.context.date == date(103) && update.next == date(108))
        #expect(TimelineUpdate(of: Steps(), at: date(104)).next == date(105))
    }

    @Test("A view shows what its own cadence let it show, at whatever moment somebody looks")
    func looked() {
        func shown(_ now: Double) -> Double {
            TimelineUpdate(of: .periodic(from: date(0), by: 7), from: date(1), at: date(now), cadence: .minutes).context.date.timeIntervalSinceReferenceDate
        }
        // 60 s after 0, and 60 s after 56.
        #expect([1, 8, 59, 60, 70, 115, 116, 117].map(shown) == [0, 0, 0, 56, 56, 56, 112, 112])
    }

    @Test("A view whose schedule is paused shows the moment at which it was drawn first")
    func paused() {
        let update = TimelineUpdate(of: .animation(paused: true), from: date(10), at: date(20))
        #expect(update.context.date == date(10) && update.next == nil)
    }

    @Test("No interval makes a view busy", arguments: [0, -1, 1e-12, 1e-6, Double.nan, .infinity])
    func neverBusy(interval: Double) {
        for cadence in [TimelineViewDefaultContext.Cadence.live, .seconds, .minutes] {
            for (periodic, mode) in [(true, TimelineScheduleMode.normal), (false, .normal), (false, .lowFrequency)] {
                var moment = date(0.01)
                var draws = 0
                while draws < 1000 {
                    let update =
                        periodic
                        ? TimelineUpdate(of: PeriodicTimelineSchedule(from: date(0), by: interval), at: moment, mode: mode, cadence: cadence)
                        : TimelineUpdate(of: AnimationTimelineSchedule(minimumInterval: interval), at: moment, mode: mode, cadence: cadence)
                    draws += 1
                    guard let next = update.next else { break }
                    #expect(next > moment)
                    moment = next
                }
                let elapsed = moment.timeIntervalSinceReferenceDate
                let most: Double = elapsed / cadence.minimumInterval + 3
                #expect(Double(draws) <= most, "\(draws) draws in \(elapsed) s")
            }
        }
    }

    @Test("A schedule that never gets anywhere ends")
    func stuck() {
        struct Stuck: TimelineSchedule {
            var step: Double
            func entries(from startDate: Date, mode: Mode) -> some Sequence<Date> { sequence(first: date(0)) { $0 + step } }
        }
        #expect(TimelineUpdate(of: Stuck(step: 0), at: date(10)).context.date == date(0))
        #expect(TimelineUpdate(of: Stuck(step: -1), at: date(10)).next == nil)
        #expect(TimelineUpdate(of: Stuck(step: .nan), at: date(10)).context.date == date(0))
    }

    @Test("Moments and dates that are no numbers are survived", arguments: [Double.nan, .infinity, -Double.infinity, 1e300, -1e300])
    func unlikelyMoments(moment: Double) {
        for schedule in [PeriodicTimelineSchedule(from: date(0), by: 1), PeriodicTimelineSchedule(from: date(moment), by: 1)] {
            for cadence in [TimelineViewDefaultContext.Cadence.live, .minutes] {
                let update = TimelineUpdate(of: schedule, at: date(moment), cadence: cadence)
                if let next = update.next { #expect(next > date(moment)) }
            }
        }
        let update = TimelineUpdate(of: .explicit([date(1), date(moment), date(3)]), at: date(2))
        #expect(update.context.date == date(1))
        let next = moment == 1e300 ? date(1e300) : date(3)
        #expect(update.next == next)
    }
}
