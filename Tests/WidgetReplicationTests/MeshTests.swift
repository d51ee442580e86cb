import Testing
import WidgetCore
import WidgetReplication

/// Devices of which each is linked with all others, and says so.
private struct Mesh {
    private(set) var devices: [TestDevice]
    private var links: [(a: Int, b: Int, link: TestLink)] = []
    /// Messages that were delivered.
    private(set) var changes = 0
    private(set) var others = 0

    init(_ count: Int) throws {
        devices = try (0..<count).map { try TestDevice(UInt8($0 + 1)) }
        for a in 0..<count {
            for b in a + 1..<count {
                var (first, second) = (devices[a], devices[b])
                links.append((a, b, TestLink(&first, &second)))
                (devices[a], devices[b]) = (first, second)
            }
        }
        let all = Set(devices.map(\.id))
        for index in links.indices {
            let (a, b) = (devices[links[index].a].id, devices[links[index].b].id)
            links[index].link.setLinks(here: all.subtracting([a]), there: all.subtracting([b]))
        }
        // Each hears of the others' first transactions, and of their links.
        for _ in 0..<6 { try wait(ReplicationLimits.acknowledgeInterval.count) }
        (changes, others) = (0, 0)
    }

    mutating func edit(_ device: Int, _ operation: RowOperation) throws { try devices[device].perform(operation) }

    /// Lets time pass on all links.
    mutating func wait(_ milliseconds: Int64) throws {
        for index in links.indices {
            var (a, b, link) = (devices[links[index].a], devices[links[index].b], links[index].link)
            try link.wait(milliseconds, &a, &b) { message in
                switch message {
                case .transactions, .owned: changes += 1
                default: others += 1
                }
            }
            (devices[links[index].a], devices[links[index].b]) = (a, b)
            links[index].link = link
        }
    }
}

@Suite("Many devices that are all linked")
struct MeshTests {
    @Test("A change goes once to each device, and not from each to each", arguments: [4, 12])
    func once(count: Int) throws {
        var mesh = try Mesh(count)
        try mesh.edit(count / 2, RowKey.widget(1).insert("new"))
        for _ in 0..<5 { try mesh.wait(ReplicationLimits.acknowledgeInterval.count) }
        #expect(mesh.devices.allSatisfy { $0.isHere(.widget(1)) })
        #expect(mesh.changes == count - 1)
        // Each tells the device that made it that it has it.
        #expect(mesh.others == count - 1)
        // Then each compares with a few others.
        for _ in 0..<3 { try mesh.wait(ReplicationLimits.compareAfter.count) }
        #expect(mesh.changes == count - 1)
        #expect(mesh.others <= count - 1 + count * min(count - 1, 2 * ReplicationLimits.comparedOnEachSide))
    }
}
