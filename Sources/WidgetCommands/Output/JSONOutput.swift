import SwiftProtobuf
import WidgetAPI

/// What `--json` prints: one object a line, with the version of its format, and the proto3 JSON of the daemon's answer.
package enum JSONOutput {
    /// Changes when a field's meaning does; new fields don't change it.
    package static let format = "widgetctl/v1"

    /// `{"format":"widgetctl/v1",…}` with the message's fields behind, its empty lists last.
    static func object(_ message: some Message) throws -> String {
        var options = JSONEncodingOptions()
        options.useDeterministicOrdering = true
        let body = try message.jsonString(options: options)
        var fields = ["\"format\":\"\(format)\""]
        if body.count > 2 { fields.append(String(body.dropFirst().dropLast())) }
        fields += emptyLists(of: message).map { "\"\($0)\":[]" }
        return "{\(fields.joined(separator: ","))}"
    }

    /// The lists of an answer that have no elements. proto3 JSON leaves them out; who reads an answer shouldn't have to tell none from nothing.
    private static func emptyLists(of message: some Message) -> [String] {
        let lists: [(name: String, isEmpty: Bool)] =
            switch message {
            case let message as ProtoKindsResponse: [("kinds", message.kinds.isEmpty)]
            case let message as ProtoListWidgetsResponse: [("widgets", message.widgets.isEmpty)]
            case let message as ProtoGetTimelineResponse: [("entries", message.entries.isEmpty)]
            case let message as ProtoReloadResponse: [("receipts", message.receipts.isEmpty)]
            case let message as ProtoExplainResponse:
                [("sentences", message.sentences.isEmpty), ("decisions", message.decisions.isEmpty), ("notes", message.notes.isEmpty)]
            case let message as ProtoSimulateResponse: [("steps", message.steps.isEmpty), ("assumptions", message.assumptions.isEmpty)]
            case let message as ProtoDecisionsResponse: [("decisions", message.decisions.isEmpty)]
            case let message as ProtoProvidersResponse:
                [("providers", message.providers.isEmpty), ("problems", message.problems.isEmpty), ("shadowed", message.shadowed.isEmpty)]
            case let message as ProtoRescanResponse: [("problems", message.problems.isEmpty), ("shadowed", message.shadowed.isEmpty)]
            case let message as ProtoCheckProviderResponse: [("findings", message.findings.isEmpty), ("samples", message.samples.isEmpty)]
            case let message as ProtoPreviewResponse: [("images", message.images.isEmpty)]
            case let message as ProtoListDevicesResponse: [("devices", message.devices.isEmpty)]
            case let message as ProtoInviteResponse: [("addresses", message.addresses.isEmpty)]
            case let message as ProtoSyncStatusResponse: [("peers", message.peers.isEmpty), ("listening", message.listening.isEmpty)]
            case let message as ProtoSyncLogResponse: [("entries", message.entries.isEmpty)]
            case let message as ProtoConflictsResponse: [("entries", message.entries.isEmpty)]
            case let message as ProtoPushTokensResponse: [("tokens", message.tokens.isEmpty)]
            case let message as ProtoPushKeysResponse: [("keys", message.keys.isEmpty)]
            case let message as ProtoPushTopicsResponse: [("topics", message.topics.isEmpty)]
            case let message as ProtoPushLogResponse: [("lines", message.lines.isEmpty)]
            case let message as ProtoStackState: [("cards", message.cards.isEmpty), ("absent", message.absent.isEmpty), ("kinds", message.kinds.isEmpty)]
            default: []
            }
        return lists.filter(\.isEmpty).map(\.name)
    }

    /// A string as JSON has it, quotes and all; every control escaped, as the rest of the output has them.
    package static func string(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
