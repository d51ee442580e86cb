import WidgetAPI
import WidgetCore

extension PendingActions.Tap {
    init(_ receipt: IntentReceipt) { self.init(widget: receipt.widget, action: receipt.action, value: receipt.value) }

    /// The request to the device that performs it.
    func request(of target: IntentReceipt.Target, key: String) throws(WidgetError) -> (method: String, payload: [UInt8]) {
        switch target {
        case .widget:
            var request = ProtoPerformRequest()
            request.widget = widget.description
            request.action = action
            request.idempotencyKey = key
            if let value { request.value = value }
            return (PeerMethod.perform, try request.encoded())
        case .activity:
            var request = ProtoPerformActivityRequest()
            request.activity = widget.description
            request.action = action
            request.idempotencyKey = key
            if let value { request.value = value }
            return (PeerMethod.activity, try ProtoActivityRequest.with { $0.perform = request }.encoded())
        }
    }
}

extension PerformResult {
    /// The answer of the device that performed it.
    init(of target: IntentReceipt.Target, _ answer: [UInt8]) throws {
        switch target {
        case .widget:
            let response = try ProtoPerformResponse(serializedBytes: answer)
            self.init(isRepeated: response.repeatedKey, openURL: response.openURL)
        case .activity:
            let response = try ProtoPerformActivityResponse(serializedBytes: answer)
            self.init(isRepeated: response.repeatedKey, openURL: response.openURL)
        }
    }
}
