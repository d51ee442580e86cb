import ArgumentParser

struct ControlPressCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "press", abstract: "Press a button, or switch a toggle over.",
        discussion: """
            It is performed in the provider, on the device that provides the control, at most once for a key; the command ends when that is done, and with status 75 \
            where it came to nothing or nothing was heard of its end in 3 minutes, 69 where the device is away, 74 where it was performed and the disk doesn't take \
            that, 77 where it isn't allowed.

            Examples:
              widgetctl control press Coffee
              widgetctl control press power-saver --queue 6h
            """)

    @Argument(help: "The control: its name, its id, or its kind.", completion: DaemonCompletion.controls)
    var control: String

    @OptionGroup var tap: ControlTapOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws { try tap.tap(control, isOn: nil, in: session) }
}
