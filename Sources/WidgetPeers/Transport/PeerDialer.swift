import Glibc
import NIOCore
import NIOPosix
import NIOSSL
public import WidgetCore

/// Connects to other devices.
public struct PeerDialer: Sendable {
    let endpoint: PeerEndpoint

    public init(endpoint: PeerEndpoint) { self.endpoint = endpoint }

    /// The purpose of a connection.
    public enum Purpose: Sendable, Hashable {
        /// To sync with a member.
        case sync
        /// To be invited by a device that isn't a member here yet.
        case joining
    }

    /// Connects to the device `expected`. Where a host name has several addresses, it takes the first that answers.
    ///
    /// The link is returned when this side has verified the other. Whether the other accepts this device shows in its first answer, or in the link's end
    /// (``PeerLink/ended``), since TLS 1.3 doesn't wait for that.
    ///
    /// - Throws: UNAVAILABLE where nothing answers, or nothing that speaks the protocol; UNAUTHENTICATED where another device answers; PERMISSION_DENIED
    ///   where the device isn't trusted here.
    public func connect(to address: PeerAddress, expecting expected: DeviceID, for purpose: Purpose = .sync) async throws(WidgetError) -> PeerLink {
        let loop = endpoint.group.next()
        let channel: any Channel
        do {
            channel = try await open(address, on: loop).get()
        } catch {
            throw WidgetError(.unavailable, "nothing answers at \(address); is widgetd running there, and is the network up?", cause: "\(error)")
        }
        let made = loop.makePromise(of: PeerLink.self)
        let trust = endpoint.trust
        let endpoint = endpoint
        loop.execute {
            let attempt = PeerEndpoint.Attempt(
                isDialled: true, remoteAddress: address.description,
                judge: { device in Self.judge(device, expected, purpose, trust) },
                describe: { outcome, error in Self.describe(outcome, error, address, expected) },
                established: { made.succeed($0) })
            do {
                try endpoint.begin(attempt, on: channel).whenSuccess { error in
                    made.fail(error ?? WidgetError(.unavailable, "the connection to \(address) ended"))
                }
            } catch {
                made.fail(WidgetError(.unavailable, "the connection to \(address) ended", cause: "\(error)"))
                channel.close(promise: nil)
            }
        }
        do {
            return try await made.futureResult.get()
        } catch {
            throw error as? WidgetError ?? WidgetError(.unavailable, "the connection to \(address) ended", cause: "\(error)")
        }
    }

    private func open(_ address: PeerAddress, on loop: any EventLoop) -> EventLoopFuture<any Channel> {
        let bootstrap = ClientBootstrap(group: loop)
            .connectTimeout(endpoint.limits.connectTimeout)
            .channelOption(.maxMessagesPerRead, value: 1)
            .channelOption(.recvAllocator, value: SocketOptions.readBuffers)
        switch address {
        case .host(let host, let port):
            var tcp = bootstrap
            for (option, value) in SocketOptions.tcp { tcp = tcp.channelOption(option, value: value) }
            return tcp.connect(host: host, port: port)
        case .unix(let path):
            return bootstrap.connect(unixDomainSocketPath: path)
        }
    }

    private static func judge(_ device: DeviceID, _ expected: DeviceID, _ purpose: Purpose, _ trust: TrustPolicy) -> TrustLevel {
        guard device == expected else { return .refused }
        if purpose == .joining { return .candidate }
        return trust.level(of: device) == .member ? .member : .refused
    }

    private static func describe(_ outcome: PeerVerification.Outcome, _ error: (any Error)?, _ address: PeerAddress, _ expected: DeviceID) -> WidgetError {
        let cause = error.map { "\($0)" }
        switch outcome {
        case .none:
            return WidgetError(.unavailable, "what answers at \(address) isn't widgetd, or is too busy; check the address", cause: cause)
        case .refused(expected):
            return WidgetError(.permissionDenied, "the device at \(address) is \(expected), which isn't trusted here", cause: cause)
        case .refused(let other):
            return WidgetError(.unauthenticated, "the device at \(address) is \(other), not \(expected); check the address, or invite anew", cause: cause)
        case .verified:
            guard isRefusal(error) else { return WidgetError(.unavailable, "the link to \(address) broke", cause: cause) }
            let message =
                "the device at \(address) refuses this one: it was revoked there, or isn't a member and no invitation is open (docs/devices.md says what to do)"
            return WidgetError(.permissionDenied, message, cause: cause)
        }
    }

    /// Whether the other side refused this device: with a TLS alert, with a plain end, or with the reset of a connection whose data it never read.
    private static func isRefusal(_ error: (any Error)?) -> Bool {
        guard let error = error as? IOError else { return true }
        return error.errnoCode == ECONNRESET || error.errnoCode == EPIPE
    }
}
