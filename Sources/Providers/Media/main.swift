import Glibc
import Systemd
import WidgetProviderKit

// As a service of the user's session it shows what plays; started by the daemon it draws that.
if CommandLine.arguments.dropFirst().first == "follow" {
    let follower = MediaFollower(bus: .user, socket: nil) { text in
        var line = text + "\n"
        _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
    do {
        try await follower.run()
    } catch {
        follower.log("there is no session bus: \(error)")
        exit(EX_UNAVAILABLE)
    }
    exit(EX_OK)
}

ProviderMain.run(
    activities: [
        ActivityConfiguration(for: MediaAttributes.self) { context in
            MediaView(context: context).content
        } dynamicIsland: { context in
            MediaView(context: context).island
        }
        .supplementalActivityFamilies([.small])
    ],
    controls: [
        StaticControlConfiguration(kind: MediaControl.kind, provider: MediaControl()) { value in
            ControlWidgetToggle("Play", isOn: value.isPlaying, symbol: value.isPlaying ? "play" : "pause", status: value.title, action: PlayIntent())
        }
        .description("Has the media player go on, or pause")
    ],
    intents: [MediaIntent.self, PlayIntent.self])
