import Glibc
public import SwiftProtobuf
import TTRPCBlocking
import TTRPCWire
public import WidgetCore

/// The client of the daemon: one method per call of its services, in generated messages.
///
/// It connects when it is first used, and again after a connection was lost. For one thread at a time.
///
/// ```swift
/// let client = WidgetClient(location: SocketLocation(explicit: nil, environment: environment, uid: getuid()))
/// let status = try client.status()
/// ```
public final class WidgetClient {
    /// Where the socket is looked for.
    public let location: SocketLocation
    /// How long a call may take, in place of ``ClientLimits/callTimeout`` and the longer ones of single methods.
    public var timeout: Duration?
    /// How long to wait for a daemon that is starting.
    public var patience: Duration

    /// The traits of the surface on which this client shows views. The daemon has views made for them, and where several came, the client gives the best of
    /// them. Nil: it says none, and gives views as they came.
    public var surface: ViewTraits?

    /// Registered surfaces say what is seen of the widgets that this client watches. Otherwise all that it watches counts as seen.
    public var isRegistered = false

    /// Whether a password may be asked for where a call needs one: a person sits before the program and expects it.
    public var mayAskForPassword = false

    private var connection: BlockingClient?
    /// Whether the daemon has answered anything on this connection.
    var hasAnswered = false

    /// A client of the daemon at `location`. Nothing is done before the first call.
    public init(location: SocketLocation, timeout: Duration? = nil, patience: Duration = ClientLimits.connectPatience) {
        self.location = location
        self.timeout = timeout
        self.patience = patience
    }

    /// The connection's descriptor, for poll(2); nil while there is none.
    public var descriptor: Int32? { connection?.descriptor }

    /// Whether something was read for a stream while another one was asked. A loop with several streams on one client takes it before it sleeps.
    public var hasUnread: Bool { connection?.hasUnread ?? false }

    /// Closes the connection; the next call makes a new one.
    public func close() {
        connection?.close()
        connection = nil
    }

    /// Connects now, if it isn't connected.
    ///
    /// - Throws: `UNAVAILABLE` where no daemon came within ``patience``, `PERMISSION_DENIED` where the socket's mode forbids it.
    public func connect() throws(WidgetError) {
        _ = try connected()
    }

    /// Calls a unary method.
    /// - Parameter fixed: how long it may take whatever ``timeout`` says: for one that the daemon is told to answer within a time.
    func call<Request: Message, Response: Message>(
        _ service: Service, _ method: String, _ request: Request, timeout standard: Duration = ClientLimits.callTimeout, fixed: Duration? = nil
    ) throws(WidgetError) -> Response {
        let connection = try connected()
        let limit = fixed ?? timeout ?? standard
        do {
            let payload: [UInt8] = try request.serializedBytes()
            let reply: [UInt8]
            do {
                reply = try connection.call(service: service.rawValue, method: method, payload: payload, timeout: limit)
            } catch let status as RPCStatus where status.code == .unauthenticated && mayAskForPassword {
                reply = try connection.call(
                    service: service.rawValue, method: method, payload: payload, timeout: max(limit, ClientLimits.passwordTimeout),
                    metadata: ["widgetd-interactive": "yes"])
            }
            hasAnswered = true
            return try Response(serializedBytes: reply)
        } catch {
            throw lost(WidgetError(calling: method, error, timeout: limit), error)
        }
    }

    /// Calls a method that carries an idempotency key: where the connection is lost before the answer, the call is made once more with the same key.
    func callOnce<Request: Message, Response: Message>(
        _ service: Service, _ method: String, _ request: Request, timeout: Duration = ClientLimits.callTimeout
    ) throws(WidgetError) -> Response {
        do {
            return try call(service, method, request, timeout: timeout)
        } catch {
            guard connection == nil, error.code == .unavailable else { throw error }
            return try call(service, method, request, timeout: timeout)
        }
    }

    /// Opens a stream.
    func openStream(_ service: Service, _ method: String, payload: [UInt8] = [], sendsMore: Bool) throws(WidgetError) -> BlockingStream {
        let connection = try connected()
        do {
            return try connection.openStream(service: service.rawValue, method: method, payload: payload, sendsMore: sendsMore)
        } catch {
            throw lost(WidgetError(calling: method, error, timeout: nil), error)
        }
    }

    /// Forgets the connection where `error` means that it can't be used any more.
    func lost(_ translated: WidgetError, _ error: any Error) -> WidgetError {
        guard let error = error as? ConnectionError else {
            hasAnswered = true
            return translated
        }
        close()
        return error == .closed && !hasAnswered ? .closedAtOnce : translated
    }

    private func connected() throws(WidgetError) -> BlockingClient {
        if let connection { return connection }
        let made = try Self.connect(location, patience: patience)
        connection = made
        hasAnswered = false
        return made
    }

    /// Connects; tries again with growing pauses while there is no daemon yet.
    private static func connect(_ location: SocketLocation, patience: Duration) throws(WidgetError) -> BlockingClient {
        let clock = ContinuousClock()
        let start = clock.now
        var pause = ClientLimits.firstConnectPause
        while true {
            do {
                return try BlockingClient(path: location.path)
            } catch {
                guard let error = error as? ConnectionError else { throw WidgetError(calling: "connect", error, timeout: nil) }
                guard error.mayPass, start.duration(to: clock.now) + pause <= patience else { throw WidgetError(error, lookedIn: location.candidates) }
            }
            usleep(UInt32(clamping: pause.components.attoseconds / 1_000_000_000_000))
            pause = min(pause * 2, ClientLimits.longestConnectPause)
        }
    }

    /// The daemon's services, by their full names.
    enum Service: String {
        case widgets = "widgetd.v1.Widgets"
        case daemon = "widgetd.v1.Daemon"
        case devices = "widgetd.v1.Devices"
        case fleet = "widgetd.v1.Fleet"
        case push = "widgetd.v1.Push"
        case stack = "widgetd.v1.SmartStack"
        case activities = "widgetd.v1.Activities"
        case controls = "widgetd.v1.Controls"
        case intents = "widgetd.v1.Intents"
        case surfaces = "widgetd.v1.Surfaces"
    }
}

extension ConnectionError {
    /// Whether a daemon that is starting looks like this.
    fileprivate var mayPass: Bool {
        switch self {
        case .noSocket, .refused: true
        default: false
        }
    }
}

/// A call whose answer is still to come. For the client's thread.
public final class PendingCall<Response: Message> {
    private let client: WidgetClient
    private let method: String
    private let stream: BlockingStream

    init(client: WidgetClient, _ service: WidgetClient.Service, _ method: String, _ request: some Message) throws(WidgetError) {
        self.client = client
        self.method = method
        do {
            stream = try client.openStream(service, method, payload: request.serializedBytes(), sendsMore: false)
        } catch {
            throw WidgetError(calling: method, error, timeout: nil)
        }
    }

    /// The answer; nil where it doesn't come in `timeout`.
    ///
    /// - Throws: the daemon's error; UNAVAILABLE where the connection is lost.
    public func result(timeout: Duration) throws(WidgetError) -> Response? {
        do {
            let answer = try stream.receive(timeout: timeout) ?? []
            client.hasAnswered = true
            return try Response(serializedBytes: answer)
        } catch let status as RPCStatus where status.code == .deadlineExceeded {
            return nil
        } catch {
            throw client.lost(WidgetError(calling: method, error, timeout: timeout), error)
        }
    }
}
