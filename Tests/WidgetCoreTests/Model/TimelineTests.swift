import Testing
import WidgetCore

struct TimelineTests {
    private let now = Timestamp(milliseconds: 1_700_000_000_000)

    private func timeline(_ dates: [Milliseconds], archive: UInt8 = 1, policy: ReloadPolicy = .never) -> Timeline {
        let digest = ContentDigest(of: [archive])
        return Timeline(entries: dates.map { TimelineEntry(date: now + $0, archive: digest, size: 1) }, policy: policy, receivedAt: now)
    }

    @Test func aViewThatIsDatedAnewEachTimeBringsTheSame() {
        #expect(timeline([.zero]).bringsTheSame(as: timeline([.minutes(-5)]), from: now))
    }

    @Test func whatShowsSomethingElseNowOrLaterDoesNot() {
        let before = timeline([.minutes(-5)])
        #expect(!timeline([.zero], archive: 2).bringsTheSame(as: before, from: now))
        #expect(!timeline([.zero], policy: .atEnd).bringsTheSame(as: before, from: now))
        #expect(!timeline([.minutes(1)]).bringsTheSame(as: before, from: now))
        #expect(!timeline([.zero, .minutes(5)]).bringsTheSame(as: timeline([.minutes(-5), .minutes(5)]), from: now))
        #expect(timeline([.zero, .minutes(5)]).bringsTheSame(as: timeline([.zero, .minutes(5)]), from: now))
    }

    @Test func aSingleEntryThatIsDrawnAgainBringsTheSameWhileWhatComesIsTheSame() {
        /// An entry so long ago, and what it is drawn as later.
        func drawnAgain(_ age: Milliseconds, _ later: (Milliseconds, UInt8)...) -> Timeline {
            var timeline = timeline([age])
            timeline.entries += later.map { TimelineEntry(date: now + $0, archive: ContentDigest(of: [$1]), size: 1, isRedrawn: true) }
            return timeline
        }
        let before = drawnAgain(.minutes(-5), (.minutes(5), 2))
        #expect(drawnAgain(.zero, (.minutes(5), 2)).bringsTheSame(as: before, from: now))
        #expect(!drawnAgain(.zero, (.minutes(5), 3)).bringsTheSame(as: before, from: now))
        #expect(!drawnAgain(.zero).bringsTheSame(as: before, from: now))
        // The entry that is shown now counts, too.
        #expect(!drawnAgain(.minutes(-5), (.zero, 2)).bringsTheSame(as: drawnAgain(.minutes(-5), (.zero, 3)), from: now))
    }
}
