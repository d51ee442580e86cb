import ArgumentParser
import CommandRendering
import WidgetAPI
import WidgetCore

struct StackListCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the stacks that you have made, and the widgets in each.",
        discussion: """
            Examples:
              widgetctl stack list
              widgetctl stack list --json | jq -r '.stacks[].name'
            """)

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.stacks()) { response in
            guard !response.stacks.isEmpty else { return "There are no stacks. Make one: widgetctl stack add work system agenda\n" }
            var table = Table("STACK", "WIDGETS")
            for stack in response.stacks { table.add(.init(stack.name), .init(stack.widgets.map(\.displayName).joined(separator: ", "))) }
            return table.text(session.style, maximumWidth: session.tableWidth)
        }
    }
}

struct StackAddCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Put widgets into a stack; it is made where there is none of the name.",
        discussion: """
            The widgets of a stack take turns in one place of the board, and the one that is of most use now is seen first. A widget is in one stack, and a \
            stack has ten places. Stacks are the same on all your devices.

            Example:
              widgetctl stack add work system agenda
            """)

    @Argument(help: "The stack: letters, digits, - and _.", completion: DaemonCompletion.stacks)
    var stack: String

    @Argument(help: "The widgets.", completion: DaemonCompletion.widgets)
    var widgets: [String]

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.add(widgets, toStack: stack), as: StackRendering.members)
    }
}

struct StackRemoveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Take widgets out of a stack; they stay placed.",
        discussion: """
            Without widgets all are taken out, and the stack is gone.

            Examples:
              widgetctl stack remove work agenda
              widgetctl stack remove work
            """)

    @Argument(help: "The stack.", completion: DaemonCompletion.stacks)
    var stack: String

    @Argument(help: "The widgets.", completion: DaemonCompletion.widgets)
    var widgets: [String] = []

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        try session.show(session.client.remove(widgets, fromStack: stack), as: StackRendering.members)
    }
}
