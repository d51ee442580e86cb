import Foundation
import WidgetAPI
import WidgetCore
import WidgetTestSupport

/// A daemon with a provider, a script, that draws activities of the type `Delivery`, and counts its runs and what is performed.
struct DeliveryDaemon {
    static let type = "Delivery"

    let daemon: DaemonFixture

    init(_ daemon: DaemonFixture) { self.daemon = daemon }

    init() throws {
        daemon = try DaemonFixture()
        try addProvider()
        try daemon.start()
    }

    /// - Parameter word: what it says after the number.
    func addProvider(saying word: String = "stops") throws {
        let directory = daemon.directory.path
        try daemon.addActivityProvider(
            "delivery", type: Self.type,
            script: #"""
                request=$(cat)
                case $request in
                *'"call":"perform"'*)
                    echo x >>\#(directory)/performed
                    if [ -e \#(directory)/kill ]; then kill -KILL "$(cat \#(directory)/kill)"; fi
                    if [ -e \#(directory)/away ]; then echo "nobody is at home" >&2; exit 1; fi
                    exit 0 ;;
                esac
                echo x >>\#(directory)/drawn
                if [ -e \#(directory)/gate ]; then cat \#(directory)/gate >/dev/null; fi
                if [ -e \#(directory)/broken ]; then echo "the van has a flat tyre" >&2; exit 1; fi
                stops=$(printf '%s' "$request" | sed -n 's/.*"stops":\([0-9]*\).*/\1/p')
                taps=$(wc -l <\#(directory)/performed 2>/dev/null || echo 0)
                case $stops in
                '') printf '{"refused":"state.stops is missing"}'; exit 0 ;;
                77) printf '{"views":{"compactLeading":"77"}}'; exit 0 ;;
                78) printf '{"views":{"lockScreen":{"text":"%s"}}}' "$(head -c 20000 /dev/zero | tr '\0' x)"; exit 0 ;;
                79) printf 'no JSON'; exit 0 ;;
                esac
                printf '{"views":{"lockScreen":{"vstack":["%d \#(word)","tapped %d",{"button":"Ring","id":"ring","intent":"Ring","parameters":{"times":2}}]},"minimal":"%d"}}' \
                    "$stops" "$taps" "$stops"
                """#)
    }

    @discardableResult
    func start(_ tag: String = "parcel", stops: Int? = nil) throws -> String {
        try daemon.client().start(
            .with {
                $0.app = "tests"
                $0.tag = tag
                $0.type = Self.type
                if let stops { $0.content.state = #"{"stops":\#(stops)}"# }
            }
        ).activityID
    }

    func update(_ activity: String = "parcel", stops: Int) throws {
        _ = try daemon.client().update(
            .with {
                $0.activity = activity
                $0.content.state = #"{"stops":\#(stops)}"#
            })
    }

    func tap(_ activity: String = "parcel", action: String = "ring", key: String) throws -> ProtoPerformActivityResponse {
        try daemon.client().perform(
            .with {
                $0.activity = activity
                $0.action = action
                $0.idempotencyKey = key
            })
    }

    /// How often the script has written a line to one of its files.
    func count(_ file: String) -> Int { (try? String(contentsOfFile: daemon.directory.file(file), encoding: .utf8))?.split(separator: "\n").count ?? 0 }

    /// Waits until what is shown is of that state.
    @discardableResult
    func wait(_ id: String, stops: Int) throws -> ProtoActivitySnapshot {
        try daemon.wait(forActivity: id) { $0.texts().first?.hasPrefix("\(stops) ") == true && $0.archiveRevision == $0.activity.revision }
    }
}
