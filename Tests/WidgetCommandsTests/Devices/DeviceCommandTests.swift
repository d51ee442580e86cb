import ArgumentParser
import CommandRendering
import Glibc
import SwiftProtobuf
import TTRPCWire
import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetCommands

/// The commands against a daemon behind a real socket.
@Suite("device and sync", .timeLimit(.minutes(5)))
struct DeviceCommandTests {
    private let place: SocketPlace
    private let paper = Desk()
    private let calls = Calls()

    init() throws { place = try SocketPlace() }

    private static let laptop = device(laptopID, "laptop", .connected)

    /// A daemon on which the laptop joins after the first look at the list.
    private func inviting() throws {
        try place.serve(connections: 1) { [calls] method, payload in
            switch method {
            case "Invite":
                let request = try ProtoInviteRequest(serializedBytes: payload)
                return try ProtoInviteResponse.with {
                    ($0.code, $0.addresses, $0.deviceID) = ("ABCDEFG-HIJKLMN", request.addresses.isEmpty ? ["10.0.0.2:9434"] : request.addresses, deskID)
                    $0.expiresAt = .init(SystemClock.now + .seconds(600))
                }.serializedBytes()
            default:
                let isFirst = calls.note(method) == 1
                return try ProtoListDevicesResponse.with { $0.devices = isFirst ? [desk] : [desk, Self.laptop] }.serializedBytes()
            }
        }
    }

    @Test("invite on a terminal waits for who joins, and names it")
    func waits() throws {
        try inviting()
        try DeviceInviteCommand.parse([]).run(in: paper.session(place, columns: 100))
        #expect(paper.printed.contains("  widgetctl device join ABCDEFG-HIJKLMN\n"))
        #expect(paper.printed.contains("█"))
        #expect(paper.printed.hasSuffix("\n\(InvitationRendering.joined(Self.laptop))"))
        #expect(InvitationRendering.joined(Self.laptop).hasPrefix("laptop (LAPTOPA) has joined"))
    }

    @Test(
        "invite draws no picture where it is unwanted, doesn't fit, or nobody looks",
        arguments: [(["--no-qr"], 100), ([], 20), ([], nil)] as [([String], Int?)])
    func noPicture(arguments: [String], columns: Int?) throws {
        try inviting()
        try DeviceInviteCommand.parse(arguments + ["--no-wait"]).run(in: paper.session(place, columns: columns))
        #expect(paper.printed.contains("ABCDEFG-HIJKLMN"))
        #expect(!paper.printed.contains("█"))
        #expect(calls.all.isEmpty)
    }

    @Test("invite without a terminal prints the code and ends; its addresses are those that were given")
    func inviteInScript() throws {
        try inviting()
        try DeviceInviteCommand.parse(["--json", "--address", "desk:1"]).run(in: paper.session(place, json: true))
        #expect(paper.printed.hasPrefix(#"{"format":"widgetctl/v2","code":"ABCDEFG-HIJKLMN","#))
        #expect(paper.printed.contains(#""addresses":["desk:1"]"#))
        #expect(calls.all.isEmpty)
    }

    @Test("invite --wait --json prints the device that joined on a line of its own")
    func inviteJSON() throws {
        try inviting()
        try DeviceInviteCommand.parse(["--json", "--wait"]).run(in: paper.session(place, json: true))
        let lines = paper.printed.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last?.hasPrefix(#"{"format":"widgetctl/v2","id":"LAPTOPA-"#) == true)
    }

    // MARK: Waiting

    @Test("Who was a member before isn't taken for the one who joins; who was forgotten, and comes back, is")
    func newcomer() {
        let old = device(phoneID, "phone", .forgotten)
        let wait = JoinWait(before: .with { $0.devices = [desk, Self.laptop, old] })
        #expect(wait.newcomer(in: .with { $0.devices = [desk, Self.laptop, old] }) == nil)
        #expect(wait.newcomer(in: .with { $0.devices = [desk, Self.laptop, device(phoneID, "phone", .offline)] })?.id == phoneID)
        #expect(wait.newcomer(in: .with { $0.devices = [desk, device(laptopID, "other", .offline) { $0.addedAt = date(1) }] }) == nil)
        #expect(wait.newcomer(in: .with { $0.devices = [desk, device("NEW", "new", .revoked)] }) == nil)
    }

    @Test("A member that uses the invitation is told too, each time that it does")
    func again() {
        func laptop(joined: Int64?) -> ProtoDeviceInfo {
            device(laptopID, "laptop", .connected) { if let joined { $0.joinedAt = date(joined) } }
        }
        let never = JoinWait(before: .with { $0.devices = [desk, laptop(joined: nil)] })
        #expect(never.newcomer(in: .with { $0.devices = [desk, laptop(joined: nil)] }) == nil)
        #expect(never.newcomer(in: .with { $0.devices = [desk, laptop(joined: 1)] })?.id == laptopID)
        let once = JoinWait(before: .with { $0.devices = [desk, laptop(joined: 1)] })
        #expect(once.newcomer(in: .with { $0.devices = [desk, laptop(joined: 1)] }) == nil)
        #expect(once.newcomer(in: .with { $0.devices = [desk, laptop(joined: 2)] })?.id == laptopID)
    }

    @Test("The wait ends with the invitation, after a last look")
    func over() throws {
        try place.serve(connections: 1) { [calls] method, _ in
            calls.note(method)
            return try ProtoListDevicesResponse.with { $0.devices = [desk] }.serializedBytes()
        }
        var now = dates.now
        let found = try JoinWait(before: .with { $0.devices = [desk] })
            .run(place.client(), until: dates.now + .seconds(2), now: { now }, pause: { now = now + .seconds(1) })
        #expect(found == nil)
        #expect(calls.all.count == 3)
    }

    // MARK: Joining

    private func joining() throws {
        try place.serve(connections: 1) { [calls] _, payload in
            calls.note(try ProtoJoinDeviceRequest(serializedBytes: payload).code)
            return try ProtoJoinDeviceResponse.with { $0.device = Self.laptop }.serializedBytes()
        }
    }

    @Test("A code is joined however the shell cut it, and says with whom")
    func join() throws {
        try joining()
        try DeviceJoinCommand.parse(["ABC-", "DEF"]).run(in: paper.session(place))
        #expect(calls.all == ["ABC- DEF"])
        #expect(paper.printed.hasPrefix("Joined laptop (LAPTOPA)"))
    }

    @Test("Without a code it comes from standard input, where nobody else sees it", arguments: [[], ["-"]])
    func joinFromInput(arguments: [String]) throws {
        try joining()
        let input = try pipe(with: "ABC\nrest")
        defer { close(input) }
        try DeviceJoinCommand.parse(arguments).run(in: paper.session(place, input: input))
        #expect(calls.all == ["ABC"])
        #expect(paper.asked.isEmpty)
    }

    @Test("On a terminal it is asked for")
    func joinAsked() throws {
        try joining()
        let typist = try Typist("ABC\n")
        try DeviceJoinCommand.parse([]).run(in: paper.session(place, input: typist.terminal))
        #expect(calls.all == ["ABC"])
        #expect(paper.asked.hasPrefix("The code that `widgetctl device invite` printed"))
    }

    @Test("No code at all: where one is made")
    func joinNothing() throws {
        let input = try pipe(with: "")
        defer { close(input) }
        let error = #expect(throws: WidgetError.self) { try DeviceJoinCommand.parse([]).run(in: paper.session(place, input: input)) }
        #expect(error?.message.contains("widgetctl device invite") == true)
    }

    // MARK: Revoking and the rest

    private func changing() throws {
        try place.serve(connections: 1) { [calls] method, payload in
            if method == "List" { return try ProtoListDevicesResponse.with { $0.devices = [desk, Self.laptop] }.serializedBytes() }
            calls.note("\(method) \(try ProtoRevokeDeviceRequest(serializedBytes: payload).device)")
            return try ProtoRevokeDeviceResponse.with { $0.device = Self.laptop }.serializedBytes()
        }
    }

    @Test("revoke asks on a terminal, and revokes by the id that was confirmed")
    func revoke() throws {
        try changing()
        let typist = try Typist("yes\n")
        try DeviceRevokeCommand.parse(["laptop"]).run(in: paper.session(place, input: typist.terminal))
        #expect(paper.asked == "Never trust laptop (LAPTOPA) again? It can't be undone. [y/N] ")
        #expect(calls.all == ["Revoke \(laptopID)"])
        #expect(paper.printed.hasPrefix("Revoked laptop (LAPTOPA)."))
    }

    @Test("Any other answer revokes nothing", arguments: ["\n", "n\n", "yesterday\n"])
    func unconfirmed(answer: String) throws {
        try changing()
        let typist = try Typist(answer)
        let session = paper.session(place, input: typist.terminal)
        let error = #expect(throws: WidgetError.self) { try DeviceRevokeCommand.parse(["laptop"]).run(in: session) }
        #expect(error?.code == .cancelled)
        #expect(calls.all.isEmpty)
    }

    @Test("Without a terminal, --yes is needed; with it nothing is asked")
    func yes() throws {
        try changing()
        let input = try pipe(with: "yes\n")
        defer { close(input) }
        let session = paper.session(place, input: input)
        let error = #expect(throws: ExitCode.self) { try DeviceRevokeCommand.parse(["laptop"]).run(in: session) }
        #expect(error.map { ExitStatus(rawValue: $0.rawValue) } == .usage)
        #expect(paper.asked.contains("--yes"))
        #expect(calls.all.isEmpty)
        try DeviceRevokeCommand.parse(["laptop", "--yes"]).run(in: session)
        #expect(calls.all == ["Revoke \(laptopID)"])
        #expect(!paper.asked.contains("[y/N]"))
    }

    @Test("forget asks as revoke does, and needs --yes where nobody can be asked")
    func forget() throws {
        try changing()
        let typist = try Typist("y\n")
        try DeviceForgetCommand.parse(["laptop"]).run(in: paper.session(place, input: typist.terminal))
        #expect(paper.asked == "Take laptop (LAPTOPA) off the list? It gets no changes until it is invited again. [y/N] ")
        #expect(calls.all == ["Forget \(laptopID)"])
        #expect(paper.printed == "Forgot laptop (LAPTOPA). It may be invited again.\n")
    }

    @Test("forget without a terminal needs --yes")
    func forgetInScript() throws {
        try changing()
        let input = try pipe(with: "yes\n")
        defer { close(input) }
        let session = paper.session(place, input: input)
        #expect(throws: ExitCode.self) { try DeviceForgetCommand.parse(["laptop"]).run(in: session) }
        #expect(calls.all.isEmpty)
        try DeviceForgetCommand.parse(["laptop", "--yes"]).run(in: session)
        #expect(calls.all == ["Forget \(laptopID)"])
    }

    @Test("The device that one is on can't revoke or forget itself: a wrong value, with what to do instead, and no question")
    func itself() throws {
        try changing()
        let session = paper.session(place)
        for (verb, command) in [("revoke", DeviceRevokeCommand.self), ("forget", DeviceForgetCommand.self)] as [(String, any WidgetCommand.Type)] {
            let parsed = try #require(try command.parseAsRoot(["desk"]) as? any WidgetCommand)
            let error = #expect(throws: WidgetError.self) { try parsed.run(in: session) }
            #expect(error.map { ExitStatus($0.code) } == .dataError)
            #expect(error?.message.contains("widgetctl device \(verb) DESKAAA") == true, "\(error?.message ?? "")")
        }
        #expect(calls.all.isEmpty && paper.asked.isEmpty)
    }

    @Test("addresses shows, replaces and clears")
    func addresses() throws {
        try place.serve(connections: 1) { [calls] method, payload in
            let there = device(laptopID, "laptop", .offline) { $0.addresses = ["a:1", "b:2"] }
            if method == "List" { return try ProtoListDevicesResponse.with { $0.devices = [there] }.serializedBytes() }
            let request = try ProtoSetAddressesRequest(serializedBytes: payload)
            calls.note("\(request.device) \(request.addresses)")
            let changed = device(laptopID, "laptop", .offline) { $0.addresses = request.addresses }
            return try ProtoSetAddressesResponse.with { $0.device = changed }.serializedBytes()
        }
        let session = paper.session(place)
        try DeviceAddressesCommand.parse(["laptop"]).run(in: session)
        #expect(calls.all.isEmpty)
        try DeviceAddressesCommand.parse(["laptop", "c:3"]).run(in: session)
        try DeviceAddressesCommand.parse(["laptop", "--clear"]).run(in: session)
        #expect(calls.all == [#"laptop ["c:3"]"#, "laptop []"])
        #expect(
            paper.printed == """
                laptop (LAPTOPA) is tried at:
                  a:1
                  b:2
                laptop (LAPTOPA) is tried at:
                  c:3
                laptop (LAPTOPA) has no addresses; it is tried where it was found last.

                """)
    }

    @Test("A shell offers the devices by name, one without a name by the beginning of its id; nothing where no daemon answers")
    func completion() throws {
        func offered() -> CommandLineCompletion.Answer {
            CommandLineCompletion.answer(RootCommand.self, words: ["widgetctl", "--socket", place.path, "device", "rename"], current: "")
        }
        #expect(!"\(offered())".contains("desk"))
        try place.serve(connections: 1) { _, _ in
            try ProtoListDevicesResponse.with { $0.devices = [desk, device(laptopID, "", .offline)] }.serializedBytes()
        }
        #expect(offered() == .words([Candidate("desk", "this device"), Candidate(String(laptopID.prefix(7)), "offline")]))
    }

    @Test("verify that finds a difference prints it and fails")
    func verify() throws {
        try place.serve(connections: 1) { _, payload in
            #expect(try ProtoVerifyRequest(serializedBytes: payload).device == "laptop")
            return try ProtoVerifyResponse.with { ($0.device, $0.difference) = (Self.laptop, "widget 0197 is here alone") }.serializedBytes()
        }
        let error = #expect(throws: ExitCode.self) { try SyncVerifyCommand.parse(["laptop"]).run(in: paper.session(place)) }
        #expect(error?.rawValue == 65)
        #expect(paper.printed.contains("widget 0197 is here alone"))
    }
}
