import Foundation
public import WidgetAPI
import WidgetCore

extension DaemonFixture {
    /// Adds a provider in a shell script that draws activities of a type, and nothing else.
    public func addActivityProvider(_ id: String, type: String, script: String) throws {
        try directory.write("providers/\(id).sh", "#!/bin/sh\n\(script)\n", mode: 0o755)
        try directory.write(
            "providers/\(id).json",
            #"""
            {"format":1,"id":"\#(id)","name":"\#(id)","protocol":"json","exec":["\#(id).sh"],"deadline_seconds":120,"activities":[{"type":"\#(type)"}]}
            """#)
    }

    /// Watches until an activity is as it should be.
    /// - Throws: DEADLINE_EXCEEDED after `seconds`.
    @discardableResult
    public func wait(forActivity id: String, seconds: Int64 = 120, until isRight: (ProtoActivitySnapshot) -> Bool) throws -> ProtoActivitySnapshot {
        let watch = try client().watchActivities()
        let end = ContinuousClock.now + .seconds(seconds)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .event(let event) = try watch.next(timeout: .seconds(1)), case .activity(let snapshot) = event.event else { continue }
            guard snapshot.activity.id == id else { continue }
            if isRight(snapshot) { return snapshot }
            last = "\(snapshot)"
        }
        throw WidgetError(.deadlineExceeded, "the activity was not as expected within \(seconds) s; it is \(last)")
    }
}

extension ProtoActivitySnapshot {
    /// All texts of a presentation.
    public func texts(_ presentation: ProtoActivityArchive.Presentation = .lockScreen) -> [String] {
        archive.views.first { $0.presentation == presentation }?.archive.nodes.map(\.text.literal).filter { !$0.isEmpty } ?? []
    }
}
