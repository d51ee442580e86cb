/// A push that waited for a wake-up, and is to be tried now.
public struct HeldPush: Sendable {
    let entry: PushLedger.Entry

    public var push: OpenPush { entry.push }
    /// Widgets that are to be asked for: no launch of them has begun since it came.
    public var owed: Set<WidgetID> { entry.owed }
    /// No reload that began meanwhile has served it, or is about to.
    public var isWhole: Bool { entry.serving.isEmpty && !entry.isServed }
}
