import Glibc
import Linux
import Synchronization
package import WidgetCore
import WidgetReplication

/// A connection to an engine on a thread of its own, since libpq's calls block.
package final class CarrierLink: Sendable {
    private enum Command: Sendable {
        case connect(String, [HubAccount: String], CheckedContinuation<Result<Void, any Error>, Never>)
        /// Gets the connection. Nil: there is none.
        case use(@Sendable (PostgresCarrier?) -> Void)
        case end
    }

    private let commands: Mailbox<Command>
    private let onNews: @Sendable () -> Void

    /// - Parameter onNews: called on the thread when another hub has written, and when the connection broke.
    /// - Throws: RESOURCE_EXHAUSTED where there is no descriptor or thread left.
    init(onNews: @escaping @Sendable () -> Void) throws(WidgetError) {
        guard let commands = Mailbox<Command>() else { throw WidgetError(.resourceExhausted, "the process has no descriptor left") }
        self.commands = commands
        self.onNews = onNews
        do throws(DetachedThread.Failure) {
            try DetachedThread.run { [commands, onNews] in Self.run(commands, onNews) }
        } catch {
            throw WidgetError(.resourceExhausted, "the process has no thread left: \(String(cString: strerror(error.code)))")
        }
    }

    /// Tries to connect, without holding up a thread of the pool.
    /// - Parameter password: the account of the string, and what is to stand for its password from now on.
    /// - Throws: the errors of ``PostgresCarrier`` and ``PostgresAccounts``.
    package static func check(_ string: String, setting password: (account: HubAccount, verifier: String)? = nil) async throws {
        let link = try CarrierLink {}
        defer { link.end() }
        try await link.connect(string)
        if let password { try await link.use { try $0.accounts.setPassword(of: password.account, password.verifier) } }
    }

    /// Connects anew. An earlier connection is closed.
    /// - Parameter accounts: the accounts that there are to be, before anything is read. Empty: they stay.
    /// - Throws: the errors of ``PostgresCarrier``.
    func connect(_ string: String, accounts: [HubAccount: String] = [:]) async throws {
        try await withCheckedContinuation { commands.post(.connect(string, accounts, $0)) }.get()
    }

    /// - Throws: UNAVAILABLE without a connection; the engine's errors.
    func perform(_ request: CarrierRequest) async throws -> CarrierAnswer { try await use { try $0.perform(request) } }

    /// Those of the contents that the engine lacks. The others count as named today.
    /// - Throws: UNAVAILABLE without a connection; the engine's errors.
    func lacking(_ digests: [ContentDigest]) async throws -> [ContentDigest] { try await use { try $0.contents.lacking(digests) } }

    /// Keeps contents in the engine, durably.
    /// - Throws: UNAVAILABLE without a connection; the engine's errors.
    func keep(_ contents: [EngineContent]) async throws { try await use { try $0.contents.keep(contents) } }

    /// The contents that the engine has, as many as fit an answer.
    /// - Throws: UNAVAILABLE without a connection; the engine's errors.
    func find(_ digests: [ContentDigest]) async throws -> [EngineContent] { try await use { try $0.contents.find(digests) } }

    /// Drops contents that no hub has named for so many days.
    /// - Throws: UNAVAILABLE without a connection; the engine's errors.
    func drop(unnamedFor days: Int64) async throws { try await use { try $0.contents.drop(unnamedFor: days) } }

    /// Opens these accounts, and closes all others.
    /// - Throws: UNAVAILABLE without a connection; the errors of ``PostgresAccounts``.
    func set(_ verifiers: [HubAccount: String]) async throws { try await use { try $0.accounts.set(verifiers) } }

    private func use<T: Sendable>(_ body: @escaping @Sendable (PostgresCarrier) throws -> T) async throws -> T {
        try await withCheckedContinuation { continuation in
            commands.post(
                .use { carrier in
                    continuation.resume(
                        returning: Result {
                            guard let carrier else { throw WidgetError(.unavailable, "there is no connection to PostgreSQL") }
                            return try body(carrier)
                        })
                })
        }.get()
    }

    /// Closes the connection and ends the thread, after what was asked before.
    func end() { commands.post(.end) }

    private static func run(_ commands: Mailbox<Command>, _ onNews: () -> Void) {
        var carrier: PostgresCarrier?
        while true {
            var descriptors = [pollfd(fd: commands.descriptor, events: Int16(POLLIN), revents: 0)]
            if let carrier { descriptors.append(pollfd(fd: carrier.socket, events: Int16(POLLIN), revents: 0)) }
            guard poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else { continue }
            for command in commands.take() {
                switch command {
                case .connect(let string, let accounts, let reply):
                    carrier = nil
                    reply.resume(returning: Result { carrier = try PostgresCarrier(string, accounts: accounts) })
                case .use(let body): body(carrier)
                case .end: return
                }
            }
            guard let open = carrier else { continue }
            // A broken connection is noticed by the next request, which the news cause.
            do throws(WidgetError) {
                if try open.takeNotifications() { onNews() }
            } catch {
                carrier = nil
                onNews()
            }
        }
    }
}
