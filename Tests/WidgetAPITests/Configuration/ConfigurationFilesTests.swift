import Foundation
import Testing
import WidgetAPI
import WidgetSettings
import WidgetTestSupport

/// The places of widgetd.conf, and which of them goes before which.
@Suite struct ConfigurationFilesTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// The names that were read, without the directory.
    private func read(home: Bool = true) -> ConfigurationSettings {
        ConfigurationFiles(root: directory.path) { $0 == "XDG_CONFIG_HOME" && home ? directory.file("home") : nil }.read()
    }

    private func write(_ name: String, _ text: String, mode: Int = 0o644) throws { try directory.write(name, text, mode: mode) }

    @Test func theyAreReadInTheOrderOfThePageAndALaterOneGoesFirst() throws {
        let names = [
            "etc/widgetd/widgetd.conf", "etc/widgetd/widgetd.conf.d/10-a.conf", "usr/lib/widgetd/widgetd.conf.d/20-b.conf",
            "etc/widgetd/widgetd.conf.d/30-c.conf", "home/widgetd/widgetd.conf", "home/widgetd/widgetd.conf.d/05-d.conf",
        ]
        for (index, name) in names.enumerated() { try write(name, "[Reloads]\nReloadsPerDay=\(index + 1)\nKindBudget=k=\(index + 1)\n") }
        let settings = read()
        #expect(settings.mistakes.isEmpty, "\(settings.mistakes)")
        #expect(settings.files == names.map { directory.file($0) })
        #expect(settings.integer(.reloadsPerDay) == 6 && settings.texts(.kindBudget) == (1...6).map { "k=\($0)" })
        #expect(read(home: false).integer(.reloadsPerDay) == 4)
    }

    @Test func aDropInOfEtcReplacesThatOfUsrAndALinkToNullHidesIt() throws {
        try write("usr/lib/widgetd/widgetd.conf.d/a.conf", "[Reloads]\nReloadsPerDay=1\n")
        try write("etc/widgetd/widgetd.conf.d/a.conf", "[Reloads]\nSavedReloads=2\n")
        #expect(read().integer(.reloadsPerDay) == 64 && read().integer(.savedReloads) == 2)
        try FileManager.default.removeItem(atPath: directory.file("etc/widgetd/widgetd.conf.d/a.conf"))
        try FileManager.default.createSymbolicLink(atPath: directory.file("etc/widgetd/widgetd.conf.d/a.conf"), withDestinationPath: "/dev/null")
        #expect(read().files.isEmpty && read().mistakes.isEmpty)
    }

    @Test func otherNamesInTheDirectoryArePassedOver() throws {
        for name in ["a.conf~", ".b.conf", "c.conf.dpkg-old", "README"] { try write("etc/widgetd/widgetd.conf.d/\(name)", "nonsense") }
        #expect(read().files.isEmpty && read().mistakes.isEmpty)
    }

    @Test func aFileThatOthersCanWriteIsRefusedWithWhatMendsIt() throws {
        try write("etc/widgetd/widgetd.conf", "[Reloads]\nReloadsPerDay=1\n", mode: 0o666)
        let settings = read()
        let path = directory.file("etc/widgetd/widgetd.conf")
        #expect(settings.mistakes.count == 1 && settings.integer(.reloadsPerDay) == 64)
        let said = try #require(settings.mistakes.first?.description)
        #expect(said.hasPrefix("\(path): ") && said.contains("written by others") && said.contains("chmod go-w \(path)"), "\(said)")
    }

    @Test func aNamedFileMustBeThereAndNothingElseIsRead() throws {
        try write("etc/widgetd/widgetd.conf", "[Reloads]\nReloadsPerDay=1\n")
        try write("own", "[Reloads]\nSavedReloads=3\n")
        let settings = ConfigurationFiles(paths: [directory.file("own")]).read()
        #expect(settings.mistakes.isEmpty && settings.integer(.reloadsPerDay) == 64 && settings.integer(.savedReloads) == 3)
        let missing = ConfigurationFiles(paths: [directory.file("missing")]).read()
        #expect(missing.mistakes.map(\.description) == ["\(directory.file("missing")): No such file or directory; check the path"])
        #expect(ConfigurationFiles(paths: []).read().files.isEmpty)
    }
}
