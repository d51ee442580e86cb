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

    /// The devices whose changes a device needn't tell another one's session of.
    func unconcerned(_ device: Int, _ peer: Int) -> Set<DeviceID> {
        links.first { $0.a == device && $0.b == peer }.map { $0.link.here.unconcernedDevices(devices[device].replica) } ?? []
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

    @Test("A session with a device that is far in the ring needs no step for changes that the device gets from others")
    func steps() throws {
        let mesh = try Mesh(12)
        // In the ring of all the sixth from the first is the farthest.
        let (far, near) = (mesh.unconcerned(0, 6), mesh.unconcerned(0, 1))
        #expect(near.isEmpty)
        #expect(far == Set(mesh.devices.map(\.id)).subtracting([mesh.devices[0].id, mesh.devices[6].id]))
    }
}
