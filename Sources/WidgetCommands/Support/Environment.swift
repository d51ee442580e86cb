import Glibc

/// The process's environment.
package enum Environment {
    /// The value of a variable; nil where it isn't set.
    package static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
