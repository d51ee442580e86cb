import WidgetCore

@testable import WidgetStore

/// Runs one scenario again and again, with a fault at each operation in turn.
struct Sweep {
    let scenario: Scenario
    let place: StorePlace
    /// The store's contents after opening it, and then after each step, when nothing goes wrong.
    private(set) var contents: [StoreContent] = []
    /// How many operations each fault can strike.
    private(set) var operations: [Fault: Int] = [:]

    /// Makes the scenario's ground and runs it without faults.
    init(_ scenario: Scenario) async throws {
        self.scenario = scenario
        place = try StorePlace()
        if let ground = scenario.ground {
            let store = try place.open(place.directory)
            try await ground(store)
            store.close()
            try place.keepAsGround()
        }
        for _ in 0..<2 { try await learn() }
    }

    /// The first time the contents, and the second, when nobody looks at them, the operations.
    private mutating func learn() async throws {
        let knowsContents = !contents.isEmpty
        try start(.honest)
        defer { FaultyDisk.unwatch() }
        FaultyDisk.count()
        let store = try open()
        FaultyDisk.countMemory()
        if !knowsContents { contents.append(try StoreContent(store)) }
        for index in scenario.steps.indices {
            try await perform(index, store)
            if !knowsContents { contents.append(try content(store)) }
        }
        store.close()
        if knowsContents {
            for fault in Fault.allCases { operations[fault] = FaultyDisk.operations(fault) }
        }
    }

    /// Puts the store back to where the scenario begins, on a disk that is watched.
    func start(_ honesty: FaultyDisk.Honesty) throws {
        try place.reset()
        FaultyDisk.watch(place.directory, honesty)
    }

    /// - Parameter directory: nil: the one in which the scenario is run.
    func open(_ directory: String? = nil) throws -> WidgetStore {
        let store = try place.open(directory ?? place.directory)
        do {
            try scenario.opened(store)
        } catch {
            store.close()
            throw error
        }
        return store
    }

    func perform(_ index: Int, _ store: WidgetStore) async throws {
        place.now = StorePlace.start + .minutes(scenario.steps[index].minute)
        try await scenario.steps[index].perform(store)
    }

    /// The store's contents, once its rules have been found to hold.
    func content(_ store: WidgetStore) throws -> StoreContent {
        let broken = try store.brokenRules() + scenario.check(store)
        guard broken.isEmpty else { throw Violation("broken: \(broken.joined(separator: "; "))") }
        return try StoreContent(store)
    }

    /// The files that a power cut now would leave, if nothing stays that wasn't synced.
    func durableContent() throws -> StoreContent {
        _ = FaultyDisk.writeRemains(seed: 0, to: try place.prepareRemains())
        let store = try open(place.remains)
        defer { store.close() }
        return try content(store)
    }

    /// Throws where the store doesn't hold what it holds after so many steps.
    /// - Parameter orNext: or after one more.
    func expect(_ store: WidgetStore, after count: Int, orNext: Bool = false, _ when: String) throws {
        let found = try content(store)
        guard found != contents[count], !orNext || found != contents[count + 1] else { return }
        throw Violation("\(when): \(found.differences(from: contents[count]).joined(separator: ", ")) differ; \(whereItIs(found))")
    }

    /// For a user: which steps the content is that of.
    func whereItIs(_ content: StoreContent) -> String {
        guard let index = contents.firstIndex(of: content) else {
            let nearest = contents.map { content.differences(from: $0) }.min { $0.count < $1.count } ?? []
            return "it is no step's content: \(nearest.joined(separator: ", ")) differ"
        }
        return "it is that after \(index) steps"
    }
}
