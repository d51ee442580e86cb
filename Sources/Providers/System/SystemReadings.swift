/// The machine's figures at one moment. A figure that the machine doesn't have is nil.
struct SystemReadings: Equatable {
    /// The load of all processors since the reading before, from 0 to 1.
    var cpu: Double?
    var memory: Usage?
    /// The use of the root file system.
    var disk: Usage?
    var battery: Battery?
    /// The rate since the reading before.
    var network: NetworkRate?
    var load: Load?
    /// Seconds since the machine was started.
    var uptime: Int?

    /// How much of something is used, in bytes.
    struct Usage: Equatable {
        var used: UInt64
        var total: UInt64

        /// 0 to 1.
        var fraction: Double { total == 0 ? 0 : min(1, Double(used) / Double(total)) }
    }

    struct Battery: Equatable {
        /// Percent, 0 to 100.
        var level: Int
        var isCharging: Bool
    }

    /// Bytes a second.
    struct NetworkRate: Equatable {
        var received: Double
        var sent: Double
    }

    /// Runnable processes, averaged over 1, 5 and 15 minutes.
    struct Load: Equatable {
        var one: Double
        var five: Double
        var fifteen: Double
    }

    /// For a gallery.
    static let sample = SystemReadings(
        cpu: 0.23, memory: Usage(used: 6 << 30, total: 16 << 30), disk: Usage(used: 120 << 30, total: 256 << 30),
        battery: Battery(level: 82, isCharging: false), network: NetworkRate(received: 48_000, sent: 9_000),
        load: Load(one: 0.42, five: 0.51, fifteen: 0.48), uptime: 273_000)
}
