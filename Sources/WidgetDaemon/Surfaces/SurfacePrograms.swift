import WidgetAPI
import WidgetCore

/// The programs of surfaces that are there, and the changes that they have been asked for and haven't answered.
struct SurfacePrograms {
    struct Change {
        var surface: String
        /// It waited in the surface's row.
        var isWaiting: Bool
        /// Gets why nothing was changed; empty: it was.
        var answer: CheckedContinuation<String, Never>?
    }

    private var links: [String: SurfaceLink] = [:]
    private var changes: [UInt64: Change] = [:]
    private var last: UInt64 = 0

    /// A surface's program; nil: it isn't there.
    subscript(name: String) -> SurfaceLink? {
        get { links[name] }
        set { links[name] = newValue }
    }

    /// A program has ended.
    /// - Returns: the changes that it hasn't answered.
    mutating func end(_ name: String) -> [Change] {
        links[name] = nil
        let left = changes.filter { $0.value.surface == name }
        for number in left.keys { changes[number] = nil }
        return left.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Asks a program for changes.
    /// - Returns: their number.
    @discardableResult
    mutating func send(_ edits: [SurfaceEdit], to name: String, isWaiting: Bool, _ answer: CheckedContinuation<String, Never>? = nil) -> UInt64 {
        last += 1
        changes[last] = Change(surface: name, isWaiting: isWaiting, answer: answer)
        let message = ProtoSurfaceChange.with { ($0.change, $0.edits) = (last, edits.map(ProtoSurfaceEdit.init)) }
        // No message of this form can fail to be encoded.
        links[name]?.send((try? message.encoded()) ?? [])
        return last
    }

    /// Takes a change that is answered.
    /// - Parameter surface: the one that answers; nil: the time is over.
    mutating func take(_ number: UInt64, of surface: String? = nil) -> Change? {
        guard let change = changes[number], surface == nil || change.surface == surface else { return nil }
        changes[number] = nil
        return change
    }
}
