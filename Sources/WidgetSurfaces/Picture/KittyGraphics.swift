/// A picture by kitty's graphics protocol, which kitty, ghostty and konsole know: the PNG itself, in base64.
public enum KittyGraphics {
    /// Bytes of base64 in one sequence, by the protocol.
    private static let chunk = 4_096

    /// Shows `png` in so many cells from the cursor on, which stays where it is. The terminal says nothing of it.
    public static func text(png: [UInt8], columns: Int, rows: Int) -> String {
        let encoded = base64(png)
        var text = ""
        for start in stride(from: 0, to: encoded.count, by: chunk) {
            let end = min(start + chunk, encoded.count)
            let keys = start == 0 ? "a=T,f=100,q=2,C=1,c=\(columns),r=\(rows)," : ""
            text += "\u{1B}_G\(keys)m=\(end < encoded.count ? 1 : 0);" + String(decoding: encoded[start..<end], as: UTF8.self) + "\u{1B}\\"
        }
        return text
    }

    private static func base64(_ bytes: [UInt8]) -> [UInt8] {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        result.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = (0..<3).reduce(0) { $0 << 8 | (start + $1 < bytes.count ? Int(bytes[start + $1]) : 0) }
            for place in 0..<4 { result.append(start + place <= bytes.count ? digits[group >> (18 - 6 * place) & 63] : UInt8(ascii: "=")) }
        }
        return result
    }
}
