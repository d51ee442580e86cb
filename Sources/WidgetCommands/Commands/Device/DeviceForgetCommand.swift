import ArgumentParser
import CommandRendering
import WidgetAPI

struct DeviceForgetCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Take a device that is gone off the list.",
        discussion: """
            The device no longer gets changes, and may be invited again. If it was lost or stolen, revoke it instead.

            On a terminal you are asked first.

            Example:
              widgetctl device forget old-laptop
            """)

    @OptionGroup var target: RemovedDeviceOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let found = try target.confirmed(to: "forget", question: DeviceRendering.forgetQuestion, in: session)
        try session.show(session.client.forgetDevice(found.id)) { DeviceRendering.forgotten($0.device) }
    }
}

struct DeviceLeaveCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Make this leaf a machine of its own again.",
        discussion: """
            It forgets its hubs and all that it shows. Take it off the list there, too: widgetctl device forget.

            Example:
              widgetctl device leave
            """)

    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        if !yes { try Confirmation.ask("Forget the hubs, and all that is shown here?", flag: "--yes", in: session) }
        try session.show(session.client.leave()) { _ in "This machine isn't a leaf any more.\n" }
    }
}

struct DeviceRevokeCommand: WidgetCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke", abstract: "Never trust a device again: for one that was lost or stolen.",
        discussion: """
            All devices refuse it as soon as they hear of this, and cut its links. Its data stay on it, and this can't be undone. If the device is found, \
            remove its store; then it may join as a new device. For a device that is only gone, there is `widgetctl device forget`.

            On a terminal you are asked first.

            Example:
              widgetctl device revoke laptop
            """)

    @OptionGroup var target: RemovedDeviceOptions
    @OptionGroup var common: CommonOptions

    func run(in session: Session) throws {
        let found = try target.confirmed(to: "revoke", question: DeviceRendering.revokeQuestion, in: session)
        try session.show(session.client.revokeDevice(found.id)) { DeviceRendering.revoked($0.device) }
    }
}

/// The device that `device forget` or `device revoke` is about.
struct RemovedDeviceOptions: ParsableArguments {
    @Argument(help: "The device.", completion: DaemonCompletion.devices)
    var device: String

    @Flag(name: .shortAndLong, help: "Don't ask.")
    var yes = false

    /// The device, once a user has agreed. The command then names it by its id, so that no other device takes its place meanwhile.
    ///
    /// - Throws: INVALID_ARGUMENT for this device itself; what ``Confirmation/ask(_:flag:in:)`` throws.
    func confirmed(to verb: String, question: (ProtoDeviceInfo) -> String, in session: Session) throws -> ProtoDeviceInfo {
        let found = try session.client.devices(all: true).device(named: device)
        guard found.state != .self_ else { throw DeviceRendering.isThisDevice(found, verb) }
        if !yes { try Confirmation.ask(question(found), flag: "--yes", in: session) }
        return found
    }
}
