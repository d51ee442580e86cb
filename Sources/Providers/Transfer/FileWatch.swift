import Glibc
import WidgetProviderKit

/// A file that another program writes, of which it is known how large it will be.
struct FileWatch {
    /// How often it is looked at: a file's growth has no event that says how far it has come.
    static let interval: useconds_t = 500_000
    /// How often it may not be there yet: 10 seconds, in which whoever writes it begins.
    static let looks = 20

    let path: String
    let total: Int64

    /// Returns when the file is as large as it will be.
    /// - Parameter progress: is told its size and what it will be; false ends the watch.
    /// - Throws: CANCELLED where `progress` says so, NOT_FOUND where the file doesn't come, or goes.
    func run(_ progress: (_ done: Int64, _ total: Int64) -> Bool) throws(WidgetError) {
        var looks = 0
        while true {
            var status = stat()
            if stat(path, &status) == 0 {
                looks = Self.looks
            } else {
                looks += 1
                guard errno == ENOENT, looks < Self.looks else { throw WidgetError(.notFound, "\(path): \(String(cString: strerror(errno)))") }
            }
            guard progress(min(Int64(status.st_size), total), total) else { throw FileCopy.cancelled }
            if Int64(status.st_size) >= total { return }
            // A signal ends it early.
            usleep(Self.interval)
        }
    }
}
