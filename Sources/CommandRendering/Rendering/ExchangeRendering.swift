package import WidgetAPI
import WidgetCore

/// `export`, `import` and `backup`.
package enum ExchangeRendering {
    package static func exported(rows: Int, path: String, leftOut: Int, withSecrets: Bool) -> String {
        "Exported \(rows) row\(rows == 1 ? "" : "s") to \(PlainText.line(path)).\n" + (leftOut > 0 ? Self.leftOut(leftOut, withSecrets) + "\n" : "")
    }

    /// - Parameter withSecrets: those that this device can read were taken along.
    package static func leftOut(_ count: Int, _ withSecrets: Bool) -> String {
        "\(count) secret\(count == 1 ? " was" : "s were") left out; "
            + (withSecrets ? "this device can't read \(count == 1 ? "it" : "them")" : "--secrets takes along those that this device can read")
    }

    package static func exportedJSON(rows: Int, path: String) -> String {
        "{\"format\":\"\(JSONOutput.format)\",\"path\":\(JSONOutput.string(path)),\"rows\":\(rows)}"
    }

    package static func imported(_ response: ProtoImportResponse, devices: Int, isDryRun: Bool) -> String {
        let all = response.placed + response.skipped
        let rest = [
            (response.controls, "control"), (response.budgets, "budget"), (response.pins, "pin"), (response.pushKeys, "push key"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
        if all == 0, rest.isEmpty, response.restSkipped == 0, response.problems.isEmpty { return "The export holds no widgets.\n" + pairing(devices) }
        var text = isDryRun ? "Would place \(widgets(response.placed))" : "Placed \(widgets(response.placed))"
        if response.skipped > 0 { text += "; \(response.skipped) of \(all) \(response.skipped == 1 ? "is" : "are") here already or had been removed" }
        text += ".\n"
        if !rest.isEmpty { text += "\(isDryRun ? "Would add" : "Added") \(rest.joined(separator: ", ")).\n" }
        for problem in response.problems { text += "Not added: \(PlainText.line(problem))\n" }
        return text + pairing(devices)
    }

    /// The error of an import that ended at a part.
    package static func interrupted(_ error: any Error, part: Int, of parts: Int, placed: UInt32) -> any Error {
        guard parts > 1, let error = error as? WidgetError else { return error }
        let before = placed > 0 ? "; \(widgets(placed)) of those before are placed, and importing again goes on behind them" : ""
        return WidgetError(error.code, "part \(part) of \(parts): \(error.message)\(before)", cause: error.cause)
    }

    package static func backup(_ response: ProtoBackupResponse, path: String) -> String {
        "Wrote \(PlainText.line(path)) (\(ByteCount.text(response.bytes))) on the daemon's machine.\n"
    }

    private static func pairing(_ devices: Int) -> String {
        devices > 1 ? "It names \(devices) devices, which aren't imported: pair them with `widgetctl device invite`.\n" : ""
    }

    private static func widgets(_ count: UInt32) -> String { "\(count) widget\(count == 1 ? "" : "s")" }
}
