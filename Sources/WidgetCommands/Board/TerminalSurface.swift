import Glibc
import WidgetAPI
import WidgetCore

/// The board's terminal as a surface: the daemon knows what is seen there.
final class TerminalSurface {
    private let surface: EphemeralSurface

    /// - Parameter terminal: its descriptor.
    /// - Returns: nil where it has no name.
    init?(at location: SocketLocation, terminal: Int32) {
        guard let path = ttyname(terminal) else { return nil }
        // "/dev/pts/3" is "terminal-pts-3".
        let name = String(cString: path).split(separator: "/").dropFirst().joined(separator: "-")
        guard let surface = try? EphemeralSurface(at: location, name: "terminal-\(name)", .terminal) else { return nil }
        surface.say { $0.families = WidgetFamily.allCases }
        self.surface = surface
    }

    /// For poll(2).
    var descriptor: Int32? { surface.descriptor }
    var milliseconds: Int64? { surface.milliseconds }
    /// The daemon doesn't know what is seen here (``EphemeralSurface/isUnknown``).
    var isUnknown: Bool { surface.isUnknown }

    func take() { surface.take() }

    /// Says what is seen.
    func say(_ model: BoardModel, _ traits: ViewTraits?) {
        let contents = model.contents
        surface.say { surface in
            surface.traits = traits ?? ViewTraits()
            surface.setPages(contents.pages, stacks: contents.stacks)
            surface.visiblePages = contents.pages.isEmpty ? [] : [contents.current + 1]
            surface.visibility = .visible
        }
    }

    /// The program is stopped by its shell.
    func hide() { surface.say { $0.visibility = .covered } }
}
