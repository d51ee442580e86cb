import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering

@Suite("The stack as text")
struct StackRenderingTests {
    private let rendering = StackRendering(dates: dates, style: .plain, width: nil)

    private func state() -> ProtoStackState {
        .with {
            $0.cards = [
                .with {
                    $0.place = 1
                    $0.kind = "soon"
                    $0.displayName = "Soon\u{1B}[2J"
                    $0.parameters = ["n": .with { $0.text = "stand-up" }]
                    $0.score = 85
                    $0.pinned = true
                    $0.replaces = [firstID]
                    $0.clues = [
                        .with {
                            $0.clue = "scheduled"
                            $0.isTrue = true
                            $0.points = 80
                            $0.since = date(-120)
                            $0.changesAt = date(240)
                        },
                        .with {
                            $0.clue = "on battery"
                            $0.isTrue = true
                            $0.points = 50
                        },
                    ]
                },
                .with {
                    $0.place = 2
                    $0.widgetID = secondID
                    $0.displayName = "System"
                    $0.why = "it isn't relevant now; it fills a free place of the stack"
                },
            ]
            $0.nextChange = date(240)
            $0.absent = [
                .with {
                    $0.kind = "gym"
                    $0.displayName = "Gym"
                    $0.clues = [
                        .with {
                            $0.clue = "fitness"
                            $0.reason = "never true here"
                        }
                    ]
                }
            ]
            $0.circumstances.onBattery = true
            $0.circumstances.networksKnown = true
            $0.circumstances.networks = ["Büro", "vpn"]
            $0.kinds = [
                .with {
                    $0.kind = "soon"
                    $0.attributes = 3
                    $0.answeredAt = date(-60)
                }
            ]
        }
    }

    @Test("cards in their order, each clue with its points, and when the clock changes it")
    func cards() {
        #expect(
            rendering.text(state()) == """
                 1  Soon\u{FFFD}[2J (n=stand-up)  85 points  card of soon  pinned
                      + scheduled: 80 points, since 2 min ago, until 14:09:00 (in 4 min)
                      + on battery: 50 points
                      in place of 01979a3c-0000
                 2  System  0 points  01979a3c-0000
                      it isn't relevant now; it fills a free place of the stack
                The next change by the clock: 14:09:00 (in 4 min).

                """)
    }

    @Test("--all adds what isn't shown, what the machine says, and who is asked when")
    func all() {
        let text = rendering.text(state(), withAll: true)
        #expect(
            text.hasSuffix(
                """

                Not shown
                 -  Gym  0 points  card of gym
                      · fitness: not now, never true here

                The machine's own clues
                  power       battery
                  networks    Büro, vpn
                  metered     not known
                  audio jack  not known
                  display     not known
                  session     not known

                KIND  CARDS  ASKED      NEXT              LAST ERROR
                soon      3  1 min ago  when invalidated  -

                """), "\(text)")
    }

    @Test("an empty stack says so, and its JSON has its lists")
    func empty() throws {
        #expect(rendering.text(ProtoStackState()).hasPrefix("The stack is empty"))
        #expect(try JSONOutput.object(ProtoStackState()) == #"{"format":"widgetctl/v2","cards":[],"absent":[],"kinds":[]}"#)
    }

    @Test("A card whose device is away, or whose provider fails, says so with the age of what it shows")
    func trouble() {
        let state = ProtoStackState.with {
            $0.cards = [
                .with {
                    ($0.place, $0.widgetID, $0.why, $0.unavailable, $0.receivedAt) = (
                        1, firstID, "it fills the stack", "the device 'pc' isn't connected", date(-300)
                    )
                },
                .with { ($0.place, $0.widgetID, $0.why, $0.lastError) = (2, secondID, "it fills the stack", "no such city") },
            ]
        }
        let lines = rendering.text(state).split(separator: "\n").map { $0.trimmingPrefix(while: \.isWhitespace) }
        #expect(lines.contains("away, 5 min: the device 'pc' isn't connected") && lines.contains("failed: no such city"), "\(lines)")
    }
}
