import Testing
import WidgetCore

/// Errors of a program go to all devices, without the values of secrets.
@Suite struct HidingSecretsTests {
    private let parameters: Parameters = [
        "token": .text("hunter2/two\nsecond \"line\""), "pin": .integer(987_654), "key": .number(12.5), "box": .text("marked"), "host": .text("example.org"),
    ]

    @Test(arguments: [
        "it is 987654", "12.5 is wrong", "no hunter2/two", "GET /?t=hunter2%2Ftwo%0Asecond%20%22line%22", #"{"token":"hunter2/two\nsecond \"line\""}"#,
        #"second "line" fails"#, "marked box",
    ])
    func everySpellingIsHidden(text: String) {
        let hidden = parameters.hidingSecrets(["box"], in: text)
        #expect(hidden.contains("•••"))
        for part in ["987654", "12.5", "hunter2", "second", "marked"] { #expect(!hidden.contains(part)) }
    }

    @Test func otherValuesStay() {
        #expect(parameters.hidingSecrets(in: "marked, example.org") == "marked, example.org")
        #expect(["pin": ParameterValue.integer(7)].hidingSecrets(in: "7 of 7") == "7 of 7", "anything has it")
    }
}
