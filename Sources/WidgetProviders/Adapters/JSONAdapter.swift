import WidgetCore

struct JSONAdapter: ProviderAdapter {
    func kinds(_ run: ProviderRun) async throws(WidgetError) -> [Kind] { throw run.failure(.unimplemented, "json") }
    func entry(_ call: EntryCall, _ request: ProviderRequest, _ run: ProviderRun) async throws(WidgetError) -> ProvidedTimeline {
        throw run.failure(.unimplemented, "json")
    }
    func perform(_ request: IntentRequest, _ run: ProviderRun) async throws(WidgetError) { throw run.failure(.unimplemented, "json") }
    func stop() async {}
}
