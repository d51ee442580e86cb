import Glibc

/// A program that the user's service manager starts in a unit of its own (systemd-run(1)). It isn't among the processes of who asks for it: it has its own
/// limits, and lives on.
public enum TransientUnit {
    /// Whether there is such a manager, and a bus on which it says how the unit ended.
    /// - Parameter runtimeDirectory: `$XDG_RUNTIME_DIR`.
    public static func hasManager(_ runtimeDirectory: String?) -> Bool {
        guard let runtimeDirectory, runtimeDirectory.hasPrefix("/") else { return false }
        return ["systemd/private", "bus"].allSatisfy { access("\(runtimeDirectory)/\($0)", F_OK) == 0 }
    }

    /// The words that start a program so.
    /// - Parameters:
    ///   - words: the program and its arguments, which reach it as they are.
    ///   - program: where systemd-run is.
    ///   - environment: names of variables that the program gets from who starts it; systemd 250 and later.
    ///   - waits: systemd-run stays until the program ends, and ends as that does.
    public static func words(
        running words: [String], by program: String = "systemd-run", environment: [String] = [], waits: Bool = false
    ) -> [String] {
        let options = ["--user", "--quiet", "--collect", "--slice=app.slice"] + (waits ? ["--wait"] : []) + environment.sorted().map { "--setenv=\($0)" }
        // The manager puts variables' values in place of `$NAME` in arguments, and `$` for `$$`, in all versions; --expand-environment=no came with 254.
        return [program] + options + ["--"] + words.prefix(1) + words.dropFirst().map { $0.replacing("$", with: "$$") }
    }
}
