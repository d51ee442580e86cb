import WidgetCore
import WidgetSettings

/// When a wall is dimmed.
struct DimmingHours {
    let dimming: WallSurface.Dimming
    /// Seconds that local time is ahead of UTC at a date.
    let offset: @Sendable (Timestamp) -> Int

    private static let day = 1_440

    /// Whether it is dimmed at a date. From and to the same minute it is always.
    func isDimmed(at date: Timestamp) -> Bool {
        let minute = Int(localSeconds(date) / 60)
        let (from, to) = (dimming.from, dimming.to)
        if from == to { return true }
        return from < to ? (from..<to).contains(minute) : minute >= from || minute < to
    }

    /// The next date after one at which that changes; nil: never.
    func nextChange(after date: Timestamp) -> Timestamp? {
        guard dimming.from != dimming.to else { return nil }
        let seconds = localSeconds(date)
        let waits = [dimming.from, dimming.to].map { minute in
            let wait = Int64(minute) * 60 - seconds
            return wait > 0 ? wait : wait + Int64(Self.day) * 60
        }
        guard let wait = waits.min() else { return nil }
        let next = Timestamp(milliseconds: date.milliseconds / 1_000 * 1_000 + wait * 1_000)
        // Where clocks are set forward or back meanwhile, the moment is looked for again from there.
        let shift = offset(next) - offset(date)
        return shift == 0 ? next : max(Timestamp(milliseconds: date.milliseconds + 1_000), Timestamp(milliseconds: next.milliseconds - Int64(shift) * 1_000))
    }

    /// Seconds since local midnight.
    private func localSeconds(_ date: Timestamp) -> Int64 {
        let day = Int64(Self.day) * 60
        let seconds = (date.milliseconds / 1_000 + Int64(offset(date))) % day
        return seconds < 0 ? seconds + day : seconds
    }
}
