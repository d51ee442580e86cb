import Foundation
import Synchronization
import WidgetCore
import WidgetStore

/// A directory for one store, with a clock that the scenario sets and randomness that repeats: two runs of the same steps give the same bytes.
final class StorePlace: Sendable {
    static let start = Timestamp(milliseconds: 1_700_000_000_000)

    private let root: String
    private let time = Mutex(start)

    init() throws {
        // In memory where there is such a place: the runs are many.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        let template = Array("\(parent)/powercut-XXXXXX".utf8CString)
        root = try template.withUnsafeBufferPointer { template in
            var buffer = Array(template)
            guard mkdtemp(&buffer) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            return String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: root) }

    var directory: String { root + "/store" }
    /// Where what is left after a power cut is looked at.
    var remains: String { root + "/remains" }
    private var ground: String { root + "/ground" }

    var now: Timestamp {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    /// Opens the store. One that was found corrupt and set aside is a violation: no fault here damages what was synced.
    func open(_ directory: String) throws -> WidgetStore {
        // The lock names the boot of the machine, and after a power cut that is another one.
        if directory == remains { unlink(directory + "/widgetd.lock") }
        let random = Mutex(UInt64(7))
        let configuration = StoreConfiguration(
            directory: directory, now: { [self] in now },
            random: {
                random.withLock {
                    $0 = $0 &* 6_364_136_223_846_793_005 &+ 1
                    return $0
                }
            }, place: { _ in nil })
        let (store, report) = try WidgetStore.open(configuration)
        guard report.corruptStore == nil else {
            store.close()
            throw Violation("the store was set aside as corrupt: \(report.corruption ?? "")")
        }
        guard report.lost.isEmpty, !report.wasMoved else {
            store.close()
            throw Violation("the store has lost rows or begins anew: \(report)")
        }
        return store
    }

    /// Keeps the store as it is now for ``reset()``.
    func keepAsGround() throws { try FileManager.default.moveItem(atPath: directory, toPath: ground) }

    /// An empty directory for ``remains``.
    func prepareRemains() throws -> String {
        try? FileManager.default.removeItem(atPath: remains)
        try FileManager.default.createDirectory(atPath: remains, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        return remains
    }

    /// The store as it was kept; none, where none was.
    func reset() throws {
        now = Self.start
        try? FileManager.default.removeItem(atPath: directory)
        if FileManager.default.fileExists(atPath: ground) { try FileManager.default.copyItem(atPath: ground, toPath: directory) }
    }
}
