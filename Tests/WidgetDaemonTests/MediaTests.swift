import BusTestSupport
import Foundation
import Systemd
import Testing
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A player without a window, from Debian's mpv and mpv-mpris.
private enum TestPlayer {
    static let program = "/usr/bin/mpv"
    static let plugin = "/usr/lib/mpv-mpris/mpris.so"
    static let isInstalled = PrivateBus.daemon != nil && [program, plugin].allSatisfy { FileManager.default.fileExists(atPath: $0) }
}

/// The bundled `media`, with a real player on a bus of the test's own.
@Suite(.timeLimit(.minutes(10)), .enabled(if: TestPlayer.isInstalled)) struct MediaTests {
    private let bus: PrivateBus
    private let daemon: DaemonFixture

    init() throws {
        bus = try PrivateBus()
        daemon = try DaemonFixture()
        let program = Programs.path("widgetd-providers")
        try daemon.directory.write(
            "providers/media.json",
            #"""
            {"format":1,"id":"media","protocol":"rpc","exec":["\#(program)","media"],"deadline_seconds":120,
             "environment":{"DBUS_SESSION_BUS_ADDRESS":"\#(bus.address)"}}
            """#)
        try daemon.start()
    }

    private func run(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.environment = [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "WIDGETD_SOCKET": daemon.socket, "HOME": daemon.directory.path, "PATH": "/usr/bin:/bin",
        ]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    private func end(_ process: Process) {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Five minutes of silence: 8,000 bytes a second.
    private func silence() throws -> String {
        let seconds: UInt32 = 300
        func bytes(_ value: UInt32, _ count: Int = 4) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) } }
        var file = Data("RIFF".utf8)
        for part in [bytes(36 + seconds * 8_000), Array("WAVEfmt ".utf8), bytes(16), bytes(1, 2), bytes(1, 2), bytes(8_000), bytes(8_000), bytes(1, 2)] {
            file.append(contentsOf: part)
        }
        for part in [bytes(8, 2), Array("data".utf8), bytes(seconds * 8_000), [UInt8](repeating: 128, count: Int(seconds) * 8_000)] {
            file.append(contentsOf: part)
        }
        let path = daemon.directory.file("silence.wav")
        try file.write(to: URL(filePath: path))
        return path
    }

    private func wait(_ what: String, until isRight: (ProtoActivitySnapshot) -> Bool) throws -> ProtoActivitySnapshot {
        let watch = try daemon.client().watchActivities()
        let end = ContinuousClock.now + .seconds(120)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .event(let event) = try watch.next(timeout: .seconds(1)), case .activity(let snapshot) = event.event else { continue }
            if isRight(snapshot) { return snapshot }
            last = "\(snapshot.activity) \(snapshot.texts()) \(snapshot.lastError)"
        }
        throw WidgetError(.deadlineExceeded, "not \(what) within 120 s; the last was \(last)")
    }

    private func play() throws -> Process {
        try run(
            TestPlayer.program,
            ["--no-config", "--really-quiet", "--no-video", "--ao=null", "--force-media-title=A Song", "--script=\(TestPlayer.plugin)", try silence()])
    }

    @Test func whatPlaysIsShownPausedByATapAndGoneWithThePlayer() throws {
        let follower = try run(Programs.path("widgetd-providers"), ["media", "follow"])
        defer { end(follower) }
        let player = try play()
        defer { end(player) }
        // Its position follows from the clock, once the player has told how long the song is.
        let playing = try wait("playing") { shown in
            shown.texts().contains("A Song") && shown.activity.content.state.contains(#""isPlaying":true"#)
                && shown.archive.views.contains { $0.archive.nodes.contains { $0.progress.hasRange } }
        }
        #expect(playing.texts().contains("mpv"))
        #expect(try daemon.widgetctl("activity", "tap", playing.activity.id, "play-pause").status == 0)
        let paused = try wait("paused") { $0.activity.content.state.contains(#""isPlaying":false"#) && $0.archiveRevision == $0.activity.revision }
        #expect(paused.activity.id == playing.activity.id)
        end(player)
        let gone = try wait("gone") { $0.activity.state == .dismissed }
        #expect(gone.activity.id == playing.activity.id)
    }

    @Test func aRestartOfTheDaemonDoesntEndWhatPlays() throws {
        let follower = try run(Programs.path("widgetd-providers"), ["media", "follow"])
        defer { end(follower) }
        let player = try play()
        defer { end(player) }
        // Once the player has told how long the song is, it has nothing more to say.
        let playing = try wait("playing") { shown in
            shown.activity.content.state.contains(#""isPlaying":true"#) && shown.archive.views.contains { $0.archive.nodes.contains { $0.progress.hasRange } }
        }
        daemon.stop(SIGKILL)
        try daemon.start()
        let back = try wait("taken up again") { $0.activity.revision > playing.activity.revision }
        #expect(back.activity.id == playing.activity.id && back.activity.state == .active)
    }

    @Test func aToggleFollowsThePlayerAndPausesIt() async throws {
        let id = try daemon.addControl("play-pause")
        _ = try daemon.press(id, isOn: true, key: "alone")
        let alone = try daemon.end(of: "alone", control: id)
        #expect(alone.outcome == .reverted && alone.reason.contains("nothing plays"))
        // The control hears from the follower of changes without a tap.
        let follower = try run(Programs.path("widgetd-providers"), ["media", "follow"])
        defer { end(follower) }
        let player = try play()
        defer { end(player) }
        try daemon.wait(control: id) { $0.value.isOn && $0.value.status == "A Song" }
        let asking = try Bus(.address(bus.address))
        defer { asking.close() }
        for (key, isOn) in [("off", false), ("on", true)] {
            _ = try daemon.press(id, isOn: isOn, key: key)
            #expect(try daemon.end(of: key, control: id).outcome == .confirmed)
            #expect(try daemon.client().control(id).value.isOn == isOn)
            let status = try await asking.call(
                .property("PlaybackStatus", of: "org.mpris.MediaPlayer2.Player", at: "/org/mpris/MediaPlayer2", of: "org.mpris.MediaPlayer2.mpv"))
            #expect(status.first?.string == (isOn ? "Playing" : "Paused"))
        }
        end(player)
        try daemon.wait(control: id) { !$0.value.isOn && $0.value.status.isEmpty }
    }
}

extension ProtoProgress {
    fileprivate var hasRange: Bool { if case .range? = progress { true } else { false } }
}
