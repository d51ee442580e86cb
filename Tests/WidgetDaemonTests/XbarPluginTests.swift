import Foundation
import Testing
import WidgetAPI
import WidgetTestSupport

/// xbar plugins in a daemon, as a user sees them.
@Suite(.timeLimit(.minutes(10))) struct XbarPluginTests {
    /// - Parameter script: is given the fixture's directory.
    private func fixture(_ name: String, _ script: (String) -> String) throws -> DaemonFixture {
        let fixture = try DaemonFixture()
        try FileManager.default.createDirectory(atPath: fixture.providers + "/xbar", withIntermediateDirectories: true)
        try fixture.directory.write("providers/xbar/\(name)", "#!/bin/sh\n\(script(fixture.directory.path))\n", mode: 0o755)
        try fixture.start()
        return fixture
    }

    private func texts(_ snapshot: ProtoWidgetSnapshot) -> [String] { snapshot.archive.nodes.map(\.text.literal).filter { !$0.isEmpty } }

    @Test func variablesAreParametersAndSecretsStandInNoListAndNoLog() throws {
        let fixture = try fixture("weather.1h.sh") { _ in
            #"""
            # <xbar.var>select(VAR_CITY="Berlin"): Where. [Berlin, Rome]</xbar.var>
            # <xbar.var>string(VAR_API_TOKEN=""): Token.</xbar.var>
            echo "$VAR_CITY ${#VAR_API_TOKEN}"
            """#
        }
        #expect(try fixture.widgetctl("place", "weather", "city=Paris").status == 65)
        let placed = try fixture.widgetctl("place", "weather", "city=Rome", "api_token=s3cr3t-4711", "--name", "rome")
        #expect(placed.status == 0 && !placed.output.contains("s3cr3t"), "\(placed)")
        let id = try #require(try fixture.client().widgets().widgets.first?.widget.id)
        _ = try fixture.wait(for: id) { texts($0).contains("Rome 11") }
        let changed = try fixture.widgetctl("configure", "rome", "city=Berlin", "api_token=s3cr3t-12")
        #expect(changed.output.contains("api_token=•••") && changed.output.contains("city=Berlin"), "\(changed)")
        _ = try fixture.wait(for: id) { texts($0).contains("Berlin 9") }
        for command in [["widgets"], ["explain", "rome"], ["log"], ["show", "rome"], ["kinds"]] {
            let output = try fixture.widgetctl(command).output
            #expect(!output.contains("s3cr3t"), "\(command): \(output)")
        }
        #expect(try fixture.widgetctl("widgets").output.contains("api_token=•••"))
        fixture.stop()
        #expect(!fixture.log.contains("s3cr3t"))
    }

    @Test func whatAPluginThatStaysSaysIsShownAsItSaysIt() throws {
        let fixture = try fixture("live.sh") { directory in
            """
            # <swiftbar.type>streamable</swiftbar.type>
            echo First
            while true; do
              [ -s \(directory)/next ] && { echo '~~~'; cat \(directory)/next; rm \(directory)/next; }
              sleep 0.05
            done
            """
        }
        #expect(try fixture.widgetctl("place", "live").status == 0)
        let id = try #require(try fixture.client().widgets().widgets.first?.widget.id)
        _ = try fixture.wait(for: id) { texts($0).contains("First") }
        for words in ["Second", "Third"] {
            try fixture.directory.write("next", words + "\n")
            _ = try fixture.wait(for: id) { texts($0) == [words] }
        }
    }

    @Test func anActionIsTappedByWhatStandsOnIt() throws {
        let fixture = try fixture("site.sh") { "echo Site; echo ---; echo 'Make a file | shell=/usr/bin/touch param1=\($0)/made'" }
        #expect(try fixture.widgetctl("place", "site").status == 0)
        let id = try #require(try fixture.client().widgets().widgets.first?.widget.id)
        _ = try fixture.wait(for: id) { texts($0).contains("Make a file") }
        #expect(try fixture.widgetctl("tap", "site").output.contains("make-a-file"))
        let tapped = try fixture.widgetctl("tap", "site", "make a FILE")
        #expect(tapped.status == 0 && tapped.output.hasPrefix("Performed make-a-file."), "\(tapped)")
        #expect(FileManager.default.fileExists(atPath: fixture.directory.file("made")))
    }
}
