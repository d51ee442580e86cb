import Crypto

/// 256 random bits that stand for a person: in an invitation's address, or in a browser's cookie. Only its hash is ever written to a file.
public struct WebSecret: Sendable, Hashable {
    private static let size = 32
    private let bytes: [UInt8]

    /// A new one, of the system's random numbers.
    public static func make() -> WebSecret {
        var random = SystemRandomNumberGenerator()
        return WebSecret(bytes: (0..<size).map { _ in UInt8.random(in: .min ... .max, using: &random) })
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    /// - Parameter text: 64 lower-case hexadecimal digits; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let digits = text.utf8.map { byte -> UInt8? in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
            default: nil
            }
        }
        guard digits.count == 2 * Self.size else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var text: String { Self.hexadecimal(bytes) }

    /// SHA-256, by which a file knows it. With 256 random bits nobody can search for it, so a slow hash would add nothing.
    public var digest: String { Self.hexadecimal(Array(SHA256.hash(data: bytes))) }

    /// Another secret of the same holder, from which this one can't be told: HMAC-SHA-256 of a purpose.
    public func derived(for purpose: String) -> String {
        Self.hexadecimal(Array(HMAC<SHA256>.authenticationCode(for: Array(purpose.utf8), using: SymmetricKey(data: bytes))))
    }

    /// Whether two texts are equal. It takes as long for any two of the same length, so that nobody learns from the time how much of a guess was right.
    public static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.reduce(into: "") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
