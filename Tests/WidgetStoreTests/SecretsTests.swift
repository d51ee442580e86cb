import Foundation
import Testing
import WidgetCore
import WidgetPeers
import WidgetReplication

@testable import WidgetStore

/// Values of secret parameters reach only the devices that need them, and nobody loses one.
@Suite struct SecretsTests {
    private static let secret = "hunter2-hunter2"

    /// A device with a store, and a real key.
    private final class Machine {
        let place: TestStore
        let identity: DeviceIdentity
        let store: WidgetStore

        init(hasKeys: Bool = true) throws {
            place = try TestStore()
            identity = try DeviceIdentity.make()
            var configuration = place.configuration()
            configuration.device = identity.id
            configuration.random = { .random(in: 0 ... .max) }
            if hasKeys { configuration.keys = identity }
            store = try WidgetStore.open(configuration).0
        }

        func gives(_ kind: Kind) async throws { try await store.write { try $0.setKinds([StoredKind(kind: kind, fingerprint: "")]) } }

        func widget(_ number: Int = 1) throws -> Widget? { try store.load().widgets.first { $0.id == .sample(number) } }

        func edit(_ change: (inout Widget) -> Void) async throws {
            let known = try #require(try widget())
            var changed = known
            change(&changed)
            _ = try await store.write { [changed] in try $0.put(changed, insteadOf: known) }
        }

        /// Whether a text is anywhere in the store's files.
        func has(_ text: String) throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: place.directory).contains { name in
                let data = try? Data(contentsOf: URL(filePath: "\(place.directory)/\(name)"))
                return data?.range(of: Data(text.utf8)) != nil
            }
        }

        func keys() async throws -> Int {
            try await store.write { transaction in
                try transaction.perform { _, db in
                    let rows = try Query("SELECT count(*) FROM secret_key", in: db)
                    return try rows.step() ? Int(rows.integer(0)) : 0
                }
            }
        }
    }

    private static var kind: Kind {
        var kind = Kind(id: "mail", displayName: "Mail", families: [.systemSmall])
        kind.parameters = [ParameterDefinition(name: "token", type: .text), ParameterDefinition(name: "host", type: .text)]
        return kind
    }

    private static func pair(_ machines: Machine...) async throws {
        for one in machines {
            for other in machines where other !== one {
                let (id, date) = (other.identity.id, one.place.now)
                try await one.store.write { try $0.addDevice(id, name: "", at: date) }
            }
        }
        try await link(machines)
    }

    private static func link(_ machines: [Machine]) async throws {
        for _ in 0..<2 {
            for (index, one) in machines.enumerated() {
                for other in machines[(index + 1)...] { try await StoreLink(one.store, other.store, at: one.place.now).wait(seconds: 3) }
            }
        }
    }

    private static func placed(_ token: String = secret) -> Widget {
        .sample(1, kind: "mail", parameters: ["token": .text(token), "host": .text("example.org")])
    }

    @Test func onlyWhoSetsItAndWhoGivesTheKindCanReadIt() async throws {
        let (desk, shelf, lap) = (try Machine(), try Machine(), try Machine())
        try await shelf.gives(Self.kind)
        try await Self.pair(desk, shelf, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, shelf, lap])
        #expect(try desk.widget()?.parameters == Self.placed().parameters)
        #expect(try shelf.widget()?.parameters == Self.placed().parameters)
        #expect(try lap.widget()?.parameters == ["host": .text("example.org")])
        #expect(try lap.widget()?.unreadableParameters == ["token"])
        for machine in [desk, shelf, lap] { #expect(try !machine.has(Self.secret), "the text is in a store's file") }
    }

    @Test func aDeviceThatBeginsToGiveTheKindGetsItFromAnyHolder() async throws {
        let (desk, shelf, lap) = (try Machine(), try Machine(), try Machine())
        try await shelf.gives(Self.kind)
        try await Self.pair(desk, shelf, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, shelf, lap])
        try await lap.gives(Self.kind)
        try await Self.link([shelf, lap])
        #expect(try await lap.store.write { try $0.settleSecretKeys() } == 0, "it has no key to give")
        #expect(try await shelf.store.write { try $0.settleSecretKeys() } == 1)
        #expect(try await shelf.store.write { try $0.settleSecretKeys() } == 0)
        try await Self.link([shelf, lap])
        let rows = try await lap.store.replicate { try $0.storage.rows(after: nil, limit: 100).map(\.row) }.0
        var changes = ReplicaChanges()
        changes.rows = Set(rows.filter { $0.table == SharedSchema.secretKey })
        #expect(try lap.store.read(changes).widgets[.sample(1)]??.parameters == Self.placed().parameters, "the widget counts as changed")
    }

    @Test func givingAKeyNeverCompetesWithAnEdit() async throws {
        let (desk, shelf, lap) = (try Machine(), try Machine(), try Machine())
        try await Self.pair(desk, shelf, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, shelf, lap])
        // Somebody sets another value while the first one is given to a new provider.
        try await lap.edit { $0.parameters["token"] = .text("another-value") }
        try await shelf.gives(Self.kind)
        try await Self.link([desk, shelf])
        desk.place.now = desk.place.now + .hours(1)
        #expect(try await desk.store.write { try $0.settleSecretKeys() } == 1)
        try await Self.link([desk, shelf, lap])
        _ = try await lap.store.write { try $0.settleSecretKeys() }
        try await Self.link([desk, shelf, lap])
        #expect(try shelf.widget()?.parameters["token"] == .text("another-value"))
        #expect(try lap.widget()?.parameters["token"] == .text("another-value"))
        #expect(try desk.widget()?.unreadableParameters == ["token"], "desk neither gives the kind nor set this value")
    }

    @Test func anEditOfWhoCantReadItKeepsIt() async throws {
        let (desk, lap) = (try Machine(), try Machine())
        try await Self.pair(desk, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, lap])
        try await lap.edit { $0.parameters["host"] = .text("example.com") }
        try await Self.link([desk, lap])
        #expect(try desk.widget()?.parameters == ["host": .text("example.com"), "token": .text(Self.secret)])
    }

    @Test func theSameValueIsWrittenOnce() async throws {
        let desk = try Machine()
        try await desk.store.write { try $0.put(Self.placed()) }
        let (kept, keys) = (try desk.widget()?.sealed, try await desk.keys())
        try await desk.store.write { try $0.put(Self.placed()) }
        try await desk.edit { $0.name = "post" }
        #expect(try desk.widget()?.sealed == kept)
        #expect(try await desk.keys() == keys)
    }

    @Test func aResetForgetsTheValueAndARemovedWidgetItsKeys() async throws {
        let desk = try Machine()
        let kept = try await desk.store.write { try $0.put(Self.placed()) }
        let plain = try WidgetChange(reset: ["token"]).applied(to: kept, of: Self.kind)
        _ = try await desk.store.write { try $0.put(plain, insteadOf: kept) }
        #expect(try desk.widget()?.parameters == ["host": .text("example.org")])
        #expect(try desk.widget()?.sealed == [:])
        try await desk.store.write { try $0.remove(.sample(1)) }
        #expect(try await desk.store.write { try $0.settleSecretKeys() } == 1)
        #expect(try await desk.keys() == 0)
    }

    /// A token that is renewed every hour for a year doesn't fill the store.
    @Test func replacedValuesLeaveNothingForEver() async throws {
        let desk = try Machine()
        for hour in 0..<(24 * 80) where hour % 8 == 0 {
            desk.place.now = Timestamp(milliseconds: 1_700_000_000_000) + .hours(Int64(hour))
            try await desk.store.write { try $0.put(Self.placed("token \(hour)")) }
        }
        #expect(try await desk.keys() <= 30 * 3 + 2)
        #expect(try desk.widget()?.parameters["token"] == .text("token \(24 * 80 - 8)"))
    }

    /// An edit of a device that was away may win, and bring back a value that was replaced twice meanwhile.
    @Test func aValueThatAnotherDevicesEditBringsBackCanBeRead() async throws {
        let (desk, lap) = (try Machine(), try Machine())
        try await Self.pair(desk, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, lap])
        for machine in [desk, lap] { machine.place.now = machine.place.now + .hours(40 * 24) }
        for token in ["wrong", "right"] { try await desk.store.write { try $0.put(Self.placed(token)) } }
        lap.place.now = lap.place.now + .minutes(1)
        try await lap.edit { $0.parameters["host"] = .text("example.com") }
        try await Self.link([desk, lap])
        #expect(try desk.widget()?.parameters == ["host": .text("example.com"), "token": .text(Self.secret)])
    }

    /// More keys than one transaction may remove.
    @Test func aWidgetWhoseSecretWasSetOftenCanBeRemoved() async throws {
        let desk = try Machine()
        for number in 0...StoreLimits.keysPerTransaction { try await desk.store.write { try $0.put(Self.placed("token \(number)")) } }
        try await desk.store.write { try $0.remove(.sample(1)) }
        while try await desk.store.write({ try $0.settleSecretKeys() }) > 0 {}
        #expect(try await desk.keys() == 0)
    }

    /// As in a file of `widgetctl export --secrets`: the provider may not be known yet.
    @Test func aNamedSecretIsSealedWhoeverGivesTheKind() async throws {
        let desk = try Machine()
        var widget = Self.placed()
        widget.sealed["host"] = .unsealed
        try await desk.store.write { [widget] in try $0.put(widget) }
        #expect(try desk.widget()?.sealed.keys.sorted() == ["host", "token"])
        #expect(try desk.widget()?.parameters == Self.placed().parameters)
        // Without keys they are kept as they are.
        let plain = try Machine(hasKeys: false)
        try await plain.store.write { [widget] in try $0.put(widget) }
        #expect(try plain.widget()?.parameters == Self.placed().parameters)
    }

    @Test func keysThatTwoHoldersGiveAreNoConflict() async throws {
        let (desk, shelf, lap) = (try Machine(), try Machine(), try Machine())
        try await shelf.gives(Self.kind)
        try await Self.pair(desk, shelf, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, shelf])
        try await lap.gives(Self.kind)
        try await Self.link([desk, lap])
        try await Self.link([shelf, lap])
        for holder in [desk, shelf] { #expect(try await holder.store.write { try $0.settleSecretKeys() } == 1) }
        try await Self.link([desk, shelf, lap])
        #expect(try lap.widget()?.parameters == Self.placed().parameters)
        for machine in [desk, shelf, lap] { #expect(try machine.store.conflicts(limit: 10).isEmpty) }
    }

    @Test func manyKeysAreGivenInParts() async throws {
        let (desk, lap) = (try Machine(), try Machine())
        try await Self.pair(desk, lap)
        let count = StoreLimits.keysPerTransaction + 1
        for number in 0..<count { try await desk.store.write { try $0.put(.sample(number, kind: "mail", parameters: ["token": .text("x")])) } }
        try await lap.gives(Self.kind)
        try await Self.link([desk, lap])
        #expect(try await desk.store.write { try $0.settleSecretKeys() } == StoreLimits.keysPerTransaction)
        #expect(try await desk.store.write { try $0.settleSecretKeys() } == 1)
    }

    /// Values that are sealed already are given on, whoever else has an earlier version.
    @Test func aMemberWithAnEarlierVersionHoldsUpNoOtherGiver() async throws {
        let (desk, old, lap) = (try Machine(), try Machine(hasKeys: false), try Machine())
        try await Self.pair(desk, lap)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.pair(desk, old)
        desk.place.now = desk.place.now + .minutes(11)
        try await lap.gives(Self.kind)
        try await Self.link([desk, lap])
        #expect(try await desk.store.write { try $0.settleSecretKeys() } == 1)
    }

    @Test func aMarkOfTheProviderMakesAParameterSecretOrNot() async throws {
        let desk = try Machine()
        var kind = Self.kind
        kind.parameters[0].isMarkedSecret = false
        kind.parameters[1].isMarkedSecret = true
        try await desk.gives(kind)
        try await desk.store.write { try $0.put(Self.placed()) }
        #expect(try desk.widget()?.sealed.keys.sorted() == ["host"])
        #expect(try desk.widget()?.parameters == Self.placed().parameters)
    }

    /// An earlier widgetd doesn't know sealed values, and its next edit would drop them.
    @Test func aMemberWithAnEarlierVersionKeepsValuesReadable() async throws {
        let (desk, old) = (try Machine(), try Machine(hasKeys: false))
        try await Self.pair(desk, old)
        // A member that has just joined may not have said its certificate yet.
        try await desk.store.write { try $0.put(.sample(2, kind: "mail", parameters: ["token": .text(Self.secret)])) }
        #expect(try desk.widget(2)?.sealed.count == 1)
        desk.place.now = desk.place.now + .minutes(11)
        try await desk.store.write { try $0.put(Self.placed()) }
        try await Self.link([desk, old])
        #expect(try old.widget()?.parameters == Self.placed().parameters)
        // When it is forgotten, the next value is sealed.
        let (id, date) = (old.identity.id, desk.place.now)
        try await desk.store.write { try $0.setForgotten(id, at: date) }
        try await desk.store.write { try $0.put(Self.placed("new")) }
        #expect(try desk.widget()?.sealed.count == 1)
    }

    /// As `doctor` advises for a value from before.
    @Test func aReadableValueThatIsSetAgainIsSealed() async throws {
        let old = try Machine(hasKeys: false)
        try await old.store.write { try $0.put(Self.placed()) }
        old.store.close()
        var configuration = old.place.configuration()
        (configuration.device, configuration.keys) = (old.identity.id, old.identity)
        let (store, _) = try WidgetStore.open(configuration)
        let found = try #require(try store.load().widgets.first)
        _ = try await store.write { try $0.put(found, insteadOf: found) }
        #expect(try store.load().widgets.first?.sealed == [:], "nobody has set it")
        let kept = try await store.write { try $0.put(found, insteadOf: found, setting: ["token"]) }
        #expect(kept.sealed.keys.sorted() == ["token"] && kept.parameters == Self.placed().parameters)
        #expect(try store.load().widgets.first == kept)
    }

    @Test func anotherDevicesKeyOpensNothing() async throws {
        let (desk, other) = (try Machine(), try Machine())
        try await desk.store.write { try $0.put(Self.placed()) }
        desk.store.close()
        var configuration = desk.place.configuration()
        configuration.device = other.identity.id
        configuration.keys = other.identity
        let (store, _) = try WidgetStore.open(configuration)
        let found = try #require(try store.load().widgets.first)
        #expect(found.unreadableParameters == ["token"])
        #expect(found.parameters == ["host": .text("example.org")])
    }
}
