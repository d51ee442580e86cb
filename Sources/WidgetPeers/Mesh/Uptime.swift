import NIOCore

enum Uptime {
    /// Milliseconds since some start, which only count up, and not while the machine sleeps.
    static var now: Int64 { Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000) }
}
