package import WidgetCore

/// Text that follows the clock, as it is at one moment, and when it changes next.
package struct LiveTextFormatter {
    private let now: Timestamp
    /// Seconds east of UTC in a zone at a date; an empty name is the surface's own zone. Nil: the zone is unknown.
    private let zoneOffset: @Sendable (_ zone: String, _ date: Timestamp) -> Int?
    /// False: ASCII alone.
    private let isUnicode: Bool

    package init(now: Timestamp, zoneOffset: @escaping @Sendable (_ zone: String, _ date: Timestamp) -> Int?, isUnicode: Bool = true) {
        (self.now, self.zoneOffset, self.isUnicode) = (now, zoneOffset, isUnicode)
    }

    package func text(of live: LiveText) -> (text: String, nextTick: Timestamp?) {
        switch live.style {
        case .time: (dated(live, live.date, Self.time), nil)
        case .date: (dated(live, live.date, Self.day), nil)
        case .relative: distance(to: live.date, signed: false)
        case .offset: distance(to: live.date, signed: true)
        case .timer: timer(live)
        case .currentTime: current(live, unit: 60, Self.time)
        case .currentDate: current(live, unit: Self.secondsPerDay, Self.day)
        }
    }

    /// How far a range has come, 0 to 1, and when it is further by one of `steps`. One that counts down goes from 1 to 0.
    package func fraction(from start: Timestamp, to end: Timestamp, countsDown: Bool, steps: Int) -> (fraction: Double, nextTick: Timestamp?) {
        let total = max(1, (end - start).count)
        let elapsed = min(max(0, (now - start).count), total)
        let fraction = now < end ? Double(elapsed) / Double(total) : 1
        return (countsDown ? 1 - fraction : fraction, nextStep(from: start, to: end, total: total, steps: steps))
    }

    /// When a bar between two dates looks different; nil: never again.
    private func nextStep(from start: Timestamp, to end: Timestamp, total: Int64, steps: Int) -> Timestamp? {
        guard now < end else { return nil }
        guard now >= start else { return start + .milliseconds(1) }
        // Once a second at most, which is as fast as anyone looks at a bar.
        return min(end, now + .milliseconds(max(1_000, total / Int64(max(1, steps)))))
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]

    private static let secondsPerDay: Int64 = 86_400

    private static func time(_ parts: Timestamp.Components) -> String { "\(padded(parts.hour)):\(padded(parts.minute))" }

    private static func day(_ parts: Timestamp.Components) -> String { "\(parts.day) \(months[parts.month - 1]) \(parts.year)" }

    private func dated(_ live: LiveText, _ date: Timestamp, _ format: (Timestamp.Components) -> String) -> String {
        guard let seconds = zoneOffset(live.timeZone, date) else {
            if !live.fallback.isEmpty { return live.fallback }
            return format(date.utcComponents) + " UTC"
        }
        return format((date + .seconds(Int64(seconds))).utcComponents)
    }

    /// The text of a clock in the text's time zone, and when it changes.
    /// - Parameter unit: the seconds after which it changes.
    private func current(_ live: LiveText, unit: Int64, _ format: (Timestamp.Components) -> String) -> (text: String, nextTick: Timestamp?) {
        let offset = Int64(zoneOffset(live.timeZone, now) ?? 0)
        let next = now + .milliseconds(unit * 1_000 - Self.remainder(now.milliseconds + offset * 1_000, unit * 1_000))
        // If the clock goes forward before then, the text changes sooner. If it goes back, the text stays for longer, and one tick changes nothing.
        let forward = max(0, Int64(zoneOffset(live.timeZone, next) ?? 0) - offset)
        let isKnown = zoneOffset(live.timeZone, now) != nil || live.fallback.isEmpty
        return (dated(live, now, format), isKnown ? max(next + .seconds(-forward), now + .milliseconds(1)) : nil)
    }

    /// A remainder that is never negative, also for dates before 1970.
    private static func remainder(_ number: Int64, _ unit: Int64) -> Int64 { ((number % unit) + unit) % unit }

    /// `2 hours`; with its sign `+2 hours`, where plus is the past: so much has passed since then.
    private func distance(to date: Timestamp, signed: Bool) -> (text: String, nextTick: Timestamp?) {
        let isFuture = date > now
        let milliseconds = isFuture ? (date - now).count : (now - date).count
        let (name, unit) = Self.unit(of: milliseconds)
        let count = milliseconds / unit
        let sign = !signed || count == 0 ? "" : !isFuture ? "+" : isUnicode ? "−" : "-"
        let text = "\(sign)\(count) \(name)\(count == 1 ? "" : "s")"
        // In the past the number grows at the next whole unit; in the future it shrinks just after this one.
        let change = isFuture ? date + .milliseconds(1 - count * unit) : date + .milliseconds((count + 1) * unit)
        return (text, max(change, now + .milliseconds(1)))
    }

    private static func unit(of milliseconds: Int64) -> (name: String, milliseconds: Int64) {
        let day: Int64 = 86_400_000
        switch milliseconds {
        case ..<60_000: return ("second", 1_000)
        case ..<3_600_000: return ("minute", 60_000)
        case ..<day: return ("hour", 3_600_000)
        case ..<(14 * day): return ("day", day)
        case ..<(60 * day): return ("week", 7 * day)
        // Months and years of the mean length, as people speak of them.
        case ..<(730 * day): return ("month", 2_629_746_000)
        default: return ("year", 31_556_952_000)
        }
    }

    /// `36:59`, `1:02:03`: what is left is rounded up and what has passed down, so that both end on the second.
    private func timer(_ live: LiveText) -> (text: String, nextTick: Timestamp?) {
        let isPaused = live.pause.map { self.now >= $0 } ?? false
        let now = isPaused ? live.pause ?? self.now : self.now
        let clock = live.end.map { min(max(now, live.date), $0) } ?? now
        let target = live.end ?? live.date
        let countsDown = live.countsDown || (live.end == nil && clock < live.date)
        let milliseconds = max(0, countsDown ? (target - clock).count : (clock - live.date).count)
        let seconds = countsDown ? (milliseconds + 999) / 1_000 : milliseconds / 1_000
        let text = duration(seconds)
        let isOver = countsDown ? now >= target && (live.countsDown || live.end != nil) : live.end.map { now >= $0 } ?? false
        if isPaused || isOver { return (text, nil) }
        if now < live.date, live.end != nil { return (text, live.date + .milliseconds(1)) }
        let change = countsDown ? target + .milliseconds(-(seconds - 1) * 1_000) : live.date + .seconds(seconds + 1)
        return (text, max(change, now + .milliseconds(1)))
    }

    private func duration(_ seconds: Int64) -> String {
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        return hours > 0 ? "\(hours):\(Self.padded(Int(minutes))):\(Self.padded(Int(seconds % 60)))" : "\(minutes):\(Self.padded(Int(seconds % 60)))"
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
