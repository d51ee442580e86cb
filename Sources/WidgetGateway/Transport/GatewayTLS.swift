import NIOCore
import NIOSSL
import Synchronization
import WidgetCore

/// TLS 1.2 or later with the gateway's certificate, and ALPN for `h2` and `http/1.1`. Any thread may use it.
final class GatewayTLS: Sendable {
    private struct Identity {
        var context: NIOSSLContext
        /// When the gateway's own certificate ends.
        var ends: Timestamp
    }

    private let identity: Mutex<Identity>

    /// - Parameters:
    ///   - certificate: the chain in PEM, the gateway's own first.
    ///   - privateKey: in PEM.
    /// - Throws: FAILED_PRECONDITION where they can't be used.
    init(certificate: [UInt8], privateKey: [UInt8]) throws(WidgetError) {
        identity = Mutex(try Self.identity(certificate, privateKey))
    }

    var certificateEnds: Timestamp { identity.withLock { $0.ends } }

    /// Uses another certificate for new connections.
    /// - Throws: the same errors as ``init(certificate:privateKey:)``. Then the old certificate stays.
    func replace(certificate: [UInt8], privateKey: [UInt8]) throws(WidgetError) {
        let new = try Self.identity(certificate, privateKey)
        identity.withLock { $0 = new }
    }

    private static func identity(_ certificate: [UInt8], _ privateKey: [UInt8]) throws(WidgetError) -> Identity {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(certificate)
            let key = try NIOSSLPrivateKey(bytes: privateKey, format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            configuration.applicationProtocols = ["h2", "http/1.1"]
            // The certificate is asked for only so that a client that has one can be told to use a provider token.
            configuration.certificateVerification = .optionalVerification
            configuration.trustRoots = .certificates([])
            configuration.renegotiationSupport = .none
            configuration.shutdownTimeout = Tuning.shutdownTimeout
            let seconds = chain.first.map { Int64($0.notValidAfter) } ?? 0
            let ends = Timestamp(milliseconds: min(seconds, Timestamp.latest.milliseconds / 1_000) * 1_000)
            return Identity(context: try NIOSSLContext(configuration: configuration), ends: ends)
        } catch {
            throw WidgetError(
                .failedPrecondition, "the push certificate and its private key can't be used; give a chain and its key in PEM, the key without a password",
                cause: "\(error)")
        }
    }

    /// The handler of one connection.
    /// - Parameter offered: receives the client's certificate.
    func handler(offered: OfferedCertificate) -> NIOSSLServerHandler {
        NIOSSLServerHandler(context: identity.withLock { $0.context }) { certificates, promise in
            offered.set(certificates)
            promise.succeed(.certificateVerified)
        }
    }
}

/// The certificate that a client sent, if any.
final class OfferedCertificate: Sendable {
    private let standing = Mutex<PushRequest.ClientCertificate?>(nil)
    /// Seconds since 1970.
    private let now: Int64

    init(now: Timestamp) { self.now = now.milliseconds / 1_000 }

    var value: PushRequest.ClientCertificate? { standing.withLock { $0 } }

    func set(_ certificates: [NIOSSLCertificate]) {
        guard let certificate = certificates.first else { return }
        let isValid = Int64(certificate.notValidBefore) <= now && now <= Int64(certificate.notValidAfter)
        standing.withLock { $0 = isValid ? .foreign : .invalid }
    }
}
