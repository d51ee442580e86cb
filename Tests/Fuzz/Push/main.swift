import CFuzzer
import Crypto
import WidgetCore
import WidgetGateway

// A request says anything. The rules don't trap. They refuse what isn't within the limits, what a key didn't sign, and what isn't for the token's app.

let world = World()
var count = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
_ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
    guard let (role, request) = world.request(UnsafeBufferPointer(start: start, count: count)) else { return 0 }
    var session = ProviderSession()
    switch role {
    case .push:
        guard let accepted = try? PushRules(port: world, now: World.now).check(request, id: World.id, session: &session) else { return 0 }
        world.check(accepted.notification)
    case .webPush:
        let rules = WebPushRules(port: world, now: World.now, secret: World.secret)
        guard let endpoint = try? rules.endpoint(of: request),
            let (notification, _) = try? rules.check(request, for: endpoint, id: World.id, session: &session)
        else { return 0 }
        world.check(notification)
        return 0
    case .broadcast:
        guard let accepted = try? BroadcastRules(port: world, now: World.now).check(request, session: &session) else { return 0 }
        precondition(accepted.app == World.app && accepted.channel == World.channel, "another channel")
        precondition(accepted.payload.count <= PushLimits.broadcastPayloadBytes && [5, 10].contains(accepted.priority), "a broadcast over the limits")
    case .channels:
        guard (try? ChannelRules(port: world, now: World.now).check(request, session: &session)) != nil else { return 0 }
    }
    precondition(request.headers[.authorization]?.contains(world.token) == true, "without the token that was signed")
    return 0
}
