/// A key that makes a request safe to repeat.
public enum IdempotencyKey {
    /// 128 random bits, hexadecimal.
    public static func make(using random: inout some RandomNumberGenerator) -> String {
        (0..<2).map { _ in
            let digits = String(random.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
