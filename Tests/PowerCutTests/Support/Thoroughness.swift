import Foundation

/// How much is tried. WIDGETD_POWERCUT_SEEDS=200 tries more, for a night, and every allocation.
enum Thoroughness {
    private static let asked = ProcessInfo.processInfo.environment["WIDGETD_POWERCUT_SEEDS"].flatMap { UInt64($0) }

    /// How many ways there are in which each power cut leaves the disk.
    static let seeds = max(asked ?? 4, 2)

    /// The many allocations of a statement that is prepared are alike: some of them stand for all.
    static func stride(ofAllocations stride: Int) -> Int { asked == nil ? stride : 1 }
}
