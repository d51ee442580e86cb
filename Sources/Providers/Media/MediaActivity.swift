import ActivityKit
import Dispatch
import Glibc
import SwiftUI
import WidgetKit

package enum MediaProgram {
    /// As a service of the user's session (`follow`), it shows what plays. Started by the daemon, it draws the views.
    @MainActor package static func main(_ arguments: [String]) {
        if arguments.first == "follow" { follow() }
        MediaBundle.main()
    }

    private static func follow() -> Never {
        Task {
            let follower = MediaFollower(bus: .user) { FileHandle.standardError.write(Data("\($0)\n".utf8)) }
            do {
                try await follower.run()
            } catch {
                follower.log("there is no session bus: \(error)")
                exit(EX_UNAVAILABLE)
            }
            exit(EX_OK)
        }
        dispatchMain()
    }
}

struct MediaBundle: WidgetBundle {
    var body: some Widget {
        MediaActivity()
        MediaControl()
    }
}

/// The title that a media player plays.
struct MediaAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable {
        var title: String
        var artist = ""
        var isPlaying: Bool
        /// While it plays: the date at which position 0 would have been, so that the position follows from the clock.
        var begin: Date?
        /// While it is paused: the position in seconds.
        var position: Double?
        /// The length in seconds. Nil for a stream without an end.
        var length: Double?
        var canGoNext = false
        var canGoPrevious = false
    }

    /// For people, such as `mpv`.
    var player: String
    /// The player's name on the bus.
    var busName: String
}

struct MediaActivity: Widget {
    var body: some WidgetConfiguration {
        ActivityConfiguration(for: MediaAttributes.self) { context in
            MediaView(context: context)
        } dynamicIsland: { context in
            DynamicIsland {
                DynamicIslandExpandedRegion(.leading) { MediaIcon(state: context.state) }
                DynamicIslandExpandedRegion(.center) {
                    VStack {
                        MediaTitle(state: context.state)
                        MediaArtist(context: context)
                    }
                }
                DynamicIslandExpandedRegion(.trailing) { MediaPosition(state: context.state) }
                DynamicIslandExpandedRegion(.bottom) {
                    VStack {
                        MediaProgress(state: context.state)
                        MediaButtons(context: context)
                    }
                }
            } compactLeading: {
                MediaIcon(state: context.state)
            } compactTrailing: {
                MediaTitle(state: context.state)
            } minimal: {
                MediaIcon(state: context.state)
            }
        }
        .supplementalActivityFamilies([.small])
    }
}

#Preview("Content", as: .content, using: MediaAttributes(player: "mpv", busName: "org.mpris.MediaPlayer2.mpv")) {
    MediaActivity()
} contentStates: {
    MediaAttributes.ContentState(title: "A Song", artist: "A Singer", isPlaying: true, begin: .now - 60, length: 240, canGoNext: true)
    MediaAttributes.ContentState(title: "A Song", artist: "A Singer", isPlaying: false, position: 75, length: 240, canGoNext: true)
}
