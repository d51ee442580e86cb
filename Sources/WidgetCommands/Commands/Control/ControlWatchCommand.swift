import ArgumentParser
import WidgetAPI
import WidgetCore

struct ControlWatchCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Print a line for every change of controls, until interrupted.",
        discussion: """
            First comes each control as it is. At most one line comes for a control in 16 ms, with its latest state. A daemon that restarts is waited for, and everything \
            comes again as it is then.

            Example:
              widgetctl control watch power-saver
            """)

    @Argument(help: "The controls; without any, all.", completion: DaemonCompletion.controls)
    var controls: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        var ids: [String] = []
        for control in controls { ids.append(try session.client.control(control).control.id) }
        try session.follow { client throws(WidgetError) in
            try client.watchControls(ids)
        } line: {
            ControlRendering.line($0, $1, session.style)
        }
    }
}
