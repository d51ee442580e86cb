import WidgetAPI
import WidgetCore
import WidgetGateway
import WidgetStore

// The calls of `widgetctl push`.
extension PushService {
    enum Target: Sendable {
        /// All widgets of its app that take pushes.
        case widget(WidgetID)
        case app(String)
    }

    /// A token that works.
    struct TokenStatus: Sendable {
        var token: StoredPushToken
        /// Whether its provider knows the token and the widgets that are placed now; nil: no provider is told of this token.
        var isNotified: Bool?
    }

    // MARK: Tokens

    /// - Parameter app: empty: of all.
    /// - Throws: NOT_FOUND for an app that isn't installed; FAILED_PRECONDITION or UNAVAILABLE, with the reason, for an app without a token.
    func tokens(of app: String) async throws(WidgetError) -> [TokenStatus] {
        await tokenService.reconcile()
        var found: [TokenStatus] = []
        for token in registry.tokens() where app.isEmpty || token.registration.address.app == app {
            found.append(await status(of: token))
        }
        if found.isEmpty, !app.isEmpty { throw await widgets.whyNoToken(app) }
        return found
    }

    private func status(of token: StoredPushToken) async -> TokenStatus {
        let address = token.registration.address
        guard address.isForProvider, await widgets.hasProvider(address.app) else { return TokenStatus(token: token) }
        return TokenStatus(token: token, isNotified: await tokenService.isNotified(address.app))
    }

    /// Ends tokens of an app, and makes new ones.
    /// - Parameter subject: the subject of one token, or `widgets`; empty: all tokens.
    /// - Returns: the new ones.
    /// - Throws: as ``tokens(of:)``; INVALID_ARGUMENT for an empty app, NOT_FOUND if there is no such token.
    func rotateTokens(of app: String, subject: String) async throws(WidgetError) -> [TokenStatus] {
        guard !app.isEmpty else { throw .invalid("app", "is missing; `widgetctl push token` lists the apps that have tokens") }
        let there = try await tokens(of: app).map(\.token.registration.address)
        var made: [StoredPushToken] = []
        for address in there where subject.isEmpty || subject == (address.subject.isEmpty ? "widgets" : address.subject) {
            if let token = try await registry.rotate(address) { made.append(token) }
        }
        guard !made.isEmpty else {
            throw WidgetError(.notFound, "subject: '\(app)' has no token for '\(subject.cut(toBytes: 64))'; `widgetctl push token \(app)` lists what it has")
        }
        await controls.reconcileTokens()
        await tokenService.reconcile()
        var rotated: [TokenStatus] = []
        for token in made { rotated.append(await status(of: token)) }
        return rotated
    }

    // MARK: Keys

    /// - Returns: the key, and whether it replaced another one.
    /// - Throws: INVALID_ARGUMENT that names the field, NOT_FOUND for an unknown app, RESOURCE_EXHAUSTED at ``PushLimits/keys``.
    func addKey(_ given: PushKey) async throws(WidgetError) -> (PushKey, isReplaced: Bool) {
        var key = given
        try Self.check(key.team, "team")
        try Self.check(key.id, "id")
        guard P256PublicKey.isValid(key.publicKey) else {
            throw .invalid("public_key", "must be a point of P-256, uncompressed (65 bytes, the first is 4), and isn't")
        }
        guard key.apps.count <= PushLimits.appsPerKey else {
            throw .invalid("apps", "\(key.apps.count), the limit is \(PushLimits.appsPerKey); leave them out to let the key push to all")
        }
        for app in key.apps.sorted() {
            try Self.check(app, "apps")
            if await !widgets.hasProvider(app), !registry.isApp(app) { throw await widgets.noSuchApp(app, field: "apps") }
        }
        key.addedAt = now()
        return (key, try await registry.add(key))
    }

    /// - Parameter team: empty: any team, if only one has a key of that id.
    /// - Throws: NOT_FOUND; INVALID_ARGUMENT where several teams have one.
    func removeKey(team: String, id: String) async throws(WidgetError) -> PushKey {
        let found = registry.keys().filter { $0.id == id && (team.isEmpty || $0.team == team) }
        guard let key = found.first else {
            throw WidgetError(.notFound, "id: there is no key '\(id)'\(team.isEmpty ? "" : " of team '\(team)'"); `widgetctl push key list` lists them")
        }
        guard found.count == 1 else {
            throw .invalid("team", "the teams \(found.map(\.team).joined(separator: ", ")) have a key '\(id)'; name one")
        }
        try await registry.remove(key)
        return key
    }

    /// Identifiers are compared byte by byte, so invisible characters aren't allowed.
    private static func check(_ text: String, _ field: String) throws(WidgetError) {
        guard !text.isEmpty, text.utf8.count <= PushLimits.identifierBytes, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalid(field, "must have 1 to \(PushLimits.identifierBytes) printable ASCII characters without spaces")
        }
    }

    // MARK: Topics

    /// Makes a topic, or gives the one of that name another token.
    /// - Returns: the topic, its token, which can't be read again later, and whether there was a topic of that name.
    /// - Throws: INVALID_ARGUMENT for a bad name, RESOURCE_EXHAUSTED at ``PushLimits/topics``.
    func addTopic(_ name: String) async throws(WidgetError) -> (topic: ActivityTopic, token: PushToken, isReplaced: Bool) {
        guard ActivityTopic.isName(name) else { throw .invalid("name", "must have 1 to \(PushLimits.topicBytes) letters, digits, - and _") }
        var random = SystemRandomNumberGenerator()
        let bytes = (0..<PushLimits.newTokenBytes).map { _ in UInt8.random(in: 0...255, using: &random) }
        guard let token = PushToken(bytes: bytes) else { throw WidgetError(.internal, "a token could not be made") }
        let topic = ActivityTopic(name: name, digest: ContentDigest(of: bytes), madeAt: now())
        return (topic, token, try await registry.add(topic))
    }

    // MARK: The log, and pushes from here

    /// - Parameter waits: if there is no line, wait for one, at most ``DaemonLimits/logWait``.
    /// - Throws: INVALID_ARGUMENT for an id that isn't a UUID; NOT_FOUND for an app that isn't installed, never had a token and isn't in the log; the store's
    ///   errors.
    func log(
        push: String?, app: String?, after sequence: Int64, limit: Int, waits: Bool
    ) async throws(WidgetError) -> [(sequence: Int64, line: PushLogEntry)] {
        if let push, !MessageID.isValid(push) {
            throw .invalid("push_id", "'\(push.cut(toBytes: PushLimits.identifierBytes))' isn't a UUID, as an apns-id is: 8-4-4-4-12 hexadecimal digits")
        }
        await journal.writeAll()
        if let app, await !widgets.hasProvider(app), !registry.isApp(app), try store.pushLog(app: app, limit: 1).isEmpty {
            throw await widgets.noSuchApp(app, field: "app")
        }
        let (news, end) = (journal.pushLogGrew, ContinuousClock.now + DaemonLimits.logWait)
        while true {
            let generation = news.generation
            let lines = try store.pushLog(push: push, app: app, after: sequence, limit: limit)
            guard lines.isEmpty, waits else { return lines }
            await news.next(after: generation, within: end - .now, on: widgets.runtime.clock)
            // The time is over, or the client has gone.
            if news.generation == generation { return [] }
        }
    }

    /// Sends a push as a server would.
    /// - Parameters:
    ///   - expiration: nil: the push is kept for ``PushLimits/storageDuration``; a past date: it is tried once.
    /// - Returns: its id, and the log lines so far.
    func send(
        to target: Target, priority: Int, expiration: Timestamp?, collapseID: String?
    ) async throws(WidgetError) -> (id: String, lines: [(sequence: Int64, line: PushLogEntry)]) {
        guard [10, 5, 1].contains(priority) else { throw .invalid("priority", "is 10, 5 or 1, not \(priority)") }
        if let collapseID {
            guard (1...PushLimits.collapseIDBytes).contains(collapseID.utf8.count) else {
                throw .invalid("collapse_id", "has \(collapseID.utf8.count) bytes; it must have 1 to \(PushLimits.collapseIDBytes), or be left out")
            }
            guard collapseID.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw .invalid("collapse_id", "has control characters, which no header can have; leave them out")
            }
        }
        let app: String
        switch target {
        case .app(let id): app = id
        case .widget(let id): app = try await widgets.appForPush(id)
        }
        guard let token = try await tokens(of: app).first(where: { $0.token.registration.address == .widgets(app: app) }) else {
            throw await widgets.whyNoToken(app)
        }
        let date = now()
        let id = await widgets.newPushID()
        let refusal = await receive(
            PushNotification(
                id: id, source: .local, address: .widgets(app: app), token: token.token.token, priority: priority,
                expiration: expiration.map { $0 > date ? min($0, date + PushLimits.storageDuration) : nil } ?? (date + PushLimits.storageDuration),
                collapseID: collapseID))
        if let refusal { throw refusal.error }
        await journal.writeAll()
        return (id, try store.pushLog(push: id, limit: DaemonLimits.defaultDecisions))
    }
}

extension WidgetService {
    /// The app that a push to this widget goes to.
    /// - Throws: NOT_FOUND for an unknown widget, FAILED_PRECONDITION for a widget that takes no pushes or that another device provides.
    func appForPush(_ id: WidgetID) throws(WidgetError) -> String {
        let widget = try placed(id)
        if let providingDevice = remoteProvider(of: widget) {
            throw WidgetError(.failedPrecondition, "widget: the device '\(peers.name(of: providingDevice))' gives it; push there")
        }
        guard let kind = catalog.kinds[widget.kind]?.kind, kind.takesPushes else {
            throw WidgetError(.failedPrecondition, "widget: its kind '\(widget.kind)' has no push handler; use `widgetctl reload`")
        }
        return kind.provider
    }

    func hasProvider(_ app: String) -> Bool { catalog.hosts[app] != nil }

    func noSuchApp(_ app: String, field: String) -> WidgetError {
        let advice = Suggestion.advice(for: app, among: Array(catalog.hosts.keys), verb: "there are", source: "widgetctl provider list")
        return WidgetError(.notFound, "\(field): no provider '\(app)' is installed\(advice)")
    }

    /// Why an app has no token.
    func whyNoToken(_ app: String) -> WidgetError {
        guard catalog.hosts[app] != nil else { return noSuchApp(app, field: "app") }
        if !pushTargets(of: app).isEmpty {
            if case .readOnly(let error) = store.state { return error }
            return WidgetError(.unavailable, "app: the token of '\(app)' hasn't been made yet; try again")
        }
        let taking = catalog.kinds.values.filter { $0.kind.provider == app && $0.kind.takesPushes }.map(\.kind.id).sorted()
        guard let kind = taking.first else {
            return WidgetError(.failedPrecondition, "app: no widget kind of '\(app)' has a push handler; its provider must say push_handler")
        }
        return WidgetError(.failedPrecondition, "app: no widget of '\(app)' that takes pushes is placed here; place one: widgetctl place \(kind)")
    }

    func newPushID() -> String { WidgetID(date: now(), using: &random).description }
}

extension PushAddress {
    /// Providers get the tokens of widgets and controls. An activity's token goes to the client that asks for it.
    fileprivate var isForProvider: Bool { type != .liveActivity }
}

extension ProtoPushToken {
    init(_ status: PushService.TokenStatus, _ endpoints: WebPushEndpoints?) {
        self.init()
        let address = status.token.registration.address
        token = status.token.token.hexadecimal
        app = address.app
        topic = address.app + address.type.topicSuffix
        subject = address.subject
        madeAt = .init(status.token.madeAt)
        told = status.isNotified ?? false
        forProvider = status.isNotified != nil
        if let subscription = endpoints?.subscription(of: status.token.token) {
            (webPushEndpoint, webPushP256Dh, webPushAuth) = (subscription.endpoint, subscription.publicKey, subscription.authentication)
        }
    }
}
