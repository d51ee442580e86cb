import Testing

@testable import WidgetCommands

/// How far a command has come, by what it prints.
struct ProgressReaderTests {
    @Test(
        arguments: [
            ("42%", 0.42), ("done 42.5 % of it", 0.425), ("[3/7] Compiling", 3.0 / 7), ("100%", 1), ("0%", 0), ("1/4 then 50%", 0.5), ("10% 20%", 0.2),
            ("[ 12%] Building", 0.12), ("12/12", 1), ("eta 3:20  64% |####", 0.64), ("42,5 %", 0.425), ("42\u{A0}%", 0.42), ("42,5\u{202F}%", 0.425),
            ("1,5/3,0 GB", 0.5),
            (" 42 10.0M   42 4300k    0     0  1234k      0  0:00:08  0:00:03  0:00:05 1234k", 0.42),
            (" 33 10.0M    0     0   33 3300k      0  1234k  0:00:08  0:00:03 --:--:-- 1234k", 0.33),
        ] as [(String, Double)])
    func aLineSaysIt(_ line: String, _ expected: Double) {
        var reader = ProgressReader()
        reader.read(Array((line + "\n").utf8))
        #expect(abs((reader.fraction ?? -1) - expected) < 1e-9)
    }

    @Test(arguments: [
        "nothing", "140%", "v1.2/3", "2026/11/20", "a/b", "path/3/7", "7/3", "1/1", "x42%", "1.2.3%", "%", "3/", "/7",
        "1,234,567/9", "100 1256k    0 1256k    0     0  1234k      0 --:--:--  0:00:03 --:--:-- 1234k",
    ])
    func whatIsNoProgressSaysNothing(_ line: String) {
        var reader = ProgressReader()
        reader.read(Array((line + "\n").utf8))
        #expect(reader.fraction == nil)
    }

    @Test func bytesComeAsTheyCome() {
        var reader = ProgressReader()
        for byte in "10%\r20%\r\u{1B}[2K\u{1B}[31m3".utf8 { reader.read([byte]) }
        #expect(reader.fraction == 0.2)
        reader.read(Array("5%".utf8))
        #expect(reader.fraction == 0.35)
        // A line without end costs no memory.
        for _ in 0..<100 { reader.read([UInt8](repeating: UInt8(ascii: "x"), count: 10_000)) }
        #expect(reader.fraction == 0.35)
    }

    @Test(arguments: ["\r", "\u{1B}[1G", "\u{1B}[20D", "\u{1B}[1A", "\u{1B}[F", "\u{1B}[3;1H"])
    func aBarThatIsDrawnAnewIsReadAnew(_ back: String) {
        var reader = ProgressReader()
        reader.read(Array("1\(back)20%\(back)3/4".utf8))
        #expect(reader.fraction == 0.75)
    }

    @Test(arguments: ["47", "1047", "1049", "1;1049"])
    func theAlternateScreenIsNobodysProgress(_ mode: String) {
        var reader = ProgressReader()
        reader.read(Array("10%\n\u{1B}[?\(mode)h90%\n80%\u{1B}[?\(mode)l".utf8))
        #expect(reader.fraction == 0.1)
        reader.read(Array("\u{1B}[?25l20%".utf8))
        #expect(reader.fraction == 0.2)
    }

    @Test(arguments: ["\u{7}", "\u{1B}\\"])
    func aTitleIsNobodysProgress(_ end: String) {
        var reader = ProgressReader()
        reader.read(Array("10%\n\u{1B}]0;90%\(end)".utf8))
        #expect(reader.fraction == 0.1)
    }
}
