import Testing
import WidgetCore
import WidgetReplication

@Suite("A change that a device passes on for another one")
struct RelayTests {
    private static let interval = ReplicationLimits.acknowledgeInterval.count

    /// A device between two others.
    private struct Middle {
        var left: TestDevice
        var device: TestDevice
        var right: TestDevice
        var toLeft: TestLink
        var toRight: TestLink

        /// - Parameter isTriangle: whether the other two say that they are linked with each other.
        init(isTriangle: Bool) throws {
            (left, device, right) = (try TestDevice(1), try TestDevice(2), try TestDevice(3))
            toLeft = TestLink(&device, &left)
            toRight = TestLink(&device, &right)
            for _ in 0..<2 {
                try toLeft.deliver(&device, &left)
                try toRight.deliver(&device, &right)
            }
            let links: Set = [left.id, right.id]
            toLeft.setLinks(here: links, there: isTriangle ? [device.id, right.id] : [device.id])
            toRight.setLinks(here: links, there: isTriangle ? [device.id, left.id] : [device.id])
            for _ in 0..<4 {
                try toLeft.wait(RelayTests.interval, &device, &left)
                try toRight.wait(RelayTests.interval, &device, &right)
            }
        }

        /// The left one's changes come to the middle, which passes them on as far as it does.
        mutating func passOn(_ see: (PeerMessage) -> Void = { _ in }) throws {
            try toLeft.wait(1, &device, &left)
            try toRight.wait(1, &device, &right)
            try toRight.deliver(&device, &right, see: see)
        }
    }

    @Test("it goes on at once to a device that isn't linked with its own")
    func atOnce() throws {
        var middle = try Middle(isTriangle: false)
        try middle.left.perform(RowKey.widget(1).insert("of the left"))
        try middle.left.replica.setOwned(.kinds, [1], [1])
        try middle.passOn()
        #expect(middle.right.isHere(.widget(1)))
        #expect(try middle.right.replica.ownedRow(of: middle.left.id) == [1])
    }

    @Test("it isn't passed on to a device that is linked with its own; where it doesn't come there, the two find that and it goes on")
    func later() throws {
        var middle = try Middle(isTriangle: true)
        try middle.left.perform(RowKey.widget(1).insert("of the left"))
        try middle.left.replica.setOwned(.kinds, [1], [1])
        try middle.passOn()
        #expect(middle.device.isHere(.widget(1)) && !middle.right.isHere(.widget(1)))
        try middle.toRight.wait(ReplicationLimits.compareAfter.count, &middle.device, &middle.right)
        #expect(middle.right.isHere(.widget(1)))
        #expect(try middle.right.replica.ownedRow(of: middle.left.id) == [1])
    }

    @Test("it isn't passed on to a device that has it from its own")
    func acknowledged() throws {
        var middle = try Middle(isTriangle: true)
        try middle.left.perform(RowKey.widget(1).insert("of the left"))
        try middle.left.replica.setOwned(.kinds, [1], [1])
        var between = TestLink(&middle.left, &middle.right)
        try between.deliver(&middle.left, &middle.right)
        #expect(middle.right.isHere(.widget(1)))
        try middle.passOn()
        // The two compare, and the right one acknowledges it at last.
        var changes = 0
        for pause in [ReplicationLimits.compareAfter.count, ReplicationLimits.relayedAcknowledgeInterval.count] {
            try middle.toRight.wait(pause, &middle.device, &middle.right) { message in
                switch message {
                case .transactions, .owned: changes += 1
                default: break
                }
            }
        }
        #expect(changes == 0)
        // Once it has said so, it doesn't get it either when it loses the link.
        middle.toRight.setLinks(here: [middle.left.id, middle.right.id], there: [middle.device.id])
        try middle.toRight.wait(Self.interval, &middle.device, &middle.right) { if case .transactions = $0 { changes += 1 } }
        #expect(changes == 0)
    }

    @Test("it goes on before a change of the device itself, which may depend on it")
    func order() throws {
        var middle = try Middle(isTriangle: true)
        try middle.left.perform(RowKey.widget(1).insert("of the left"))
        try middle.passOn()
        #expect(!middle.right.isHere(.widget(1)))
        try middle.device.perform(RowKey.widget(2).insert("of the middle"))
        var sent: [Int] = []
        try middle.toRight.wait(1, &middle.device, &middle.right) { if case .transactions(let batch) = $0 { sent.append(batch.count) } }
        #expect(middle.right.isHere(.widget(1)) && middle.right.isHere(.widget(2)) && sent.reduce(0, +) == 2)
        // So does a set of the device.
        try middle.left.perform(RowKey.widget(3).insert("of the left"))
        try middle.passOn()
        #expect(!middle.right.isHere(.widget(3)))
        try middle.device.replica.setOwned(.kinds, [1], [2])
        try middle.toRight.wait(1, &middle.device, &middle.right)
        #expect(middle.right.isHere(.widget(3)))
    }

    @Test("it goes on at once when the device loses the link to its own")
    func lost() throws {
        var middle = try Middle(isTriangle: true)
        try middle.left.perform(RowKey.widget(1).insert("of the left"))
        try middle.left.perform(RowKey.widget(2).insert("of the left"))
        try middle.passOn()
        #expect(!middle.right.isHere(.widget(1)))
        middle.toRight.setLinks(here: [middle.left.id, middle.right.id], there: [middle.device.id])
        try middle.toRight.wait(Self.interval, &middle.device, &middle.right)
        #expect(middle.right.isHere(.widget(1)) && middle.right.isHere(.widget(2)))
    }

    @Test("Devices that meet only through a third cut their logs, once they have asked it what the others have")
    func star() throws {
        var middle = try Middle(isTriangle: false)
        for number in 1...30 { try middle.left.perform(RowKey.widget(UInt64(number)).insert("of the left")) }
        try middle.passOn()
        for _ in 0..<4 {
            try middle.toLeft.wait(Self.interval, &middle.device, &middle.left)
            try middle.toRight.wait(Self.interval, &middle.device, &middle.right)
        }
        #expect(middle.right.isHere(.widget(30)))
        #expect(try middle.left.replica.collect() == 0, "the left one doesn't know what the right one has")
        let states = try middle.device.replica.acknowledgements(of: middle.right.id)
        try middle.left.replica.acknowledge(states, by: middle.right.id, toldBy: middle.device.id)
        #expect(try middle.left.replica.collect() >= 30)
    }
}

extension Replica {
    /// The value of the device's kind with the id 1.
    fileprivate func ownedRow(of device: DeviceID) throws -> [UInt8]? {
        try storage.owned(OwnedKey(device: device, set: OwnedSet.kinds.rawValue), after: 0, limit: 1).first?.value
    }
}
