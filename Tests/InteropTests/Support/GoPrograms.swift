import Foundation
import Testing

/// The programs with containerd's Go ttrpc that `Tests/GoInterop/setup.sh` builds. The tests don't build them: that takes a network and minutes.
enum GoPrograms {
    static let client = directory + "/bin/widgetd-go-client"
    static let server = directory + "/bin/widgetd-go-server"

    /// Why the tests against Go can't run; `nil`: they can.
    static let missing: String? = {
        if FileManager.default.isExecutableFile(atPath: client), FileManager.default.isExecutableFile(atPath: server) { return nil }
        let reason = try? String(contentsOfFile: directory + "/skipped", encoding: .utf8)
        return reason?.trimmingCharacters(in: .newlines) ?? "skipped: the Go programs aren't built; run Tests/GoInterop/setup.sh"
    }()

    private static let directory = {
        let support = URL(filePath: #filePath).deletingLastPathComponent()
        return support.appending(path: "../../../.build/go-interop").standardized.path()
    }()
}

extension Trait where Self == ConditionTrait {
    /// Skips, with the reason, where the Go programs aren't there.
    static var needsGo: Self { .enabled(if: GoPrograms.missing == nil, Comment(rawValue: GoPrograms.missing ?? "")) }
}
