import CommandRendering
import Glibc
import Linux
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// Opens addresses on this machine, with the program that the user's desktop has for them.
struct AddressOpener {
    let environment: (String) -> String?

    /// Why nothing can be opened here; nil: it can.
    var obstacle: String? {
        let displays = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap(environment).filter { !$0.isEmpty }
        return displays.isEmpty ? "this session has no display" : nil
    }

    /// Whether a user is asked first, because no program here says that it takes this kind of address.
    func needsQuestion(_ url: String) -> Bool {
        if AbsoluteURL.isWebOrMail(url) { return false }
        // xdg-mime prints the name of the handler's desktop file, or nothing.
        let handler = ProgramOutput.of(["xdg-mime", "query", "default", "x-scheme-handler/\(AbsoluteURL.scheme(of: url))"]) ?? ""
        return !handler.contains { !$0.isWhitespace }
    }

    /// Starts the program that opens an address: `xdg-open`, then `gio open`, then the desktop portal by `busctl`, until one is installed and doesn't fail. No
    /// shell is involved.
    /// - Throws: INVALID_ARGUMENT for what is no address, so that none is taken for an option; UNAVAILABLE where no program is there, or the last one fails
    ///   within ``CommandLimits/openerPause``.
    func open(_ url: String) throws(WidgetError) {
        if let problem = AbsoluteURL.problem(with: url) { throw .invalid("the address", problem) }
        var failure = "none of \(Self.commands(url).map { $0[0] }.joined(separator: ", ")) is installed"
        for command in Self.commands(url) {
            do throws(SpawnError) {
                guard let status = try DetachedProgram.run(command, lookingFor: CommandLimits.openerPause) else { return }
                failure = "\(command[0]) failed (\(status))"
            } catch {
                if error.code != ENOENT { failure = "\(command[0]) can't be run: \(error.reason)" }
            }
        }
        throw WidgetError(.unavailable, failure)
    }

    private static func commands(_ url: String) -> [[String]] {
        let portal = "org.freedesktop.portal.Desktop"
        return [
            ["xdg-open", url], ["gio", "open", url],
            ["busctl", "--user", "call", portal, "/org/freedesktop/portal/desktop", "org.freedesktop.portal.OpenURI", "OpenURI", "ssa{sv}", "", url, "0"],
        ]
    }
}

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
