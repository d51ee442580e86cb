import CommandRendering
import SwiftProtobuf
import WidgetAPI
import WidgetCore

/// Saturday 21 November 2026, 14:05:00, one hour east of UTC.
let dates = DateFormatting(now: Timestamp(milliseconds: 1_795_266_300_000), offset: { _ in 3_600 })

/// A date some seconds from now.
func date(_ seconds: Int64) -> Google_Protobuf_Timestamp { .init(dates.now + .seconds(seconds)) }

let firstID = "01979a3c-0000-7000-8000-000000000001"
let secondID = "01979a3c-0000-7000-8000-000000000002"

func snapshot(_ id: String = firstID, _ change: (inout ProtoWidgetSnapshot) -> Void = { _ in }) -> ProtoWidgetSnapshot {
    var snapshot = ProtoWidgetSnapshot()
    snapshot.widget.id = id
    snapshot.widget.kind = "system"
    snapshot.widget.family = .systemSmall
    snapshot.displayName = "System"
    snapshot.state = .current
    change(&snapshot)
    return snapshot
}

func event(_ snapshot: ProtoWidgetSnapshot) -> ProtoWatchEvent { .with { $0.widget = snapshot } }
