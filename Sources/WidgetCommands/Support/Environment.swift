import Glibc

/// The process's environment.
enum Environment {
    /// The value of a variable; nil where it isn't set.
    static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
