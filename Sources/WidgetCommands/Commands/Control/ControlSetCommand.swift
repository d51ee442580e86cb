import ArgumentParser

struct ControlSetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set a toggle on or off.",
        discussion: """
            It ends as `widgetctl control press` does.

            Examples:
              widgetctl control set power-saver on
              widgetctl control set power-saver off --no-wait
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @Argument(help: "on or off.", completion: .list(["on", "off"]))
    var value: OnOffArgument

    @OptionGroup var tap: ControlTapOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws { try tap.tap(control, isOn: value == .on, in: session) }
}

enum OnOffArgument: String, ExpressibleByArgument, CaseIterable {
    case on, off
}
