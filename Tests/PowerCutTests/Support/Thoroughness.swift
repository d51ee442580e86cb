import Foundation

/// How much is tried. WIDGETD_POWERCUT_SEEDS=200 tries more, for a night: every allocation, and every fault at each operation.
enum Thoroughness {
    private static let asked = ProcessInfo.processInfo.environment["WIDGETD_POWERCUT_SEEDS"].flatMap { UInt64($0) }

    /// How many ways there are in which each power cut leaves the disk.
    static let seeds = max(asked ?? 4, 2)

    /// The first operation at which a fault of the disk is tried, and the distance to the next one. The three faults take turns, so that one of them strikes
    /// each operation.
    static func operations(of fault: Fault) -> (first: Int, stride: Int) {
        guard asked == nil, let turn = [Fault.errorOnce, .errorForGood, .diskFull].firstIndex(of: fault) else { return (1, 1) }
        return (1 + turn, 3)
    }

    /// The many allocations of a statement that is prepared are alike: some of them stand for all.
    static func stride(ofAllocations stride: Int) -> Int { asked == nil ? stride : 1 }
}
