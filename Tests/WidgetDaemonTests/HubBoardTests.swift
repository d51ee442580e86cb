import Testing
import WidgetAPI
import WidgetCore

@testable import DaemonCore

/// The items of a space on a device's own boards.
@Suite struct HubBoardTests {
    private let board = Board { _ throws(WidgetError) in nil }

    private func id(_ number: UInt64) -> WidgetID { WidgetID(high: 0x7000, low: 0x8000_0000_0000_0000 | number) }

    private func receive(_ number: UInt64, on space: HubBoard) throws {
        let snapshot = ProtoWidgetSnapshot.with {
            ($0.widget.id, $0.widget.kind, $0.widget.family, $0.deviceName) = (id(number).description, "clock", .systemSmall, "desk")
            $0.widget.placedAt = .init(Timestamp(milliseconds: 1))
        }
        _ = try space.receive(.snapshot(try snapshot.encoded()))
    }

    @Test func aSpaceHasAsManyItemsOnABoardAsTheLimitSays() throws {
        let space = HubBoard(.widgets, of: "lab", on: board)
        space.setLocked(false)
        space.beginState()
        for number in 0..<UInt64(DaemonCoreLimits.spaceItems + 5) { try receive(number, on: space) }
        #expect(space.count == DaemonCoreLimits.spaceItems && board.count == DaemonCoreLimits.spaceItems)
        // One that goes makes room for another one.
        _ = try space.receive(.removed(id(0)))
        try receive(5_000, on: space)
        #expect(board.entry(id(5_000)) != nil && board.count == DaemonCoreLimits.spaceItems)
    }

    @Test func nothingIsPutOnTheBoardAfterItsEnd() throws {
        let space = HubBoard(.widgets, of: "lab", on: board)
        space.setLocked(false)
        try receive(1, on: space)
        #expect(board.entry(id(1))?.space == "lab")
        space.end()
        try receive(2, on: space)
        #expect(board.count == 0 && space.count == 0)
    }

    @Test func whileTheSessionIsLockedActivitiesOfASpaceAreNotShown() throws {
        let space = HubBoard(.activities, of: "lab", on: board)
        let snapshot = ProtoActivitySnapshot.with { ($0.activity.id, $0.activity.type) = (id(1).description, "task") }
        _ = try space.receive(.snapshot(try snapshot.encoded()))
        #expect(board.count == 0, "nobody has said yet whether it is locked")
        space.setLocked(false)
        #expect(board.count == 1)
        space.setLocked(true)
        #expect(board.count == 0)
    }

    @Test func anotherMachineGetsNoItemOfASpace() throws {
        let space = HubBoard(.widgets, of: "lab", on: board)
        space.setLocked(false)
        try receive(1, on: space)
        #expect(try board.snapshot(id(1)) != nil && board.snapshot(id(1), isPublic: true) == nil)
    }
}
