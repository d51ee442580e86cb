import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetTestSupport

@testable import CommandRendering
@testable import WidgetCommands

@Suite("--json")
struct JSONTests {
    @Test("One object with its format first, then proto3 JSON")
    func object() throws {
        let response = ProtoListWidgetsResponse.with { $0.widgets = [snapshot { $0.nextReloadDate = date(0) }] }
        #expect(
            try JSONOutput.object(response)
                == #"{"format":"widgetctl/v2","widgets":[{"widget":{"id":"01979a3c-0000-7000-8000-000000000001","kind":"system","family":"systemSmall","secretParameters":[]},"state":"current","nextReloadDate":"2026-11-21T13:05:00Z","displayName":"System","taps":[]}]}"#
        )
    }

    @Test("Fields that aren't set are left out, and lists are not")
    func empty() throws {
        #expect(try JSONOutput.object(ProtoStatusResponse()) == #"{"format":"widgetctl/v2","unknownKindBudgets":[],"storeLost":[],"storeRepaired":[]}"#)
    }

    @Test("The lists of a message within a message are there too, each where its field stands")
    func innerLists() throws {
        let response = ProtoListActivitiesResponse.with { $0.activities = [.with { $0.activity.id = "a" }] }
        #expect(try JSONOutput.object(response) == #"{"format":"widgetctl/v2","activities":[{"activity":{"id":"a"},"taps":[]}]}"#)
        #expect(try JSONOutput.object(ProtoControlKindsResponse()) == #"{"format":"widgetctl/v2","kinds":[]}"#)
    }

    @Test("Numbers of 64 bits are strings, others aren't; bytes are base64; what isn't finite is a word")
    func numbers() throws {
        let exchange = try JSONOutput.object(ProtoExportResponse.with { $0.lines = .init([0, 255]) })
        #expect(exchange.contains(#""lines":"AP8=""#), "\(exchange)")
        let status = try JSONOutput.object(ProtoStatusResponse.with { ($0.storeBytes, $0.kinds) = (.max, 7) })
        #expect(status.contains(#""storeBytes":"18446744073709551615""#) && status.contains(#""kinds":7"#), "\(status)")
        let clue = try JSONOutput.object(ProtoStackClue.with { $0.points = 0.1 })
        #expect(clue == #"{"format":"widgetctl/v2","points":0.1}"#)
        #expect(try JSONOutput.object(ProtoStackClue.with { $0.points = -.infinity }).contains(#""points":"-Infinity""#))
    }

    @Test("A map is an object with its keys in order, its values messages or not")
    func maps() throws {
        let widget = ProtoWidget.with {
            $0.parameters = ["b": .with { $0.boolean = false }, "a\"": .with { $0.text = "x" }]
        }
        #expect(try JSONOutput.object(widget) == #"{"format":"widgetctl/v2","parameters":{"a\"":{"text":"x"},"b":{"boolean":false}},"secretParameters":[]}"#)
    }

    @Test("A value of an enumeration that a newer daemon knows is its number; a name that is a word of Swift's is itself")
    func enumerations() throws {
        #expect(try JSONOutput.object(ProtoWidgetSnapshot.with { $0.state = .UNRECOGNIZED(99) }).contains(#""state":99"#))
        #expect(try JSONOutput.object(ProtoDeviceInfo.with { $0.state = .self_ }).contains(#""state":"self""#))
    }

    @Test("A text that holds JSON is printed as the value that it is, on one line; one that doesn't, as a text")
    func texts() throws {
        let activity = ProtoActivity.with {
            $0.attributes = "{ \"a b\" : [1, 1e400],\n \"q\\\"\": \"x\u{9B} y\" }"
            $0.content.state = "{broken"
        }
        let json = try JSONOutput.object(activity)
        #expect(json.contains(#""state":"{broken""#), "\(json)")
        #expect(!json.contains("\n") && !json.contains("\u{9B}"))
        let plain = ProtoActivity.with { $0.attributes = "{ \"a b\" : [1, 12345678901234567890],\n \"q\\\"\": \"x\u{9B} y\" }" }
        #expect(try JSONOutput.object(plain) == #"{"format":"widgetctl/v2","attributes":{"a b":[1,12345678901234567890],"q\"":"x\u009b y"}}"#)
    }

    @Test("Which texts hold JSON, and how far numbers of fields go, is what proto/ says")
    func definitions() throws {
        let proto = try ProtoDefinitions()
        #expect(proto.texts == JSONFields.texts)
        #expect(proto.messages.values.joined().allSatisfy { JSONFields.numbers.contains($0.number) })
        #expect(proto.messages.count > 100 && proto.enums.count > 30)
    }

    @Test("A list that isn't empty is there once, beside the empty ones")
    func someLists() throws {
        let response = ProtoProvidersResponse.with { $0.providers = [.with { $0.id = "p" }] }
        #expect(try JSONOutput.object(response) == #"{"format":"widgetctl/v2","providers":[{"id":"p","kinds":[]}],"problems":[],"shadowed":[]}"#)
    }

    @Test("Controls in a provider's text are escaped")
    func controls() throws {
        let json = try JSONOutput.object(ProtoWidgetSnapshot.with { $0.lastError = "\u{1B}[2J\u{9B}2J\u{7F}" })
        #expect(json.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
    }

    @Test("doctor's checks, escaped")
    func doctor() {
        let checks = [DoctorCheck(.failure, "store", "a \"b\"\n\u{1}\u{9B}\\", advice: "c")]
        #expect(
            DoctorRendering.json(checks)
                == #"{"format":"widgetctl/v2","checks":[{"level":"fail","subject":"store","finding":"a \"b\"\u000a\u0001\u009b\\","advice":"c"}]}"# + "\n")
    }
}
