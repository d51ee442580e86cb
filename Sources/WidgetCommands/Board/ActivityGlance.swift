import WidgetAPI
import WidgetCore
import WidgetSurfaces

/// What a line says of an activity: of a task its own words; of another type what its compact views and its lock-screen view say.
struct ActivityGlance {
    var symbol: ViewTree
    var title: String
    /// 0 to 1; nil: it says nothing of that.
    var fraction: Double?
    /// How far it is, in a word.
    var figure: String
    var detail: String
    var tint: ViewColor.Name
    /// Nil: it goes on, or nobody knows.
    var outcome: TaskActivity.Outcome?
    var actions: [RenderedLines.Action]
    /// When it says something else without a change; nil: never.
    var nextTick: Timestamp?

    init(_ snapshot: ProtoActivitySnapshot, traits: SurfaceTraits) {
        let activity = snapshot.activity
        let views = snapshot.views
        func read(_ presentation: ActivityPresentation) -> RenderedLines {
            views[presentation].map { LineRenderer.lines($0, traits: traits, isInvalidated: snapshot.isOutOfDate) } ?? RenderedLines()
        }
        let whole = read(.lockScreen)
        let targets = snapshot.tapTargets
        let named = views.sorted { $0.key < $1.key }.map { LineRenderer.lines($0.value, traits: traits) }.actions(among: targets)
        let titles = Dictionary(named.map { ($0.id, $0.title) }) { first, _ in first }
        actions = targets.map(\.id).map { RenderedLines.Action(id: $0, title: titles[$0] ?? "") }
        if activity.type == TaskActivity.type, let task = try? TaskActivity(attributes: activity.attributes, state: activity.content.state) {
            symbol = .image(systemName: task.symbol.isEmpty ? "gearshape" : task.symbol)
            title = task.title
            fraction = task.outcome == nil ? task.progress : nil
            figure = task.outcome == nil ? task.progress.map { "\(Int(($0 * 100).rounded(.down))) %" } ?? "" : ""
            detail = task.detail
            outcome = task.outcome
            tint =
                switch task.outcome {
                case .success: .green
                case .failure: .red
                case nil: .accent
                }
            return
        }
        let (leading, trailing) = (read(.compactLeading), read(.compactTrailing))
        let words = leading.lines.joined(separator: " ")
        symbol = .text(words.isEmpty ? (traits.isUnicode ? "◆" : "*") : words)
        let title = ActivityRendering.title(activity.attributes) ?? (activity.tag.isEmpty ? activity.type : activity.tag)
        self.title = title
        fraction = snapshot.hasEnded ? nil : whole.fraction ?? trailing.fraction
        figure = trailing.lines.joined(separator: " ")
        detail = whole.lines.filter { $0 != title }.joined(separator: " ")
        tint = .accent
        outcome = nil
        nextTick = [leading.nextTick, trailing.nextTick].compactMap(\.self).min()
    }
}
