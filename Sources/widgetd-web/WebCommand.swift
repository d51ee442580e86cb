public import ArgumentParser
import Glibc
import Linux
public import Logging
import Systemd
import WebAccess
import WidgetAPI
import WidgetCore
import WidgetGateway
import WidgetLayout
import WidgetWeb

/// `widgetd-web`: the board for browsers.
struct WebCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "widgetd-web",
        abstract: "Shows the board in browsers: on this machine, on a phone, on a wall.",
        discussion: """
            It listens on 127.0.0.1:8470. A browser must be paired, also on this machine: `widgetctl web invite` prints an address, and a QR code of it. With \
            --open, this machine's users may look without.

            Other machines reach it by TLS, with --certificate and --key, or through a proxy on this machine. --host names what browsers call it. With \
            systemd: systemctl --user enable --now widgetd-web.service

            Examples:
              widgetd-web
              widgetd-web --listen 0.0.0.0:8470 --host desk.example.org --certificate chain.pem --key key.pem
              widgetd-web --behind-proxy --host widgets.example.org
            """,
        version: Version.current)

    @Option(help: ArgumentHelp("Where to listen; may be repeated.", valueName: "address:port"))
    var listen: [String] = []

    @Option(help: ArgumentHelp("A name by which browsers may call it, beside this machine's own for itself; may be repeated.", valueName: "name"))
    var host: [String] = []

    @Option(help: ArgumentHelp("A file with the certificate's chain in PEM.", valueName: "path"))
    var certificate: String?

    @Option(help: ArgumentHelp("A file with its private key in PEM, without a password.", valueName: "path"))
    var key: String?

    @Flag(help: "A proxy on this machine passes browsers on, and says by X-Forwarded-Proto whether they came by TLS.")
    var behindProxy = false

    @Flag(help: "Let other machines come without TLS. Everybody on the way can read what they see, and tap as they do.")
    var allowPlain = false

    @Flag(help: "Let this machine's users look without a session. They can't tap.")
    var open = false

    @Option(help: ArgumentHelp("The address for `widgetctl web invite`. Without it: made of the first --host, or of the first --listen.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp(
            "A further push service that browsers may name for alerts; may be repeated. Those of the large browsers are known.", valueName: "host"))
    var pushService: [String] = []

    @Option(help: ArgumentHelp("The directory with Inter's font files. Without them browsers use a font of their own.", valueName: "path"))
    var fonts = "/usr/share/fonts/opentype/inter"

    @Option(help: ArgumentHelp("The daemon's socket. Without it: $WIDGETD_SOCKET, or the first of the user's and the system's daemon.", valueName: "path"))
    var socket: String?

    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: Logger.Level = .info

    func validate() throws {
        if (certificate == nil) != (key == nil) { throw ValidationError("--certificate and --key need each other") }
        if let url, !url.hasPrefix("http://"), !url.hasPrefix("https://") { throw ValidationError("--url: an address begins with http:// or https://") }
    }

    func run() throws {
        // Before there is a second thread, which would take the signals.
        guard let signals = SessionProgram.begin("widgetd-web", logLevel: logLevel) else { throw ExitCode(71) }
        signal(SIGPIPE, SIG_IGN)
        let environment = SessionProgram.environment
        let log = Logger(label: "web")
        do throws(WidgetError) {
            let configuration = try configuration(environment)
            let server = try WebServer.start(configuration, log: log)
            let address = url ?? configuration.address(listening: server.addresses)
            try WebAddressFile(environment: environment).write(address)
            let listening = server.addresses.map(\.description).joined(separator: ", ")
            log.notice("the board is served", metadata: ["address": "\(address)", "listening": "\(listening)"])
            Self.wait(for: signals)
            server.stop()
        } catch {
            log.error("\(error.message)", metadata: error.cause.map { ["cause": "\($0)"] } ?? [:])
            // EX_USAGE and EX_UNAVAILABLE of sysexits(3).
            throw ExitCode(error.code == .invalidArgument ? 64 : 69)
        }
    }

    private func configuration(_ environment: (String) -> String?) throws(WidgetError) -> WebConfiguration {
        var addresses: [GatewayAddress] = []
        for text in listen.isEmpty ? ["127.0.0.1:8470"] : listen { addresses.append(try GatewayAddress(text, option: "--listen")) }
        var configuration = WebConfiguration(
            listening: addresses, daemon: SocketLocation(explicit: socket, environment: environment, uid: getuid()),
            access: try WebAccessFile(environment: environment), now: { Self.now })
        if let certificate, let key { configuration.certificate = (try Self.file(certificate), try Self.file(key)) }
        (configuration.hosts, configuration.isBehindProxy, configuration.allowsPlain) = (host, behindProxy, allowPlain)
        (configuration.isOpen, configuration.fonts, configuration.pushServices) = (open, fonts, pushService)
        configuration.localTime = LocalTime(formats: LocaleFormats(environment: environment), zoneOffset: LocalClock.offset(zone:at:))
        return configuration
    }

    private static var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static func file(_ path: String) throws(WidgetError) -> [UInt8] {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw WidgetError(.failedPrecondition, "\(path) can't be read: \(String(cString: strerror(errno)))") }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256 << 10)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { throw WidgetError(.failedPrecondition, "\(path) can't be read, or is empty") }
        return Array(bytes[..<count])
    }

    private static func wait(for signals: Int32) {
        var entry = pollfd(fd: signals, events: Int16(POLLIN), revents: 0)
        while poll(&entry, 1, -1) < 0, errno == EINTR {}
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
