import Testing
import WidgetAPI

@testable import CommandRendering
@testable import WidgetCommands

@Suite("How devices are kept the same, as text")
struct SyncRenderingTests {
    private func peer(_ device: ProtoDeviceInfo, _ change: (inout ProtoPeerStatus) -> Void = { _ in }) -> ProtoPeerStatus {
        var peer = ProtoPeerStatus()
        peer.device = device
        change(&peer)
        return peer
    }

    private var laptop: ProtoPeerStatus {
        peer(device(laptopID, "laptop", .connected)) {
            $0.address = "10.0.0.3:9434"
            $0.behind = 0
            $0.clockOffset = .with { $0.nanos = 12_000_000 }
        }
    }

    private var phone: ProtoPeerStatus {
        peer(device(phoneID, "phone", .offline) { $0.lastSeenAt = date(-7_200) }) {
            $0.ahead = 4
            $0.lastError = "10.0.0.9:9434: connection refused"
            $0.nextTryAt = date(120)
        }
    }

    private func text(_ peers: [ProtoPeerStatus], _ change: (inout ProtoSyncStatusResponse) -> Void = { _ in }) -> String {
        var status = ProtoSyncStatusResponse()
        (status.peers, status.listening, status.logTransactions) = (peers, ["[::]:9434"], 4)
        change(&status)
        return SyncRendering.status(status, dates, .plain, width: nil)
    }

    @Test("sync status: a line for each device, the verdict, and where this one listens")
    func status() {
        #expect(
            text([laptop, phone]) == """
                DEVICE  STATE      ADDRESS        LAST SEEN  TO GET  TO SEND  CLOCK  NOTE
                laptop  connected  10.0.0.3:9434  now        0       0        same   -
                phone   offline    -              2 h ago    -       4        -      next try in 2 min: 10.0.0.9:9434: connection refused

                Everything is the same on the devices that are connected. Not connected: phone.

                listening  [::]:9434
                log        4 transactions

                """)
    }

    @Test("Everything is the same everywhere, said plainly")
    func same() {
        #expect(text([laptop]).contains("\n\nEverything is the same on all 2 devices.\n"))
    }

    @Test("Nothing is said to be the same while anything is on its way", arguments: 0..<5)
    func syncing(what: Int) {
        var other = laptop
        switch what {
        case 0: other.behind = 3
        case 1: other.ahead = 1
        case 2: other.held = 2
        case 3: other.heldThere = true
        default: other.snapshot = true
        }
        let text = text([other, phone])
        #expect(text.contains("Changes are on their way, to or from laptop."))
        #expect(!text.contains("is the same"))
    }

    @Test("A device of which another machine runs a copy is told of, and nothing is said to be the same")
    func copied() {
        let text = text([laptop]) { $0.copied = [.with { ($0.device, $0.lives) = (laptop.device, 4) }] }
        #expect(
            text.contains(
                """
                The device laptop has begun 4 new lives in the last hour: another machine probably runs a copy of its key and store; give one of both a new \
                identity (docs/devices.md)
                """))
        #expect(!text.contains("the same on"))
    }

    @Test("Where no device is connected, nothing is claimed")
    func away() {
        #expect(text([phone]).contains("No other device is connected."))
    }

    @Test("Without other devices: how one is added, and that nothing listens")
    func alone() {
        #expect(
            text([]) { ($0.listening, $0.logTransactions) = ([], 0) } == """
                No other devices. To add one, `widgetctl device invite` here, and there `widgetctl device join`.

                listening  nowhere, until a device is invited
                log        0 transactions

                """)
    }

    @Test("A clock that is wrong: by how much, and what waits for it")
    func clock() {
        var other = laptop
        other.clockOffset = .with { ($0.seconds, $0.nanos) = (-3_600, -500_000_000) }
        other.held = 2
        other.heldUntil = date(900)
        let text = text([other])
        #expect(text.contains("  -1 h   "))
        #expect(text.contains("2 changes of laptop are from the future and wait until 14:20:00 (in 15 min): a clock is wrong."))
        #expect(text.contains("timedatectl"))
    }

    @Test("What must never happen is told, and a new life of the store with its reason")
    func divergence() {
        let text = text([laptop]) { ($0.divergences, $0.reincarnation) = (1, "it was restored from a backup") }
        #expect(text.contains("1 difference was found where none can be, and repaired."))
        #expect(text.contains("began anew  it was restored from a backup"))
    }

    // MARK: Log, verify, conflicts

    @Test("sync log: one change on the line, several below it")
    func log() {
        let response = ProtoSyncLogResponse.with {
            $0.entries = [
                .with { ($0.deviceID, $0.deviceName, $0.sequence, $0.writtenAt, $0.operations) = (deskID, "desk", 7, date(-60), ["widget 0197 added"]) },
                .with {
                    ($0.deviceID, $0.sequence, $0.writtenAt) = (laptopID, 12, date(-5))
                    $0.operations = ["widget 0197: name changed", "widget 0198 removed"]
                },
            ]
        }
        #expect(
            SyncRendering.log(response, dates, .plain) == """
                14:04:00 desk 7 widget 0197 added
                14:04:55 LAPTOPA 12 2 changes
                  widget 0197: name changed
                  widget 0198 removed

                """)
        #expect(SyncRendering.log(.init(), dates, .plain) == "The log is empty: nothing has been changed yet.\n")
    }

    @Test("sync verify: the same, different, or not to be said, each with its exit status")
    func verify() {
        let other = device(laptopID, "laptop", .connected)
        let same = ProtoVerifyResponse.with { ($0.device, $0.rows, $0.equal) = (other, 1_204, true) }
        #expect(SyncRendering.verified(same, .plain) == "This device and laptop are the same: 1204 rows compared, values too.\n")
        #expect(SyncVerifyCommand.status(same) == nil)
        let different = ProtoVerifyResponse.with { ($0.device, $0.difference) = (other, "widget 0197 is here alone") }
        #expect(SyncRendering.verified(different, .plain).hasPrefix("This device and laptop differ: widget 0197 is here alone\n"))
        #expect(SyncVerifyCommand.status(different) == .dataError)
        let behind = ProtoVerifyResponse.with { ($0.device, $0.behind) = (other, true) }
        #expect(SyncRendering.verified(behind, .plain).hasPrefix("Nothing can be said of laptop yet"))
        #expect(SyncVerifyCommand.status(behind) == .temporary)
    }

    @Test("sync conflicts: who lost what to whom")
    func conflicts() {
        let entry = ProtoConflictEntry.with {
            $0.time = date(-3_600)
            ($0.table, $0.rowID, $0.column, $0.value) = ("widget", firstID, "name", "My\ndesk")
            ($0.deviceID, $0.winnerDeviceID) = (laptopID, phoneID)
        }
        let names = DeviceNames([device(laptopID, "laptop", .offline)])
        #expect(
            ConflictRendering.table([entry], names, dates, .plain, width: nil) == """
                WHEN      ROW                   FIELD  WRITTEN BY  WON      VALUE THAT LOST
                13:05:00  widget 01979a3c-0000  name   laptop      PHONEAA  My desk

                """)
        #expect(ConflictRendering.table([], names, dates, .plain, width: nil) == "No edit lost against another device's.\n")
    }
}
