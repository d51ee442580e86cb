import NIOCore

/// What strangers are counted by: an IPv4 address, or the network of an IPv6 address, of which everyone at home has 2^64.
enum GatewaySource: Hashable, Sendable {
    case network(UInt64)
    /// No address: a socket that isn't TCP's.
    case unknown

    init(_ address: SocketAddress?) {
        switch address {
        case .v4(let address):
            self = .network(UInt64(UInt32(bigEndian: address.address.sin_addr.s_addr)))
        case .v6(let address):
            let bytes = withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
            // An IPv4 address in IPv6's clothes, as on a socket for both.
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10...11].allSatisfy { $0 == 0xFF }
            self = .network((isMapped ? bytes[12...] : bytes[..<8]).reduce(0) { $0 << 8 | UInt64($1) })
        case .unixDomainSocket, nil:
            self = .unknown
        }
    }
}
