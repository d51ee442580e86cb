import Testing
import WidgetAPI
import WidgetCore

@testable import WidgetPeers

@Suite struct InvitationCodeTests {
    private let code: InvitationCode

    init() throws {
        code = try InvitationCode(
            device: try #require(DeviceID(bytes: [UInt8](0..<32))), secret: [UInt8](100..<116), expires: Timestamp(milliseconds: 1_800_000_000_000),
            addresses: [
                .host("192.0.2.7", port: 9434), .host("fe80::1%eth0", port: 1), .host("desk.local", port: 65_535), .unix(path: "/run/user/1000/peers.sock"),
            ])
    }

    /// Hubs that can't reach each other count the uses of a code apart.
    @Test func anEnrolmentsCodeIsGoodAtItsHubAlone() throws {
        let devices = try [1, 2].map { try #require(DeviceID(bytes: [UInt8](repeating: $0, count: 32))) }
        let hubs = devices.map { InvitationService(of: $0, now: { Timestamp(milliseconds: 1) }, secret: { [UInt8](100..<116) }) }
        let (made, id) = try hubs[0].enrolmentCode(at: [.host("a", port: 1)], until: Timestamp(milliseconds: 2))
        let enrolment = Enrolment(id: id, group: "", uses: 1, createdAt: Timestamp(milliseconds: 1), expiresAt: Timestamp(milliseconds: 2))
        for hub in hubs { hub.set([enrolment], used: [:]) }
        #expect(made.device == devices[0] && hubs[0].enrolment(of: made.secret) == enrolment && hubs[1].enrolment(of: made.secret) == nil)
    }

    @Test func manyWrongSecretsAreFewLines() {
        let (wrong, begin) = (WrongSecrets(), ContinuousClock.now)
        let stranger = code.device
        #expect(wrong.note(stranger, at: begin).isNews)
        for _ in 0..<1_000 { #expect(!wrong.note(stranger, at: begin + .seconds(1)).isNews) }
        let later = wrong.note(stranger, at: begin + .seconds(61))
        #expect(later.isNews && later.unlogged == 1_000 && later.ofDevice == 1_002)
    }

    /// A user there may have chosen any name, and its device is a hub all the same.
    @Test func namesOfOthersAreShownWithoutWhatCannotBeSeen() throws {
        var hub = ProtoPairingDevice()
        hub.id = .init(code.device.bytes)
        for (name, shown) in [("hub 👩\u{200D}💻", "hub 👩💻"), ("a\u{1B}[2Jb\n", "a[2Jb"), ("", ""), (String(repeating: "x", count: 70), nil)] {
            hub.name = name
            let read = try PairedDevice(hub, field: "hubs").name
            #expect(shown == nil || read == shown)
            #expect(read.utf8.count <= Limits.deviceNameBytes)
        }
    }

    @Test func whatIsWrittenIsRead() throws {
        #expect(try InvitationCode(code.description) == code)
    }

    /// Codes of this version are read by every later one.
    @Test func theFormStays() throws {
        let code = try InvitationCode(
            device: code.device, secret: code.secret, expires: code.expires, addresses: [.host("192.0.2.7", port: 9434)])
        let text = """
            AEAACAW-QDAQCQG-MBYIBEB-FAWDANF-BYHRAE4-ISCMKBN-KFQXDAK-MRUGY4A-DUPB6ZS-DFMZTWU-Q2LKNNV-WG23TP4-OBYXE4M-YBZHBYN-AAIBYA6-AAEBZEZ-3JISPXI-D2I
            """
        #expect(code.description == text)
        #expect(try InvitationCode(text) == code)
    }

    @Test func caseSpacesDashesAndLinesDontMatter() throws {
        let text = code.description
        #expect(try InvitationCode(text.lowercased()) == code)
        #expect(try InvitationCode(text.split(separator: "-").joined()) == code)
        #expect(try InvitationCode("  " + text.split(separator: "-").joined(separator: "\r\n") + "\n") == code)
        #expect(try InvitationCode(String(text.map { ["O": "0", "I": "1", "B": "8"][$0] ?? $0 })) == code, "letters that look like digits")
    }

    @Test func theExpiryIsRoundedUpToTheMinute() throws {
        var late = code
        late.expires = code.expires + .milliseconds(1)
        #expect(try InvitationCode(late.description).expires == code.expires + .milliseconds(60_000))
    }

    /// One wrong symbol is found, wherever it is, and its group named.
    @Test func aTypingErrorIsFoundInItsGroup() throws {
        let text = Array(code.description)
        for index in text.indices where text[index] != "-" {
            var wrong = text
            wrong[index] = text[index] == "Q" ? "R" : "Q"
            let error = #expect(throws: WidgetError.self) { try InvitationCode(String(wrong)) }
            #expect(error?.message.hasPrefix("code: group \(index / 8 + 1), ") == true)
        }
    }

    @Test func aCodeThatIsntWholeIsNoticed() throws {
        let groups = code.description.split(separator: "-")
        for index in groups.indices {
            var rest = groups
            rest.remove(at: index)
            #expect(throws: WidgetError.self, "without group \(index + 1)") { try InvitationCode(rest.joined(separator: "-")) }
        }
        for count in 0..<code.description.count { #expect(throws: WidgetError.self) { try InvitationCode(String(code.description.prefix(count))) } }
        var swapped = groups
        swapped.swapAt(1, 2)
        #expect(throws: WidgetError.self) { try InvitationCode(swapped.joined(separator: "-")) }
    }

    @Test(arguments: [
        ("", "code: it is empty"), ("ABC!", "code: '!' can't be in one"), ("ÄBC", "code: 'Ä' can't be in one"),
        (String(repeating: "A", count: 7_000), "code: it is longer"),
    ])
    func whatIsWrongIsSaid(text: String, message: String) {
        let error = #expect(throws: WidgetError.self) { try InvitationCode(text) }
        #expect(error?.message.hasPrefix(message) == true)
    }

    @Test func aCodeOfALaterFormSaysWhatToDo() throws {
        let error = #expect(throws: WidgetError.self) { try InvitationCode(bytes: Self.sealed([2] + code.bytes.dropFirst().dropLast(4))) }
        #expect(error?.message == "code: it is of form 2, and this widgetd reads form 1; upgrade the older of the two")
    }

    /// A checksum doesn't make bytes an invitation.
    @Test func anythingWithAChecksumIsReadOrRefused() throws {
        let body = Array(code.bytes.dropLast(4))
        for count in 0..<body.count { #expect(throws: WidgetError.self) { try InvitationCode(bytes: Self.sealed(Array(body.prefix(count)))) } }
        #expect(throws: WidgetError.self) { try InvitationCode(bytes: Self.sealed(body + [0])) }
        for index in 53..<body.count {
            for value in [0, 1, 9, 0x7F, 0x80, 0xFF] as [UInt8] {
                var changed = body
                changed[index] = value
                // Every value that is read can be written again.
                if let code = try? InvitationCode(bytes: Self.sealed(changed)) { #expect(try InvitationCode(code.description) == code) }
            }
        }
    }

    @Test func anInvitationHasOneToEightAddresses() throws {
        for count in [0, 9] {
            #expect(throws: WidgetError.self) {
                try InvitationCode(
                    device: code.device, secret: code.secret, expires: code.expires, addresses: Array(repeating: .host("a", port: 1), count: count))
            }
        }
    }

    private static func sealed(_ body: [UInt8]) -> [UInt8] { body + InvitationCode.checksum(of: body) }
}
