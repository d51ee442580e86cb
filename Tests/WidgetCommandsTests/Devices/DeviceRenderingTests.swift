import Testing
import WidgetAPI
import WidgetCore

@testable import CommandRendering
@testable import WidgetCommands

@Suite("Devices as text")
struct DeviceRenderingTests {
    @Test("device list")
    func list() {
        let devices = [
            device(deskID, "desk", .self_) { ($0.version, $0.addresses) = ("0.1.0", ["10.0.0.2:9434", "[fd00::2]:9434"]) },
            device(laptopID, "Büro", .connected), device(phoneID, "", .offline) { $0.lastSeenAt = date(-300_000) },
            device("GONEAAA", "old", .revoked),
        ]
        #expect(
            DeviceRendering.table(devices, dates, .plain, width: nil) == """
                DEVICE   NAME  STATE        LAST SEEN  VERSION  ADDRESSES
                DESKAAA  desk  this device  -          0.1.0    10.0.0.2:9434 [fd00::2]:9434
                LAPTOPA  Büro  connected    now        -        -
                PHONEAA  -     offline      3 d ago    -        -
                GONEAAA  old   revoked      never      -        -

                """)
    }

    @Test("Where there is one device, how a second is added")
    func alone() {
        let text = DeviceRendering.table([desk], dates, .plain, width: nil)
        #expect(text.contains("widgetctl device invite") && text.contains("widgetctl device join"))
    }

    @Test("An invitation: what to type on the other machine, and until when")
    func invitation() {
        let invitation = ProtoInviteResponse.with {
            $0.code = "ABCDEFG-HIJKLMN"
            $0.expiresAt = date(600)
            $0.addresses = ["10.0.0.2:9434", "[fd00::2]:9434"]
            $0.deviceID = deskID
        }
        #expect(
            InvitationRendering.text(invitation, picture: "██\n", dates, .plain) == """
                On the other machine, type:

                  widgetctl device join ABCDEFG-HIJKLMN

                open until   14:15:00 (in 10 min), for one device
                reached at   10.0.0.2:9434, [fd00::2]:9434
                this device  \(deskID)

                ██

                """)
    }

    @Test("A code that is longer than a field may be is shown whole, without controls")
    func longCode() {
        let code = String(repeating: "ABCDEFG-", count: 100)
        let text = InvitationRendering.text(.with { $0.code = code + "\u{1B}[2J" }, picture: "", dates, .plain)
        #expect(text.contains(code + "[2J\n"))
    }

    @Test("A code's picture has its quiet zone and fits into as many columns as it says")
    func picture() throws {
        let picture = try #require(CodePicture("ABCDEFG-HIJKLMN"))
        let lines = picture.text(.none).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count == picture.columns })
        #expect(lines.first?.allSatisfy { $0 == "█" } == true)
        #expect(picture.text(.sixteen).hasPrefix("\u{1B}[97;40m"))
    }

    @Test("Nobody is told that a revoked device may come back")
    func forgottenRevoked() {
        #expect(DeviceRendering.forgotten(device(laptopID, "laptop", .forgotten)) == "Forgot laptop (LAPTOPA). It may be invited again.\n")
        #expect(DeviceRendering.forgotten(device(laptopID, "laptop", .revoked)) == "Forgot laptop (LAPTOPA). It stays revoked.\n")
    }

    @Test("Names from other devices can't steer the terminal")
    func controls() {
        let evil = device(laptopID, "\u{1B}[2J", .connected)
        for text in [
            DeviceRendering.joined(evil, asHub: true), DeviceRendering.renamed(evil), DeviceRendering.revoked(evil), DeviceRendering.forgotten(evil),
            DeviceRendering.addresses(evil), DeviceRendering.revokeQuestion(evil), DeviceRendering.forgetQuestion(evil),
            DeviceRendering.isThisDevice(evil, "revoke").message,
            InvitationRendering.joined(evil),
            DeviceRendering.table([evil], dates, .plain, width: nil), DeviceNames([evil])(laptopID),
        ] {
            #expect(!text.contains("\u{1B}"), "\(text)")
        }
    }

    // MARK: Naming

    @Test(
        "A device is found by name, by id, and by the beginning of its id in any case",
        arguments: ["laptop", laptopID, "laptopa", "LAPTOPABB", "LAPTOPA-BB"])
    func named(name: String) throws {
        let list = ProtoListDevicesResponse.with { $0.devices = [desk, device(laptopID, "laptop", .offline)] }
        #expect(try list.device(named: name).id == laptopID)
    }

    @Test("A name that nobody has: which there are")
    func unknown() {
        let list = ProtoListDevicesResponse.with { $0.devices = [desk, device(laptopID, "laptop", .offline)] }
        let error = #expect(throws: WidgetError.self) { try list.device(named: "labtop") }
        #expect(error?.code == .notFound)
        #expect(error?.message == "device: there is no device \"labtop\"; there are desk, laptop; did you mean laptop?")
    }

    @Test("A name that several have: their ids")
    func ambiguous() {
        let list = ProtoListDevicesResponse.with { $0.devices = [device(phoneID, "x", .offline), device(laptopID, "x", .offline)] }
        let error = #expect(throws: WidgetError.self) { try list.device(named: "x") }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("PHONEAA, LAPTOPA") == true)
    }

    @Test("The name of a device that was forgotten is free for another")
    func forgotten() throws {
        let list = ProtoListDevicesResponse.with { $0.devices = [device(phoneID, "x", .forgotten), device(laptopID, "x", .offline)] }
        #expect(try list.device(named: "x").id == laptopID)
        #expect(try list.device(named: "PHONEAA").id == phoneID)
    }
}
