import Foundation
import Glibc
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A lamp with a switch in a shell script, whose control tests use: `on` holds its state, and each perform leaves a line in `performed`. Where `filler` names a
/// file,
/// performing fills the disk with it, at its end.
struct Lamp {
    let daemon: DaemonFixture
    let id: String

    private var directory: String { daemon.directory.file(id) }

    /// - Parameters:
    ///   - kind: more of the kind's keys in the manifest.
    ///   - isGated: each perform waits for ``open()``.
    ///   - isNew: false: it was made before.
    @discardableResult
    init(_ daemon: DaemonFixture, id: String = "lamp", kind: String = "", isGated: Bool = false, isNew: Bool = true) throws {
        self.daemon = daemon
        self.id = id
        guard isNew else { return }
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        if isGated, mkfifo(directory + "/gate", 0o600) != 0 { throw WidgetError(.internal, "no pipe") }
        try daemon.directory.write(
            "providers/\(id).sh",
            #"""
            #!/bin/sh
            cd "\#(directory)"
            request=$(cat)
            case $request in
            *'"call":"performControl"'*)
                echo "$request" >>performed
                if [ -p gate ]; then cat gate >/dev/null; fi
                if [ -e filler ]; then cat /dev/zero >"$(cat filler)" 2>/dev/null; fi
                if [ -e failure ]; then cat failure >&2; exit 1; fi
                case $request in *'"isOn":true'*) echo true >on ;; *) echo false >on ;; esac ;;
            *'"call":"push"'*) echo "$request" >>told ;;
            *'"preview":true'*) printf '{"isOn":true,"status":"preview"}' ;;
            *)
                if [ -e broken ]; then cat broken >&2; exit 1; fi
                printf '{"isOn":%s%s}' "$(cat on 2>/dev/null || echo false)" "$(cat extra 2>/dev/null)" ;;
            esac
            """#, mode: 0o755)
        try daemon.directory.write(
            "providers/\(id).json",
            """
            {"format":1,"id":"\(id)","name":"\(id)","protocol":"json","exec":["\(id).sh"],"deadline_seconds":120,
             "controls":[{"id":"\(id)","type":"toggle","symbol":"lightbulb","display_name":"Lamp"\(kind)}]}
            """)
    }

    /// Lets performs go that wait, or the next ones.
    func open() throws {
        let file = Glibc.open(directory + "/gate", O_WRONLY)
        guard file >= 0 else { throw WidgetError(.internal, "no pipe") }
        close(file)
    }

    /// Gives the performs that begin from now on a gate of their own: a script that outlived its daemon still waits at the old one.
    func renewGate() throws {
        unlink(directory + "/gate")
        if mkfifo(directory + "/gate", 0o600) != 0 { throw WidgetError(.internal, "no pipe") }
    }

    func write(_ name: String, _ text: String) throws { try text.write(toFile: "\(directory)/\(name)", atomically: true, encoding: .utf8) }

    /// The requests that were performed.
    var performed: [String] { lines("performed") }
    /// The pushes that it was told of.
    var told: [String] { lines("told") }

    private func lines(_ name: String) -> [String] {
        ((try? String(contentsOfFile: "\(directory)/\(name)", encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
    }

    /// Waits until a perform has begun.
    func began(_ count: Int) throws {
        let end = ContinuousClock.now + .seconds(120)
        while performed.count < count {
            guard ContinuousClock.now < end else { throw WidgetError(.deadlineExceeded, "\(performed.count) performs have begun, not \(count)") }
            usleep(10_000)
        }
    }
}

extension DaemonFixture {
    /// Watches until what is shown of a control is as it should be; every state on the way is given.
    @discardableResult
    func wait(control: String, seconds: Int64 = 120, until isRight: (ProtoControlSnapshot) -> Bool) throws -> ProtoControlSnapshot {
        let watch = try client().watchControls()
        let end = ContinuousClock.now + .seconds(seconds)
        var last = "nothing"
        while ContinuousClock.now < end {
            guard case .event(let event) = try watch.next(timeout: .seconds(1)), case .control(let snapshot) = event.event else { continue }
            guard snapshot.control.id == control || snapshot.control.kind == control else { continue }
            if isRight(snapshot) { return snapshot }
            last = "\(snapshot)"
        }
        throw WidgetError(.deadlineExceeded, "the control was not as expected within \(seconds) s; it is \(last)")
    }

    /// Adds a control once its kind is known, and waits for its first value.
    func addControl(_ kind: String = "lamp", name: String = "", needsValue: Bool = true) throws -> String {
        let end = ContinuousClock.now + .seconds(120)
        while try !client().controlKinds().kinds.contains(where: { $0.kind.id == kind }), ContinuousClock.now < end { usleep(10_000) }
        let id = try client().add(
            .with {
                $0.kind = kind
                $0.name = name
            }
        ).control.id
        if needsValue { try wait(control: id) { $0.hasValue } }
        return id
    }

    func press(_ control: String, isOn: Bool? = nil, key: String, queueUntil: Timestamp? = nil) throws -> ProtoControlReceipt {
        try client().press(
            .with {
                $0.control = control
                $0.idempotencyKey = key
                if let isOn { $0.isOn = isOn }
                if let queueUntil { $0.queueUntil = .init(queueUntil) }
            })
    }

    /// Waits for the end of a tap.
    func end(of key: String, control: String) throws -> ProtoControlReceipt {
        let snapshot = try wait(control: control) { $0.receipts.contains { $0.idempotencyKey == key && $0.isFinal } }
        return snapshot.receipts.first { $0.idempotencyKey == key } ?? .init()
    }
}
