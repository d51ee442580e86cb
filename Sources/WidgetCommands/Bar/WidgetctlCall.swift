import Glibc

/// How another program calls this widgetctl.
enum WidgetctlCall {
    /// As it was called: the name that the shell finds, or the path, from the root.
    static var program: String {
        guard let name = CommandLine.arguments.first, name.contains("/"), let path = realpath(name, nil) else { return "widgetctl" }
        defer { free(path) }
        return String(cString: path)
    }

    /// The options by which it finds the same daemon.
    static func options(_ common: CommonOptions) -> [String] {
        common.socket.map { ["--socket", $0] } ?? []
    }
}
