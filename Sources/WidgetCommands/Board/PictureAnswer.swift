/// How the terminal takes pictures, as it says itself when it is asked: kitty's own question first, then for its attributes (DA1), which every terminal answers. So
/// nothing has to be waited for: until then pictures are drawn with half blocks.
struct PictureAnswer {
    /// Both questions. What doesn't know the first one passes over it.
    static let question = "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"

    /// DEC's number of sixels among the attributes.
    private static let sixel = 4

    private var isKitty = false

    /// Takes an answer.
    /// - Returns: how it takes pictures, with the answer that ends it; nil: that is still to come.
    mutating func take(_ key: Key) -> PictureProtocol? {
        switch key {
        case .graphics(let isTaken):
            isKitty = isTaken
            return nil
        case .attributes(let numbers):
            defer { isKitty = false }
            return isKitty ? .kitty : numbers.contains(Self.sixel) ? .sixel : .blocks
        default: return nil
        }
    }
}
