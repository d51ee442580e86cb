import SwiftProtobuf
import WidgetAPI
import WidgetCore

extension Session {
    /// Opens an address that a user tapped, and says so; where that can't be done here, prints the address.
    ///
    /// - Parameters:
    ///   - response: what `--json` prints.
    ///   - isSure: it is opened whatever its scheme is.
    /// - Throws: an exit with EX_USAGE, or `CANCELLED`, where a scheme that nothing here is known to take isn't agreed to; UNAVAILABLE where it isn't opened.
    func open(_ url: String, isSure: Bool, response: some Message) throws {
        let opener = AddressOpener(environment: Environment.value)
        if opener.obstacle == nil, !isSure, opener.needsQuestion(url) {
            let scheme = PlainText.line(AbsoluteURL.scheme(of: url))
            try Confirmation.ask("No program here is known for addresses that begin with \(scheme):. Open \(PlainText.line(url))?", flag: "--yes", in: self)
        }
        do throws(WidgetError) {
            if let obstacle = opener.obstacle { throw WidgetError(.unavailable, obstacle) }
            try opener.open(url)
        } catch {
            try show(response) { _ in PlainText.line(url) + "\n" }
            throw WidgetError(.unavailable, "it wasn't opened: \(error.message)")
        }
        try show(response) { _ in "Opened \(PlainText.line(url))\n" }
    }
}
