import Logging
import WidgetAPI
import WidgetCore
import WidgetDrawing

/// The widgets for surfaces with the same traits: a watch on a connection of its own. It waits for a daemon that restarts, and keeps what it had meanwhile.
final class BoardFeed {
    let traits: ViewTraits
    private(set) var board = WallBoard()
    private let client: WidgetClient
    private let log: Logger
    private var watch: WidgetWatch?
    private var link = Reconnection()
    private var hasFailed = false
    /// The stacks that surfaces show.
    private let stacks: StackFeeds
    /// The words of the surfaces' own pages.
    private var words: Set<PageWord> = []
    /// The controls, where a surface shows one.
    private var controls: ControlFeed?

    init(at location: SocketLocation, _ traits: ViewTraits, log: Logger) {
        self.traits = traits
        self.log = log
        client = WidgetClient(location: location, patience: .zero)
        client.surface = traits
        client.isRegistered = true
        stacks = StackFeeds(at: location, traits)
    }

    /// For poll(2).
    var descriptors: [Int32] { [watch == nil ? nil : client.descriptor, controls?.descriptor].compactMap(\.self) + stacks.descriptors }

    /// Until it connects again; nil while it is connected.
    var milliseconds: Int64? { [link.milliseconds, stacks.milliseconds, controls?.milliseconds].compactMap(\.self).min() }

    /// Follows the stacks and the controls among these words too, and the stacks of the board.
    func follow(_ words: Set<PageWord>) {
        self.words = words
        followStacks()
        let wantsControls = words.contains { $0.control != nil }
        if wantsControls != (controls != nil) { controls = wantsControls ? ControlFeed(at: client.location) : nil }
    }

    private func followStacks() {
        stacks.follow(board.stackNames.union(words.compactMap(\.stack)))
        board.keepStacks(stacks.names)
    }

    /// Takes what has come, and connects if it is time.
    /// - Returns: whether the board has changed.
    func take() -> Bool {
        let before = board.revision
        do throws(WidgetError) {
            if link.isDue {
                watch = try client.watch()
                link.connected()
                board.connected()
            }
            try watch?.take { board.apply($0) }
        } catch {
            if link.isConnected || !hasFailed { log.notice("the daemon is waited for", metadata: ["error": "\(error.message)"]) }
            hasFailed = true
            watch = nil
            client.close()
            link.lost()
        }
        if board.revision != before { followStacks() }
        for (name, cards) in stacks.take() { board.apply(cards, of: name) }
        controls?.take(into: &board)
        return board.revision != before
    }
}

/// The controls: a watch on a connection of its own.
final class ControlFeed {
    private let client: WidgetClient
    private var watch: ControlWatch?
    private var link = Reconnection()

    init(at location: SocketLocation) { client = WidgetClient(location: location, patience: .zero) }

    var descriptor: Int32? { watch == nil ? nil : client.descriptor }
    var milliseconds: Int64? { link.milliseconds }

    /// Takes what has come, and connects if it is time.
    func take(into board: inout WallBoard) {
        do throws(WidgetError) {
            if link.isDue {
                watch = try client.watchControls()
                link.connected()
                board.controlsConnected()
            }
            try watch?.take { board.apply(control: $0) }
        } catch {
            watch = nil
            client.close()
            link.lost()
        }
    }
}

/// Pictures that the daemon has. The daemon is on this machine and answers at once; a picture that it lacks is asked for again with the next state of a widget.
final class DaemonPictures: PictureSource {
    private let client: WidgetClient
    private var missing: Set<ContentDigest> = []

    /// How long a frame waits for a picture.
    private static let patience = Duration.seconds(1)

    init(at location: SocketLocation) { client = WidgetClient(location: location, timeout: Self.patience, patience: .zero) }

    func png(of digest: ContentDigest) -> [UInt8]? {
        if missing.contains(digest) { return nil }
        guard let answer = try? client.image(sha256: digest) else {
            missing.insert(digest)
            return nil
        }
        return Array(answer.data)
    }

    /// The missing ones may be there now.
    func retry() { missing = [] }
}
