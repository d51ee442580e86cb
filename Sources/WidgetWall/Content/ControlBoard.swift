import SurfacePictures
import WidgetAPI
import WidgetCore
import WidgetLayout

/// The controls that the daemon has, as items of a surface's pages.
struct ControlBoard {
    private var controls = WatchedItems<ProtoControlSnapshot>()

    mutating func connected() { controls.connected() }

    mutating func apply(_ event: ProtoControlEvent) {
        switch event.event {
        case .control(let snapshot)?: controls.put(snapshot, snapshot.control.id)
        case .removedControlID(let id)?: controls.remove(id)
        case .initialStateSent?: controls.confirmed()
        case nil: break
        }
    }

    /// The id of a control among the items of a page; nil: no control is called so.
    /// - Parameter word: as a page of the file has it.
    func item(named word: String) -> String? {
        guard let name = Self.name(in: word) else { return nil }
        return controls.snapshots.id(named: name).map { $0 == name ? word : PageWord.control($0).text }
    }

    /// The control, as a widget shows itself.
    /// - Parameter item: its id among the items of a page.
    func snapshot(_ item: String, isDark: Bool) -> ProtoWidgetSnapshot? {
        guard let control = Self.name(in: item).flatMap({ controls[$0] }) else { return nil }
        return .with {
            // An accessory has no card behind it.
            ($0.widget.id, $0.widget.family, $0.contentMarginsDisabled) = (item, .accessoryCircular, true)
            $0.archive = ProtoViewArchive(ControlPicture(control).archive(in: Self.size, isDark: isDark))
        }
    }

    /// The id or name behind the prefix; nil: the word is no control's.
    static func name(in word: String) -> String? {
        PageWord(word).control
    }

    /// The largest of the sizes: in a cell of the grid there is room for it.
    static let size = ControlPicture.sizes[2]
}
