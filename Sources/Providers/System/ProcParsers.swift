/// Parses files of /proc and /sys. Each function returns nil for malformed text.
enum ProcParsers {
    /// Time that all processors spent, in clock ticks.
    struct CPUTicks: Equatable {
        var busy: UInt64
        var total: UInt64
    }

    /// Bytes since an interface came up.
    struct NetworkBytes: Equatable {
        var received: UInt64
        var sent: UInt64
    }

    /// The `cpu` line of /proc/stat: user nice system idle iowait irq softirq steal; guest time is in user and nice already.
    static func cpu(_ stat: String) -> CPUTicks? {
        guard let line = stat.split(separator: "\n").first(where: { $0.hasPrefix("cpu ") }) else { return nil }
        let ticks = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
        guard ticks.count >= 4 else { return nil }
        let total = ticks.reduce(0, &+)
        let idle = ticks[3] &+ (ticks.count > 4 ? ticks[4] : 0)
        return CPUTicks(busy: total &- idle, total: total)
    }

    /// /proc/meminfo: memory that isn't available without swapping counts as used.
    static func memory(_ meminfo: String) -> SystemReadings.Usage? {
        func bytes(_ name: String) -> UInt64? {
            let line = meminfo.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(separator: " ").dropFirst().first.flatMap { UInt64($0) }.map { $0 << 10 }
        }
        guard let total = bytes("MemTotal"), let available = bytes("MemAvailable"), available <= total else { return nil }
        return SystemReadings.Usage(used: total - available, total: total)
    }

    /// /proc/loadavg.
    static func load(_ loadavg: String) -> SystemReadings.Load? {
        let numbers = loadavg.split(separator: " ").prefix(3).compactMap { Double($0) }
        guard numbers.count == 3 else { return nil }
        return SystemReadings.Load(one: numbers[0], five: numbers[1], fifteen: numbers[2])
    }

    /// /proc/uptime: seconds since the start.
    static func uptime(_ uptime: String) -> Int? {
        guard let seconds = uptime.split(separator: " ").first.flatMap({ Double($0) }), (0..<1e12).contains(seconds) else { return nil }
        return Int(seconds)
    }

    /// /proc/net/dev, by interface; without loopback.
    static func network(_ dev: String) -> [String: NetworkBytes] {
        var interfaces: [String: NetworkBytes] = [:]
        for line in dev.split(separator: "\n") {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let name = line[..<colon].filter { $0 != " " }
            let numbers = line[line.index(after: colon)...].split(separator: " ").compactMap { UInt64($0) }
            // Eight columns for what was received, then as many for what was sent; the first of each are bytes.
            guard name != "lo", numbers.count >= 9 else { continue }
            interfaces[String(name)] = NetworkBytes(received: numbers[0], sent: numbers[8])
        }
        return interfaces
    }

    /// `capacity` and `status` of a power supply.
    static func battery(capacity: String, status: String) -> SystemReadings.Battery? {
        guard let level = Int(capacity.filter { !$0.isWhitespace }), (0...100).contains(level) else { return nil }
        return SystemReadings.Battery(level: level, isCharging: status.hasPrefix("Charging"))
    }
}
