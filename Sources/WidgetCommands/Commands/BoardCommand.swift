import ArgumentParser
import WidgetAPI
import WidgetCore

struct BoardCommand: WidgetCommand {
    static let configuration = CommandConfiguration(commandName: "board", abstract: "x")
    @OptionGroup var common: CommonOptions
    func run(in session: Session) throws {}
}
