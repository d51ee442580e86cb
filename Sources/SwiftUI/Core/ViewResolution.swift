import Motion
package import WidgetCore

/// The inputs of a view when its nodes are made: its identity, its environment, and the room that it is offered.
public struct _ViewInputs {
    /// The step from a view to one within it. Steps make the identity, so that the same place in the same structure is the same view.
    package enum Step: UInt64 {
        case body = 1, position, branch, type, element, explicitID, container, content, layer, part
    }

    package private(set) var id: NodeID
    package var environment: EnvironmentValues
    /// The room that the view is offered, in points: what a ``GeometryReader`` reports.
    package var proposal: CGSize
    package let resolution: ViewResolution

    package init(resolution: ViewResolution, environment: EnvironmentValues, proposal: CGSize) {
        id = NodeID(high: 0, low: 0)
        self.environment = environment
        self.proposal = proposal
        self.resolution = resolution
    }

    package func child(_ step: Step, _ value: UInt64 = 0) -> _ViewInputs {
        var inputs = self
        inputs.id = id.child(step, value)
        return inputs
    }

    /// The place of a view that is known by a value.
    package func child(_ step: Step, _ value: NodeID) -> _ViewInputs {
        var inputs = self
        inputs.id = id.child(step, value.high).child(step, value.low)
        return inputs
    }

    @MainActor func child(typed type: any Any.Type) -> _ViewInputs { child(.type, TypeDigest.of(type)) }
}

extension NodeID {
    /// The identity of a view that lies one step inside. It is the same in every process. Steps of one kind with different values give different identities.
    package func child(_ step: _ViewInputs.Step, _ value: UInt64) -> NodeID {
        let input = step.rawValue &* 0x9E37_79B9_7F4A_7C15 ^ value
        return NodeID(high: Self.mix(high ^ input, 0xBF58_476D_1CE4_E5B9), low: Self.mix(low &+ input, 0x94D0_49BB_1331_11EB))
    }

    /// The finalizer of SplitMix64 (Steele, Lea and Flood 2014) with a multiplier of each half's own.
    private static func mix(_ value: UInt64, _ factor: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* factor
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}

/// One run of a view's code: what it collects beside the nodes, and its first fault.
@MainActor package final class ViewResolution {
    /// The first fault; what comes after it isn't made.
    package private(set) var fault: WidgetError?
    /// The removable background; the outermost counts.
    package var containerBackground: [ViewTree]?
    /// Opened where the widget is tapped outside of its buttons and links; the outermost counts.
    package var widgetURL: String?
    /// The values that views have for the layouts around them, by the views' nodes and the values' keys.
    var layoutValues: [NodeID: [ObjectIdentifier: Any]] = [:]
    /// The names and places of views' previews, by the views' nodes.
    package var previews: [NodeID: PreviewNote] = [:]
    /// Pictures that views show.
    package let images: ImageCollection
    /// Keeps `@State` from one run to the next; nil: a view begins anew, as in a widget.
    let states: StateStorage?
    /// The closures of buttons and gestures, for a host that runs them; nil: they can't run, as in a widget.
    let actions: LiveActions?
    /// The transaction of the change that is shown, for a host that shows changes; nil: a widget has none.
    let transactions: LiveTransactions?
    /// When the first of the views that follow a schedule is to be drawn again; nil: none is.
    package private(set) var nextUpdate: Date?
    /// Dates that those views' schedules had to give.
    package private(set) var scannedDates = 0
    /// Closures that can't run where the view is shown, for `lint`.
    package private(set) var deadClosures: [String] = []

    /// The rooms that a layout found for geometry readers and custom layouts, by their nodes.
    private var rooms: [NodeID: CGSize] = [:]
    /// The views that asked for their rooms.
    private var geometryReaders: [NodeID: GeometryRequest] = [:]

    private struct GeometryRequest {
        /// The room that is found first stays. Custom layouts keep it: the size that they take is another one.
        let keeps: Bool
        /// With so many modifiers.
        let modifiers: Int
    }

    /// Whether ``bodies(of:)`` is kept: only to say where a fault is.
    private let tracesBodies: Bool
    private var bodiesOfNodes: [NodeID: [String]] = [:]
    private var path: [String] = []
    private var bodies = 0
    /// The actions that have names of their own.
    private var namedActions: [String: ViewAction.Effect] = [:]

    package init(
        images: ImageCollection = ImageCollection(), states: StateStorage? = nil, actions: LiveActions? = nil, transactions: LiveTransactions? = nil,
        tracesBodies: Bool = false
    ) {
        self.tracesBodies = tracesBodies
        self.images = images
        self.states = states
        self.actions = actions
        self.transactions = transactions
    }

    /// Adds the nodes of a custom view.
    func append<V: View>(bodyOf view: V, to outputs: inout _ViewOutputs, _ inputs: _ViewInputs) {
        guard fault == nil else { return }
        guard path.count < ViewLimits.bodyDepth else {
            return fail("views of your own nest at most \(ViewLimits.bodyDepth) deep; does the body of \(V.self) contain itself?")
        }
        bodies += 1
        guard bodies <= ViewLimits.bodies else { return fail("a view has at most \(ViewLimits.bodies) views of your own in it") }
        path.append("\(V.self)")
        let inputs = inputs.child(.body)
        DynamicProperties.connect(view, inputs)
        let first = outputs.trees.count
        view.body._append(to: &outputs, inputs)
        if tracesBodies { for id in outputs.trees.dropFirst(first).compactMap(\.id) { bodiesOfNodes[id, default: []].insert("\(V.self)", at: 0) } }
        path.removeLast()
    }

    // MARK: Rooms

    /// Some view of the last run depends on the room that it has.
    var readsGeometry: Bool { !geometryReaders.isEmpty }

    /// The views whose rooms were asked for, each with the number of its modifiers that count.
    var measuredViews: [NodeID: Int] { geometryReaders.mapValues(\.modifiers) }

    /// The room of a view; nil until a layout has found it.
    /// - Parameter keeps: the room that is found first stays, because the view's nodes then have a fixed size.
    func room(of id: NodeID, keeps: Bool = false, modifiers: Int = 1) -> CGSize? {
        geometryReaders[id] = GeometryRequest(keeps: keeps, modifiers: modifiers)
        return rooms[id]
    }

    /// Takes the rooms that a layout found, and forgets the results of the last run, except pictures, states and closures.
    /// - Returns: false: the last run had the same rooms.
    func restart(with frames: [NodeID: CGSize]) -> Bool {
        var found = rooms
        for (id, request) in geometryReaders where !request.keeps || rooms[id] == nil { found[id] = frames[id] }
        guard found != rooms else { return false }
        rooms = found
        (fault, containerBackground, widgetURL, geometryReaders, nextUpdate) = (nil, nil, nil, [:], nil)
        (layoutValues, previews, namedActions, bodiesOfNodes) = ([:], [:], [:], [:])
        (deadClosures, path, bodies) = ([], [], 0)
        return true
    }

    /// The custom views whose bodies have the node at their top, the outermost view first.
    func bodies(of node: NodeID?) -> [String] { node.flatMap { bodiesOfNodes[$0] } ?? [] }

    /// Names a part of the path for errors while `body` runs.
    func within<R>(_ name: String, _ body: () -> R) -> R {
        path.append(name)
        defer { path.removeLast() }
        return body()
    }

    /// Keeps the fault, unless there is one already.
    package func fail(_ message: String) {
        if fault == nil { fault = .invalid(pathText, message) }
    }

    /// Notes when a view that follows a schedule is drawn again.
    func record(_ update: TimelineUpdate) {
        scannedDates += update.scanned
        if let next = update.next { nextUpdate = min(next, nextUpdate ?? next) }
    }

    /// Notes a closure that only a program that shows the view itself could run.
    func recordUnrunnableClosure(_ name: String) {
        if deadClosures.count < ViewLimits.deadClosures { deadClosures.append("\(pathText): \(name)") }
    }

    /// Gives the action of a button or toggle a name. One that isn't of the form of an id, or that another action has, is left out.
    func nameAction(of tree: inout ViewTree, _ name: String) {
        func named(_ action: ViewTree.Action) -> ViewTree.Action {
            guard ViewAction.isValid(id: name), namedActions[name] ?? action.effect == action.effect else { return action }
            namedActions[name] = action.effect
            return ViewTree.Action(id: name, effect: action.effect)
        }
        switch tree.content {
        case .button(let action): tree.content = .button(named(action))
        case .toggle(let action, let isOn, let title): tree.content = .toggle(named(action), isOn: isOn, title: title)
        case .view, .picture: break
        }
    }

    private var pathText: String { Self.text(of: path) }

    /// `OrderView > VStack > Button`; a long path is cut in the middle.
    static func text(of path: [String]) -> String {
        if path.isEmpty { return "view" }
        let shown = path.count <= 8 ? path : Array(path.prefix(4)) + ["…"] + path.suffix(3)
        return shown.joined(separator: " > ")
    }
}

/// The name and the place of a view's preview.
package struct PreviewNote {
    package var name: String?
    /// By its name: `systemSmall`.
    package var family: String?
    /// Points.
    package var size: CGSize?
}

/// The limits of evaluating views; those of the archive are in `Limits`.
enum ViewLimits {
    /// Custom views inside each other. An archive is at most 64 levels deep, but a custom view may add no level to it.
    static let bodyDepth = 256
    /// Custom views in all: four for each of the 1,024 nodes.
    static let bodies = 4_096
    /// Runs of a view's code until the rooms of its geometry readers are found: readers within readers need one more each.
    static let layoutPasses = 4
    /// Closures that `lint` names: a user reads the list.
    static let deadClosures = 16
}

/// Digests of types' names, each found once.
@MainActor enum TypeDigest {
    private static var known: [ObjectIdentifier: UInt64] = [:]

    static func of(_ type: any Any.Type) -> UInt64 {
        let key = ObjectIdentifier(type)
        if let digest = known[key] { return digest }
        // FNV-1a.
        let digest = String(reflecting: type).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        known[key] = digest
        return digest
    }
}
