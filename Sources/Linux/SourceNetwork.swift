import Glibc

/// The network that a connection comes from, by which connections of strangers are counted. It is an IPv4 address, or the upper 64 bits of an IPv6 address: one
/// home has all 2^64 addresses below them.
public enum SourceNetwork: Hashable, Sendable {
    case network(UInt64)
    /// No network: a Unix socket, whose file mode says who may connect.
    case local

    /// - Parameter address: the peer's socket address, with the length that its family has. Nil where the peer has none.
    public init(_ address: UnsafeRawPointer?) {
        guard let address else { self = .local; return }
        // The family comes first. A Unix address may end right after it.
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            self = .network(UInt64(UInt32(bigEndian: address.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr)))
        case AF_INET6:
            self.init(inet6: withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
        default:
            self = .local
        }
    }

    private init(inet6 bytes: [UInt8]) {
        // A socket for both families gives an IPv4 address as a mapped IPv6 address.
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes.dropFirst(10).prefix(2).allSatisfy { $0 == 0xFF }
        self = .network((isMapped ? bytes.dropFirst(12) : bytes.prefix(8)).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
