package import WidgetCore

/// Text that follows the clock, as it is at one moment, and when it changes next.
package struct LiveTextFormatter {
    private let now: Timestamp
    private let localTime: LocalTime
    /// False: ASCII alone.
    private let isUnicode: Bool
    /// A distance has one unit, and not two.
    private let isBrief: Bool

    package init(now: Timestamp, localTime: LocalTime, isUnicode: Bool = true, isBrief: Bool = false) {
        (self.now, self.localTime, self.isUnicode, self.isBrief) = (now, localTime, isUnicode, isBrief)
    }

    private var formats: LocaleFormats { localTime.formats }

    package func text(of live: LiveText) -> (text: String, nextTick: Timestamp?) {
        switch live.style {
        case .time: (dated(live, live.date, formats.time), nil)
        case .date: (dated(live, live.date, formats.date), nil)
        case .relative: distance(to: live.date)
        case .offset: offset(to: live.date)
        case .timer: timer(live)
        case .currentTime: current(live, unit: 60, formats.time)
        case .currentDate: current(live, unit: Self.secondsPerDay, formats.date)
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

    private static let secondsPerDay: Int64 = 86_400

    private func dated(_ live: LiveText, _ date: Timestamp, _ format: (Timestamp.Components) -> String) -> String {
        guard let seconds = localTime.zoneOffset(live.timeZone, date) else {
            if !live.fallback.isEmpty { return live.fallback }
            return format(date.utcComponents) + " UTC"
        }
        return format((date + .seconds(Int64(seconds))).utcComponents)
    }

    /// The text of a clock in the text's time zone, and when it changes.
    /// - Parameter unit: the seconds after which it changes.
    private func current(_ live: LiveText, unit: Int64, _ format: (Timestamp.Components) -> String) -> (text: String, nextTick: Timestamp?) {
        let offset = Int64(localTime.zoneOffset(live.timeZone, now) ?? 0)
        let next = now + .milliseconds(unit * 1_000 - Self.remainder(now.milliseconds + offset * 1_000, unit * 1_000))
        // If the clock goes forward before then, the text changes sooner. If it goes back, the text stays for longer, and one tick changes nothing.
        let forward = max(0, Int64(localTime.zoneOffset(live.timeZone, next) ?? 0) - offset)
        let isKnown = localTime.zoneOffset(live.timeZone, now) != nil || live.fallback.isEmpty
        return (dated(live, now, format), isKnown ? max(next + .seconds(-forward), now + .milliseconds(1)) : nil)
    }

    /// A remainder that is never negative, also for dates before 1970.
    private static func remainder(_ number: Int64, _ unit: Int64) -> Int64 { ((number % unit) + unit) % unit }

    /// `2 hr, 23 min`: the largest unit, and the next smaller one where there is any of it. Both ways it is the time between the date and now.
    private func distance(to date: Timestamp) -> (text: String, nextTick: Timestamp?) {
        let milliseconds = ((date - now).count).magnitude
        let units = Self.units
        let first = units.firstIndex { milliseconds >= $0.milliseconds } ?? units.count - 1
        let count = milliseconds / units[first].milliseconds
        let whole = count * units[first].milliseconds
        var parts = [(count: Int64(count), unit: units[first].unit)]
        var (from, until) = (whole, whole + units[first].milliseconds)
        if !isBrief, first + 1 < units.count {
            let second = units[first + 1]
            let rest = (milliseconds - whole) / second.milliseconds
            if rest > 0 { parts.append((count: Int64(rest), unit: second.unit)) }
            from = whole + rest * second.milliseconds
            until = min(until, from + second.milliseconds)
        }
        return (formats.shortLength(parts), change(of: date, from: from, until: until))
    }

    /// `+2 hours`, where plus is the past: so much has passed since then.
    private func offset(to date: Timestamp) -> (text: String, nextTick: Timestamp?) {
        let milliseconds = ((date - now).count).magnitude
        let (unit, length) = Self.unit(of: milliseconds)
        let count = milliseconds / length
        let sign = count == 0 ? "" : date <= now ? "+" : isUnicode ? "−" : "-"
        return (sign + formats.length(Int64(count), unit), change(of: date, from: count * length, until: (count + 1) * length))
    }

    /// When a distance looks different. A distance into the past grows until `until`; one into the future shrinks, and looks different below `from`.
    private func change(of date: Timestamp, from: UInt64, until: UInt64) -> Timestamp {
        let change = date > now ? date + .milliseconds(1 - Int64(from)) : date + .milliseconds(Int64(until))
        return max(change, now + .milliseconds(1))
    }

    /// Months and years have the mean length, as people speak of them.
    private static let units: [(unit: LocaleFormats.Unit, milliseconds: UInt64)] = [
        (.year, 31_556_952_000), (.month, 2_629_746_000), (.week, 604_800_000), (.day, 86_400_000), (.hour, 3_600_000), (.minute, 60_000), (.second, 1_000),
    ]

    /// The unit of a distance that has one unit alone: the one by which people would say it.
    private static func unit(of milliseconds: UInt64) -> (unit: LocaleFormats.Unit, milliseconds: UInt64) {
        let day: UInt64 = 86_400_000
        return switch milliseconds {
        case ..<60_000: units[6]
        case ..<3_600_000: units[5]
        case ..<day: units[4]
        case ..<(14 * day): units[3]
        case ..<(60 * day): units[2]
        case ..<(730 * day): units[1]
        default: units[0]
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
        let text = hours > 0 ? "\(hours):\(Self.padded(Int(minutes))):\(Self.padded(Int(seconds % 60)))" : "\(minutes):\(Self.padded(Int(seconds % 60)))"
        return formats.digits(text)
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
