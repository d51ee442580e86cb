import Foundation
import Systemd
import WidgetCore

/// A media player on the bus, by MPRIS (D-Bus Interface Specification 2.2).
struct MediaPlayer: Hashable {
    static let prefix = "org.mpris.MediaPlayer2."
    static let path = "/org/mpris/MediaPlayer2"
    static let interface = "org.mpris.MediaPlayer2.Player"
    /// The properties that a player signals when it plays something else, goes on or pauses.
    static let changes = BusMatch(path: path, interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged", argument: interface)
    /// The most bytes of a title or artist in an activity. An activity's state has 4 KiB in all.
    static let textBytes = 256

    enum Status: String {
        case playing = "Playing"
        case paused = "Paused"
        case stopped = "Stopped"
    }

    var busName: String
    var status: Status
    var state: MediaAttributes.ContentState

    /// The name for users: the first part of its bus name after the prefix, without the number of an instance.
    var name: String { busName.dropFirst(Self.prefix.count).split(separator: ".").first.map(String.init) ?? busName }

    /// - Parameters:
    ///   - properties: the properties of its interface `Player`.
    ///   - date: when the properties were read.
    /// - Returns: nil for a player that doesn't say whether it plays.
    init?(_ busName: String, _ properties: [String: BusValue], at date: Date) {
        guard busName.hasPrefix(Self.prefix), let status = properties["PlaybackStatus"]?.string.flatMap(Status.init) else { return nil }
        self.busName = busName
        self.status = status
        let metadata = properties["Metadata"]?.dictionary ?? [:]
        let artists = metadata["xesam:artist"]?.elements?.compactMap(\.string) ?? []
        let address = metadata["xesam:url"]?.string?.split(separator: "/").last.map(String.init)
        let title = [metadata["xesam:title"]?.string, address].lazy.compactMap { $0 }.first { !$0.isEmpty } ?? "Untitled"
        state = MediaAttributes.ContentState(title: title.cut(toBytes: Self.textBytes), isPlaying: status == .playing)
        state.artist = artists.joined(separator: ", ").cut(toBytes: Self.textBytes)
        state.canGoNext = properties["CanGoNext"]?.bool ?? false
        state.canGoPrevious = properties["CanGoPrevious"]?.bool ?? false
        if let length = metadata["mpris:length"]?.int, length > 0 { state.length = Double(length) / 1_000_000 }
        guard let microseconds = properties["Position"]?.int, microseconds >= 0 else { return }
        if status == .playing, properties["Rate"]?.double ?? 1 == 1 {
            state.begin = date - Double(microseconds) / 1_000_000
        } else {
            state.position = Double(microseconds) / 1_000_000
        }
    }

    /// The players on a bus, by name. A player that leaves the bus meanwhile is left out.
    static func all(on bus: Bus, at date: @Sendable () -> Date) async throws(BusError) -> [MediaPlayer] {
        let names = try await bus.call(BusCall("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "ListNames")).first?.elements ?? []
        var players: [MediaPlayer] = []
        for name in names.compactMap(\.string).filter({ $0.hasPrefix(prefix) }).sorted() {
            let call = BusCall(name, path, "org.freedesktop.DBus.Properties", "GetAll", [.string(interface)])
            guard let properties = try? await bus.call(call).first?.dictionary, let player = MediaPlayer(name, properties, at: date()) else { continue }
            players.append(player)
        }
        return players
    }

    /// The player that a user means when they name none: the first that plays, else the first that is paused, else the first.
    static func first(of players: [MediaPlayer]) -> MediaPlayer? {
        players.first { $0.status == .playing } ?? players.first { $0.status == .paused } ?? players.first
    }

    /// Does something on the session bus.
    /// - Throws: UNAVAILABLE where there is no bus, or a player doesn't answer.
    static func asking<Value>(_ work: (Bus) async throws(BusError) -> Value) async throws(WidgetError) -> Value {
        do throws(BusError) {
            let bus = try Bus(.user)
            defer { bus.close() }
            return try await work(bus)
        } catch {
            throw WidgetError(.unavailable, "the media players on the session bus can't be asked: \(error.message)")
        }
    }
}
