import Linux
import NIOCore
import WebAccess
import WidgetCore
import WidgetGateway

/// Says what each address of the board answers. On the server's event loop.
final class WebRouter {
    enum Answer {
        case now(WebResponse)
        case later(EventLoopFuture<WebResponse>)
        /// The events from that one on.
        case stream(Visitor, BoardScheme, since: String?)
    }

    let hub: WebHub
    let authority: WebAuthority
    private let rules: DoorRules
    private let assets: WebAssets
    private let taps: TapPerformer
    private let tapRates: KeyedRateLimiter<String>

    init(hub: WebHub, authority: WebAuthority, rules: DoorRules, assets: WebAssets, taps: TapPerformer, limits: WebLimits) {
        (self.hub, self.authority, self.rules, self.assets, self.taps) = (hub, authority, rules, assets, taps)
        tapRates = KeyedRateLimiter(rate: limits.tapRate, now: .now())
    }

    func answer(_ request: WebRequest, from source: SourceNetwork) -> Answer {
        do throws(DoorRules.Refusal) {
            try rules.check(host: request[header: "host"])
            if request.method == .post {
                try rules.checkOrigin(request)
                return try post(request, source)
            }
            return try get(request)
        } catch {
            return .now(WebResponse(error))
        }
    }

    // MARK: Looking

    private func get(_ request: WebRequest) throws(DoorRules.Refusal) -> Answer {
        if request.path.hasPrefix("/pair/") { return .now(invitation(String(request.path.dropFirst(6)))) }
        if let asset = assets.response(request.path) { return .now(asset) }
        switch request.path {
        case "/":
            guard let visitor = authority.visitor(of: request) else { return .now(.html(MessagePage.stranger(assets), status: 401)) }
            try checkRoom(request, visitor)
            let (scheme, assets) = (Self.scheme(of: request), assets)
            let alerts = alerts(of: visitor)
            return .later(
                hub.board(scheme, for: visitor).map { board in
                    let page = BoardPage(state: board.state, visitor: visitor, scheme: scheme, epoch: board.epoch, assets: assets, alerts: alerts)
                    var response = WebResponse.html(page.html)
                    response.headers = [("accept-ch", "Sec-CH-Prefers-Color-Scheme"), ("vary", "Sec-CH-Prefers-Color-Scheme, Cookie")]
                    return response
                })
        case "/events":
            try rules.checkSite(request)
            guard let visitor = authority.visitor(of: request) else { throw DoorRules.Refusal(status: 401, reason: "This browser isn't paired.") }
            guard hub.hasRoom(for: visitor) else {
                throw DoorRules.Refusal(status: 429, reason: "This browser has the board open in too many places.")
            }
            try checkRoom(request, visitor)
            return .stream(visitor, request.query["scheme"].flatMap(BoardScheme.init(rawValue:)) ?? .light, since: request.query["since"])
        case "/pages":
            guard let visitor = authority.visitor(of: request) else { throw DoorRules.Refusal(status: 401, reason: "This browser isn't paired.") }
            try Self.checkActs(visitor)
            try checkRoom(request, visitor)
            let usual = hub.usual(of: visitor)
            return .later(hub.board(Self.scheme(of: request), for: visitor).map { [assets] in .html(ChoicePage.html($0.state, visitor, usual: usual, assets)) })
        case "/tap", "/pair", "/alerts": throw DoorRules.Refusal(status: 405, reason: "Only forms of the board are sent here.")
        default: throw DoorRules.Refusal(status: 404, reason: "There is nothing at this address.")
        }
    }

    /// The scheme that the page's script has found, or else the one that the browser says.
    private static func scheme(of request: WebRequest) -> BoardScheme {
        let hint = request[header: "sec-ch-prefers-color-scheme"]?.filter { $0 != "\"" }
        return [request.query["scheme"], hint, request.cookies["scheme"]].lazy.compactMap { $0.flatMap(BoardScheme.init(rawValue:)) }.first ?? .light
    }

    // MARK: Pairing

    /// Looking at an invitation doesn't use it up: programs that show previews of addresses look, too.
    private func invitation(_ text: String) -> WebResponse {
        guard let secret = WebSecret(text), authority.isOpen(secret) else {
            let advice = "It was used already, or its time is over. Make another: widgetctl web invite"
            return .html(MessagePage.html("This invitation is over", advice), status: 410)
        }
        return .html(MessagePage.invitation(text, assets))
    }

    private func pair(_ request: WebRequest, _ source: SourceNetwork) -> WebResponse {
        do throws(WidgetError) {
            let secret = try authority.redeem(request.form?["invitation"].flatMap { WebSecret($0) }, from: source)
            var response = WebResponse.redirect(to: "/")
            response.headers.append(("set-cookie", Visitor.cookie(secret, isSecure: request.isSecure)))
            return response
        } catch {
            let status = error.code == .permissionDenied ? 403 : error.code == .resourceExhausted ? 429 : 503
            return .html(MessagePage.html("This browser wasn't paired", "\(error.message)."), status: status)
        }
    }

    // MARK: Alerts

    /// Nil for somebody whom nobody has paired: nothing could be taken from them again.
    private func alerts(of visitor: Visitor) -> BoardPage.Alerts? {
        guard !visitor.session.isEmpty, let key = try? authority.alertKey() else { return nil }
        return BoardPage.Alerts(key: key, areOn: authority.hasAlerts(visitor))
    }

    /// Begins alerts for a browser, or ends them where the form has no address.
    private func setAlerts(_ request: WebRequest) throws(DoorRules.Refusal) -> WebResponse {
        let (visitor, form) = try form(of: request)
        guard tapRates.take(visitor.session, now: .now()) else { throw DoorRules.Refusal(status: 429, reason: "Too many requests; wait a few seconds.") }
        let address = form["endpoint"].map { WebAlertAddress(endpoint: $0, publicKey: form["p256dh"] ?? "", authentication: form["auth"] ?? "") }
        do throws(WidgetError) {
            try authority.setAlerts(address, of: visitor.session)
            return .json(#"{"done":true}"#, status: 200)
        } catch {
            let status = error.code == .invalidArgument ? 400 : error.code == .notFound ? 401 : 503
            return .json(#"{"done":false,"message":\#(JSONText.quoted(error.message))}"#, status: status)
        }
    }

    // MARK: Choosing

    private static func checkActs(_ visitor: Visitor) throws(DoorRules.Refusal) {
        guard visitor.role == .act else { throw DoorRules.Refusal(status: 403, reason: "This browser may look, and not choose.") }
    }

    /// Shows what is ticked in the form.
    private func choose(_ request: WebRequest) throws(DoorRules.Refusal) -> Answer {
        let (visitor, form) = try form(of: request)
        try Self.checkActs(visitor)
        guard tapRates.take(visitor.session, now: .now()) else { throw DoorRules.Refusal(status: 429, reason: "Too many requests; wait a few seconds.") }
        try checkRoom(request, visitor)
        let (hub, assets) = (hub, assets)
        return .later(
            hub.board(Self.scheme(of: request), for: visitor).assumeIsolated().flatMap { board -> EventLoopFuture<WidgetError?> in
                do throws(WidgetError) {
                    return hub.show(try ChoicePage.pages(form, board.state), for: visitor)
                } catch {
                    return hub.eventLoop.makeSucceededFuture(error)
                }
            }.map { failure -> WebResponse in failure.map { ChoicePage.refusal($0, assets) } ?? .redirect(to: "/") }.nonisolated())
    }

    /// Whether the browser's board is followed, or can be.
    private func checkRoom(_ request: WebRequest, _ visitor: Visitor) throws(DoorRules.Refusal) {
        guard hub.canFollow(Self.scheme(of: request), for: visitor) else {
            throw DoorRules.Refusal(status: 503, reason: "Browsers show too many different boards at once. Close the board in one of them, and try again.")
        }
    }

    // MARK: Tapping

    private func post(_ request: WebRequest, _ source: SourceNetwork) throws(DoorRules.Refusal) -> Answer {
        switch request.path {
        case "/pair": return .now(pair(request, source))
        case "/tap": return try tap(request)
        case "/alerts": return .now(try setAlerts(request))
        case "/pages": return try choose(request)
        default: throw DoorRules.Refusal(status: 404, reason: "There is nothing at this address.")
        }
    }

    /// - Returns: who sends a form of ours, and its fields.
    private func form(of request: WebRequest) throws(DoorRules.Refusal) -> (Visitor, [String: String]) {
        guard let visitor = authority.visitor(of: request) else { throw DoorRules.Refusal(status: 401, reason: "This browser isn't paired.") }
        guard let form = request.form, let token = form["form"], WebSecret.areEqual(token, visitor.formToken) else {
            throw DoorRules.Refusal(status: 403, reason: "This isn't a form of the board. Load the board again.")
        }
        return (visitor, form)
    }

    private func tap(_ request: WebRequest) throws(DoorRules.Refusal) -> Answer {
        let (visitor, form) = try form(of: request)
        guard visitor.role == .act else { throw DoorRules.Refusal(status: 403, reason: "This browser may look, and not tap.") }
        guard let tap = form["tap"].flatMap({ WebTap($0) }), let key = form["key"], (1...WebLimits.keyBytes).contains(key.utf8.count) else {
            throw DoorRules.Refusal(status: 400, reason: "This isn't a tap.")
        }
        guard tapRates.take(visitor.session, now: .now()) else { throw DoorRules.Refusal(status: 429, reason: "Too many taps; wait a few seconds.") }
        let wantsJSON = request[header: "accept"] == "application/json"
        return .later(
            taps.perform(tap, key: tap.idempotencyKey(of: visitor.session, key)).map { outcome in
                if wantsJSON { return .json(outcome.json, status: outcome.status) }
                if outcome.isDone, outcome.url.isEmpty { return .redirect(to: "/") }
                return .html(MessagePage.outcome(outcome.message, url: outcome.url), status: outcome.status)
            })
    }
}
