import Foundation
import Synchronization
import WidgetCore

@testable import WidgetStore

/// A store in a directory of its own, with a clock that the test sets and randomness that repeats.
final class TestStore: Sendable {
    let directory: String
    private let time = Mutex(Timestamp(milliseconds: 1_700_000_000_000))

    init() throws {
        let template = Array("/tmp/widgetstore-XXXXXX".utf8CString)
        directory = try template.withUnsafeBufferPointer { template in
            var buffer = Array(template)
            guard mkdtemp(&buffer) != nil else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
            return String(decoding: buffer.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self) + "/store"
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: (directory as NSString).deletingLastPathComponent) }

    var database: String { directory + "/widgetd.sqlite" }

    var now: Timestamp {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }

    func configuration(_ directory: String? = nil) -> StoreConfiguration {
        let random = Mutex(UInt64(7))
        return StoreConfiguration(
            directory: directory ?? self.directory, now: { [self] in now },
            random: {
                random.withLock {
                    $0 = $0 &* 6_364_136_223_846_793_005 &+ 1
                    return $0
                }
            })
    }

    func open() throws -> WidgetStore { try WidgetStore.open(configuration()).0 }

    func openWithReport() throws -> (WidgetStore, OpenReport) { try WidgetStore.open(configuration()) }
}

extension Widget {
    /// Widget number `number`, the same each time.
    static func sample(_ number: Int, kind: String = "system.cpu", name: String = "", parameters: Parameters = [:]) -> Widget {
        Widget(id: .sample(number), kind: kind, family: .systemSmall, name: name, parameters: parameters, placedAt: .init(milliseconds: 1_700_000_000_000))
    }
}

extension WidgetID {
    static func sample(_ number: Int) -> WidgetID {
        var random = Seeded(state: UInt64(number))
        return WidgetID(date: .init(milliseconds: 1_700_000_000_000 + Int64(number)), using: &random)
    }
}

extension ContentDigest {
    static func sample(_ number: Int) -> ContentDigest {
        var bytes = [UInt8](repeating: 0, count: 32)
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        return ContentDigest(bytes: bytes) ?? preconditionFailureDigest()
    }

    private static func preconditionFailureDigest() -> ContentDigest { preconditionFailure("a digest has 32 bytes") }
}

extension ProvidedTimeline {
    /// A timeline with an entry for each of these archive numbers, and these images.
    static func sample(_ archives: [Int], images: [Int] = [], bytes: Int = 64) -> ProvidedTimeline {
        ProvidedTimeline(
            entries: archives.enumerated().map { index, archive in
                ProvidedEntry(
                    date: .init(milliseconds: 1_700_000_000_000 + Int64(index) * 60_000), archive: sampleBytes(archive, bytes), digest: .sample(archive))
            },
            policy: .atEnd,
            images: images.map {
                ProvidedImage(reference: ImageReference(digest: .sample($0), width: 2, height: 2), data: sampleBytes($0, bytes))
            })
    }
}

func sampleBytes(_ number: Int, _ count: Int) -> [UInt8] {
    var random = Seeded(state: UInt64(number))
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
}

/// SplitMix64, for repeatable tests.
struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
