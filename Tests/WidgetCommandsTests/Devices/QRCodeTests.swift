import Testing

@testable import WidgetCommands

@Suite struct QRCodeTests {
    /// The standard's worked example of 16 data codewords and 10 of error correction.
    @Test func errorCorrectionIsTheStandards() {
        let data: [UInt8] = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17]
        #expect(ReedSolomon.correction(of: data, count: 10) == [196, 35, 39, 119, 235, 215, 231, 226, 93, 23])
    }

    /// Table 7 of the standard, at level L.
    @Test func versionsHoldWhatTheStandardSays() {
        let capacities = [19, 34, 55, 80, 108, 136, 156, 194, 232, 274, 324, 370, 428, 461, 523, 589, 647, 721, 795, 861]
        #expect(QRVersion.all.map(\.dataCodewords) == capacities)
    }

    /// As zbar reads it. Other programs may choose another mask.
    @Test func aKnownTextIsDrawnAsItWasWhenOthersReadIt() throws {
        let code = try #require(QRCode("HELLO WORLD"))
        #expect(code.size == 21)
        #expect(code.lines() == Self.helloWorld)
    }

    @Test func onALightGroundTheLettersAreTheDarkModules() throws {
        let code = try #require(QRCode("HELLO WORLD"))
        let inverse: [Character: Character] = ["█": " ", " ": "█", "▀": "▄", "▄": "▀"]
        let lines = code.lines(isDarkBackground: false)
        #expect(lines.dropLast() == Self.helloWorld.dropLast().map { String($0.compactMap { inverse[$0] }) }[...])
        #expect(lines.last?.allSatisfy { $0 == " " } == true)
    }

    @Test func aTextThatNeedsBytesTakesMoreRoom() throws {
        #expect(try #require(QRCode(String(repeating: "A", count: 25))).size == 21)
        #expect(try #require(QRCode(String(repeating: "a", count: 17))).size == 21)
        #expect(try #require(QRCode(String(repeating: "a", count: 18))).size == 25)
        #expect(try #require(QRCode("")).size == 21)
    }

    @Test func whatFitsNoCodeIsNone() throws {
        #expect(try #require(QRCode(String(repeating: "A", count: 1_249))).size == 97)
        #expect(QRCode(String(repeating: "A", count: 1_250)) == nil)
    }

    private static let helloWorld = [
        "█████████████████████████████",
        "█████████████████████████████",
        "████ ▄▄▄▄▄ █▀█ █ █ ▄▄▄▄▄ ████",
        "████ █   █ █▄█▄▄▀█ █   █ ████",
        "████ █▄▄▄█ █   ▄▄█ █▄▄▄█ ████",
        "████▄▄▄▄▄▄▄█ █▄█▄█▄▄▄▄▄▄▄████",
        "████  ▀▄▀▀▄▄▀█  ▄█▄▄ █▄▄▀████",
        "████ █ ▀▀▀▄▀▀ █▄▀  ▀█▄▀ ▀████",
        "███████▄▄▄▄▄▀▄▄▄█▀ ▄ █ ▀ ████",
        "████ ▄▄▄▄▄ █▄█▀▄▄█  █▀▄█▄████",
        "████ █   █ █▀▄ █▄   █ ▄▀ ████",
        "████ █▄▄▄█ █▀█  ▀▄▄▄▀ ██ ████",
        "████▄▄▄▄▄▄▄█▄█▄██▄█▄█▄███████",
        "█████████████████████████████",
        "▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀",
    ]
}
