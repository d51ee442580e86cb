import ArgumentParser
import WidgetAPI
import WidgetCore

struct ShowCommand: WidgetCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "x")
    @OptionGroup var common: CommonOptions
    func run(in session: Session) throws {}
}
