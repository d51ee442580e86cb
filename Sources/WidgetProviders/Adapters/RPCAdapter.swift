import NIOCore
import WidgetCore

struct RPCAdapter: ProviderAdapter {
    let eventLoopGroup: any EventLoopGroup
    func kinds(_ run: ProviderRun) async throws(WidgetError) -> [Kind] { throw run.failure(.unimplemented, "rpc") }
    func entry(_ call: EntryCall, _ request: ProviderRequest, _ run: ProviderRun) async throws(WidgetError) -> ProvidedTimeline {
        throw run.failure(.unimplemented, "rpc")
    }
    func perform(_ request: IntentRequest, _ run: ProviderRun) async throws(WidgetError) { throw run.failure(.unimplemented, "rpc") }
    func stop() async {}
}
