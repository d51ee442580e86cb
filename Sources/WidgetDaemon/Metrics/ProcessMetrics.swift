import Glibc
import WidgetCore

/// This process as the kernel sees it, under the names that Prometheus' clients have for it.
enum ProcessMetrics {
    static func families(startedAt: Timestamp) -> [MetricFamily] {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return [
            MetricFamily(
                "process_resident_memory_bytes", .gauge, unit: "bytes", help: "Resident memory size in bytes.", single(Double(residentBytes ?? 0))),
            MetricFamily("process_cpu_seconds", .counter, unit: "seconds", help: "Total user and system CPU time spent in seconds.", single(usage.seconds)),
            MetricFamily(
                "process_start_time_seconds", .gauge, unit: "seconds", help: "Start time of the process since unix epoch in seconds.",
                single(Double(startedAt.milliseconds) / 1_000)),
            MetricFamily("process_open_fds", .gauge, help: "Number of open file descriptors.", single(Double(openDescriptors))),
        ]
    }

    private static func single(_ value: Double) -> [MetricSample] { [MetricSample([], .number(value))] }

    /// The second number of statm(5): pages in memory.
    private static var residentBytes: Int? {
        guard let file = fopen("/proc/self/statm", "re") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, CInt(line.count), file) != nil else { return nil }
        let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self).split(separator: " ")
        guard words.count > 1, let pages = Int(words[1]) else { return nil }
        return pages * Int(sysconf(CInt(_SC_PAGESIZE)))
    }

    private static var openDescriptors: Int {
        guard let directory = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        // Without `.`, `..` and the descriptor of this look.
        return max(0, count - 3)
    }
}

extension rusage {
    fileprivate var seconds: Double {
        Double(ru_utime.tv_sec + ru_stime.tv_sec) + Double(ru_utime.tv_usec + ru_stime.tv_usec) / 1e6
    }
}
