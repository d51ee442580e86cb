public import WidgetCore

/// A registered surface of a program that sleeps in poll(2). It waits for a daemon that restarts.
public final class SurfaceFeed {
    private let client: WidgetClient
    /// No other feed uses the connection.
    private let ownsClient: Bool
    private var stream: SurfaceStream?
    private var link = Reconnection()
    private var surface: SurfaceRegistration
    private var said: SurfaceRegistration?
    /// The daemon is older and knows no surfaces, or refuses this one.
    private var isRefused = false
    /// The device had no place for another surface. It is tried again every ``ClientLimits/placePause``.
    public private(set) var hasNoPlace = false
    /// How often in a row another program had this name.
    private var namesakes = 0
    /// How often that may be: the daemon may not have noticed yet that an earlier connection has ended.
    private let patience: Int

    /// - Parameter patience: how often in a row another program may have the name before the surface waits for longer.
    public init(at location: SocketLocation, _ surface: SurfaceRegistration, patience: Int = ClientLimits.registrations) {
        (client, ownsClient) = (WidgetClient(location: location, patience: .zero), true)
        self.surface = surface
        self.patience = patience
    }

    /// A surface on a connection that it shares with others. Its program takes the changes of all of them as long as ``WidgetClient/hasUnread`` says so.
    public init(on client: WidgetClient, _ surface: SurfaceRegistration) {
        (self.client, ownsClient) = (client, false)
        self.surface = surface
        patience = ClientLimits.registrations
    }

    public var name: String { surface.name }
    public var kind: SurfaceRegistration.Kind { surface.kind }

    /// For poll(2); nil: it isn't connected.
    public var descriptor: Int32? { stream == nil ? nil : client.descriptor }

    /// Until it connects again; nil while it is connected, or where that is of no use.
    public var milliseconds: Int64? { isRefused ? nil : link.milliseconds }

    /// There is no such surface any more.
    public func end() {
        stream?.end()
        stream = nil
    }

    /// Says how the surface is now, if that has changed.
    /// - Parameter results: how changes ended.
    public func say(_ surface: SurfaceRegistration, results: [(change: UInt64, error: String)] = []) {
        self.surface = surface
        guard let stream, surface != said || !results.isEmpty else { return }
        do throws(WidgetError) {
            try stream.send(surface, results: results)
            said = surface
        } catch {
            lost()
        }
    }

    /// Takes the changes that have come, and connects if it is time.
    /// - Throws: why the daemon doesn't take the surface. It is tried again only where another program has its name, after ``ClientLimits/placePause``.
    public func take() throws(WidgetError) -> [ProtoSurfaceChange] {
        guard !isRefused else { return [] }
        do throws(WidgetError) {
            if link.isDue {
                stream = try client.register(surface)
                said = surface
                link.connected()
            }
            let changes = try stream?.take() ?? []
            if !changes.isEmpty { namesakes = 0 }
            return changes
        } catch {
            if error.code == .resourceExhausted { hasNoPlace = true }
            namesakes = error.code == .alreadyExists ? namesakes + 1 : 0
            let mustWait = error.code == .resourceExhausted || namesakes > patience
            lost(for: mustWait ? ClientLimits.placePause : nil)
            isRefused = [.unimplemented, .invalidArgument, .permissionDenied].contains(error.code)
            guard isRefused || namesakes > patience else { return [] }
            throw error
        }
    }

    private func lost(for pause: Duration? = nil) {
        (stream, said) = (nil, nil)
        // A lost connection is closed already; one that other surfaces use stays.
        if ownsClient { client.close() }
        link.lost(for: pause)
    }
}

/// A surface that lasts as long as its program, without settings: a terminal, a bar, notifications. Where another program has its name, it gets a number.
public final class EphemeralSurface {
    private let location: SocketLocation
    private let name: String
    private let kind: SurfaceRegistration.Kind
    private var surface: SurfaceRegistration
    private var feed: SurfaceFeed
    private var number = 1
    /// The daemon doesn't take it: it knows no surfaces, or this client has no right to be one.
    public private(set) var isRefused = false
    /// The daemon doesn't know what is seen here: it refuses the surface, or had no place for it. The program's watches say it instead.
    public var isUnknown: Bool { isRefused || feed.hasNoPlace }

    /// Programs of one name: more bars than a desktop has.
    private static let namesakes = 16

    /// - Throws: INVALID_ARGUMENT for a name that no surface can have.
    public init(at location: SocketLocation, name: String, _ kind: SurfaceRegistration.Kind) throws(WidgetError) {
        (self.location, self.name, self.kind) = (location, name, kind)
        surface = try SurfaceRegistration(name: name, kind: kind, field: "surface")
        surface.isEphemeral = true
        feed = SurfaceFeed(at: location, surface, patience: 0)
    }

    /// For poll(2); nil: it isn't connected.
    public var descriptor: Int32? { feed.descriptor }

    /// Until it connects again; nil while it is connected, or where that is of no use.
    public var milliseconds: Int64? { isRefused ? nil : feed.milliseconds }

    /// Says how the surface is now.
    public func say(_ change: (inout SurfaceRegistration) -> Void) {
        change(&surface)
        feed.say(surface)
    }

    /// Connects if it is time, and finds out whether the daemon takes it.
    public func take() {
        guard !isRefused else { return }
        do throws(WidgetError) {
            _ = try feed.take()
        } catch {
            guard error.code == .alreadyExists, number < Self.namesakes, let next = next() else { return isRefused = true }
            surface = next
            feed = SurfaceFeed(at: location, surface, patience: 0)
        }
    }

    /// The same surface under the next name.
    private func next() -> SurfaceRegistration? {
        number += 1
        guard var next = try? SurfaceRegistration(name: "\(name)-\(number)", kind: kind, field: "surface") else { return nil }
        (next.families, next.pages, next.stackWidgets) = (surface.families, surface.pages, surface.stackWidgets)
        (next.visiblePages, next.visibility, next.traits, next.isEphemeral) = (surface.visiblePages, surface.visibility, surface.traits, true)
        return next
    }
}
