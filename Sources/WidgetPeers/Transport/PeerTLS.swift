import NIOCore
import NIOSSL
import Synchronization
import WidgetCore

/// TLS between devices: 1.3 alone, both sides with certificates, ALPN `widgetd/1`.
///
/// Certificates are checked by ``PeerVerification`` and nothing else: no authority, no names, no dates. A session that is resumed isn't verified by the
/// library; it can't turn resumption off, so a link without a verification of its own is never taken up (``LinkHandler``). Ours never resume.
struct PeerTLS: Sendable {
    private let context: NIOSSLContext

    /// - Throws: INTERNAL where the library doesn't take the key.
    init(identity: DeviceIdentity) throws(WidgetError) {
        do {
            let certificate = try NIOSSLCertificate(bytes: identity.certificate, format: .der)
            let key = try NIOSSLPrivateKey(bytes: Array(identity.privateKey.derRepresentation), format: .der)
            var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: [.certificate(certificate)], privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv13
            configuration.maximumTLSVersion = .tlsv13
            configuration.applicationProtocols = [Tuning.applicationProtocol]
            // A certificate is demanded, and the callback has the only word on it.
            configuration.certificateVerification = .noHostnameVerification
            configuration.trustRoots = .certificates([])
            configuration.renegotiationSupport = .none
            configuration.shutdownTimeout = Tuning.shutdownTimeout
            context = try NIOSSLContext(configuration: configuration)
        } catch {
            throw WidgetError(.internal, "TLS doesn't take the device's key", cause: "\(error)")
        }
    }

    /// The handler of one connection. On its event loop.
    func handler(isDialling: Bool, verification: PeerVerification) throws -> NIOSSLHandler {
        let verify: NIOSSLCustomVerificationCallback = { certificates, promise in
            promise.succeed(verification.verify(certificates) ? .certificateVerified : .failed)
        }
        return isDialling
            ? try NIOSSLClientHandler(context: context, serverHostname: nil, customVerificationCallback: verify)
            : NIOSSLServerHandler(context: context, customVerificationCallback: verify)
    }
}

/// The device that showed up in one handshake, and whether that is right.
final class PeerVerification: Sendable {
    enum Outcome: Hashable {
        /// The other side's certificate hasn't come.
        case none
        case verified(DeviceID, Standing)
        case refused(DeviceID)
    }

    private let judge: @Sendable (DeviceID) -> Standing
    private let result = Mutex(Outcome.none)

    init(_ judge: @escaping @Sendable (DeviceID) -> Standing) { self.judge = judge }

    var outcome: Outcome { result.withLock { $0 } }

    /// The library has checked by now, or checks before the handshake ends, that the other side has the certificate's key.
    func verify(_ certificates: [NIOSSLCertificate]) -> Bool {
        guard let bytes = try? certificates.first?.toDERBytes() else { return false }
        let device = DeviceID(certificate: bytes)
        let standing = judge(device)
        result.withLock { $0 = standing == .refused ? .refused(device) : .verified(device, standing) }
        return standing != .refused
    }
}
