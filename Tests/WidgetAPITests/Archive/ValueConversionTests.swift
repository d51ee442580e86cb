import SwiftProtobuf
import Testing
import WidgetAPI
import WidgetCore

@Suite("Dates and parameters cross the wire")
struct ValueConversionTests {
    @Test("A date comes back as it was", arguments: [0, -1, 1_795_161_600_250, -62_135_596_800_000, 253_402_300_799_999])
    func dates(milliseconds: Int64) throws {
        let date = Timestamp(milliseconds: milliseconds)
        let proto = Google_Protobuf_Timestamp(date)
        #expect((0...999_999_999).contains(proto.nanos))
        #expect(try Timestamp(proto, field: "d") == date)
    }

    @Test("A provider is told for whom it is asked, in both requests", arguments: ColorScheme.allCases)
    func context(scheme: ColorScheme) throws {
        let context = ProviderContext(
            isPreview: true, family: .systemLarge, colorScheme: scheme, displayScale: 1.5, timeZone: "Europe/Berlin", locale: "de",
            date: Timestamp(milliseconds: 1_795_161_600_250))
        let request = ProviderRequest(kind: "k", context: context, parameters: ["a": .boolean(true)])
        #expect(try ProviderRequest(entryRequest: request.entryRequestBytes()) == request)
        #expect(try ProviderRequest(timelineRequest: request.timelineRequestBytes()) == request)
    }

    @Test("Nanoseconds are rounded down, before 1970 too")
    func rounding() throws {
        #expect(try Timestamp(.init(seconds: 1, nanos: 999_999_999), field: "d").milliseconds == 1_999)
        #expect(try Timestamp(.init(seconds: -1, nanos: 999_999), field: "d").milliseconds == -1_000)
    }

    @Test(
        "A date that the wire can't say is refused",
        arguments: [(Int64.max, Int32(0)), (.min, 0), (253_402_300_800, 0), (-62_135_596_801, 0), (0, -1), (0, 1_000_000_000)])
    func badDates(seconds: Int64, nanos: Int32) {
        #expect { try Timestamp(.init(seconds: seconds, nanos: nanos), field: "entry.date") } throws: {
            ($0 as? WidgetError)?.message.hasPrefix("entry.date: ") == true
        }
    }

    @Test("Every kind of parameter comes back as it was")
    func parameters() throws {
        let parameters: Parameters = ["t": .text("x"), "i": .integer(.min), "n": .number(-0.5), "b": .boolean(false)]
        #expect(try Parameters(parameters.proto, field: "parameters") == parameters)
    }

    @Test("A parameter over a limit is named with the limit")
    func badParameters() {
        func message(_ proto: [String: ProtoParameterValue]) -> String? {
            do {
                _ = try Parameters(proto, field: "parameters")
                return nil
            } catch {
                return error.message
            }
        }
        #expect(message(["x": ProtoParameterValue()]) == "parameters.x: a parameter needs a value: text, integer, number or boolean")
        #expect(message(["x": .init(.text(String(repeating: "a", count: 1_025)))]) == "parameters.x: a text has at most 1024 bytes, this one 1025")
        #expect(message(["x": .init(.number(.infinity))]) == "parameters.x: a number must be finite, not inf")
        #expect(message(["": .init(.integer(1))]) == "parameters: a parameter's name has 1 to 64 bytes, this one 0")
        #expect(
            message(.init(uniqueKeysWithValues: (0..<17).map { ("p\($0)", ProtoParameterValue(.integer(1))) })) == "parameters: at most 16 parameters, not 17")
        let long = ProtoParameterValue(.text(String(repeating: "a", count: 1_023)))
        #expect(message(["a": long, "b": long, "c": long, "d": long]) == nil)
        #expect(message(["a": long, "b": long, "c": long, "d": long, "e": long]) == "parameters: parameters have at most 4096 bytes in all, these 5120")
    }

    @Test("A policy of a later version isn't taken for the default; none at all is")
    func laterPolicy() throws {
        #expect(try ReloadPolicy(ProtoReloadPolicy(), field: "policy") == .atEnd)
        // Field 22, empty.
        let later = try ProtoReloadPolicy(serializedBytes: [0xB2, 0x01, 0x00] as [UInt8])
        let error = #expect(throws: WidgetError.self) { try ReloadPolicy(later, field: "policy") }
        #expect(error?.code == .invalidArgument && error?.message.hasPrefix("policy: none that this version knows") == true)
    }
}
