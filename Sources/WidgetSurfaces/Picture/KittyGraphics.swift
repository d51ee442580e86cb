import WidgetCore

/// A picture by kitty's graphics protocol, which kitty, ghostty and konsole know: the PNG itself, in base64.
public enum KittyGraphics {
    /// Bytes of base64 in one sequence, by the protocol.
    private static let chunk = 4_096

    /// Shows `png` in so many cells from the cursor on, which stays where it is. The terminal sends no answer.
    public static func text(png: [UInt8], columns: Int, rows: Int) -> String { sequences("a=T,f=100,q=2,C=1,c=\(columns),r=\(rows)", png) }

    // MARK: On a screen that stays

    /// Gives the terminal a picture, which isn't shown yet, under a number from 1.
    public static func transmission(png: [UInt8], number: Int) -> String { sequences("a=t,f=100,q=2,i=\(number)", png) }

    /// Shows a picture that the terminal has in so many cells from the cursor on, which stays where it is.
    /// - Parameter placement: from 1; each of the places of one picture has its own.
    public static func placement(number: Int, placement: Int, columns: Int, rows: Int) -> String {
        sequence("a=p,q=2,C=1,i=\(number),p=\(placement),c=\(columns),r=\(rows)")
    }

    /// Takes a picture from one of its places; the terminal keeps it.
    public static func removal(number: Int, placement: Int) -> String { sequence("a=d,d=i,q=2,i=\(number),p=\(placement)") }

    /// Takes all pictures from the screen; the terminal keeps them.
    public static let removalOfAll = sequence("a=d,d=a,q=2")

    /// The terminal forgets a picture.
    public static func deletion(number: Int) -> String { sequence("a=d,d=I,q=2,i=\(number)") }

    /// The terminal forgets all pictures that are on the screen.
    public static let deletionOfAll = sequence("a=d,d=A,q=2")

    private static func sequence(_ keys: String) -> String { "\u{1B}_G\(keys)\u{1B}\\" }

    private static func sequences(_ keys: String, _ png: [UInt8]) -> String {
        let encoded = Base64.encode(png)
        var text = ""
        for start in stride(from: 0, to: encoded.count, by: chunk) {
            let end = min(start + chunk, encoded.count)
            let more = "m=\(end < encoded.count ? 1 : 0)"
            text += sequence((start == 0 ? "\(keys),\(more)" : more) + ";" + String(decoding: encoded[start..<end], as: UTF8.self))
        }
        return text
    }
}
