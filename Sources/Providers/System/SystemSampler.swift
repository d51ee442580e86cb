/// Reads the machine's figures. Those of the processor and the network are differences between two readings, so the last reading is kept.
final class SystemSampler {
    private struct Sample {
        var time: UInt64
        var cpu: ProcParsers.CPUTicks?
        var network: ProcParsers.NetworkBytes
    }

    /// The shortest time in nanoseconds over which a difference is meaningful: ten of the kernel's clock ticks.
    static let shortestInterval: UInt64 = 100_000_000

    private let source: SystemSource
    private var last: Sample?
    private(set) var history = SystemHistory()

    init(source: SystemSource) {
        self.source = source
    }

    /// The figures now. The first reading takes ``shortestInterval`` longer than the others.
    func read() -> SystemReadings {
        let before: Sample
        if let last {
            before = last
        } else {
            before = sample()
        }
        let elapsed = source.now() - before.time
        if elapsed < Self.shortestInterval { source.wait(Self.shortestInterval - elapsed) }
        let after = sample()
        last = after
        let readings = SystemReadings(
            cpu: Self.cpu(before, after), memory: source.text("/proc/meminfo").flatMap(ProcParsers.memory), disk: source.disk("/"), battery: battery(),
            network: Self.network(before, after), load: source.text("/proc/loadavg").flatMap(ProcParsers.load),
            uptime: source.text("/proc/uptime").flatMap(ProcParsers.uptime))
        history.record(readings, at: Double(after.time) / 1e9)
        return readings
    }

    private func sample() -> Sample {
        Sample(time: source.now(), cpu: source.text("/proc/stat").flatMap(ProcParsers.cpu), network: network())
    }

    /// The bytes of all interfaces with a device. Bridges and tunnels would count the same bytes again. Where no interface has a device, all count.
    private func network() -> ProcParsers.NetworkBytes {
        let interfaces = ProcParsers.network(source.text("/proc/net/dev") ?? "")
        let real = interfaces.filter { name, _ in source.names("/sys/class/net/\(name)").contains("device") }
        return (real.isEmpty ? interfaces : real).values.reduce(into: .init(received: 0, sent: 0)) { sum, bytes in
            sum.received &+= bytes.received
            sum.sent &+= bytes.sent
        }
    }

    /// The first battery of the machine itself. A mouse's battery has another scope.
    private func battery() -> SystemReadings.Battery? {
        for supply in source.names("/sys/class/power_supply") {
            let path = "/sys/class/power_supply/\(supply)"
            guard source.text(path + "/type")?.hasPrefix("Battery") == true, source.text(path + "/scope")?.hasPrefix("Device") != true,
                let capacity = source.text(path + "/capacity")
            else { continue }
            return ProcParsers.battery(capacity: capacity, status: source.text(path + "/status") ?? "")
        }
        return nil
    }

    private static func cpu(_ before: Sample, _ after: Sample) -> Double? {
        guard let a = before.cpu, let b = after.cpu, b.total > a.total, b.busy >= a.busy else { return nil }
        return min(1, Double(b.busy - a.busy) / Double(b.total - a.total))
    }

    private static func network(_ before: Sample, _ after: Sample) -> SystemReadings.NetworkRate? {
        // Counters go back when an interface goes away.
        guard after.time > before.time, after.network.received >= before.network.received, after.network.sent >= before.network.sent else { return nil }
        let seconds = Double(after.time - before.time) / 1e9
        return SystemReadings.NetworkRate(
            received: Double(after.network.received - before.network.received) / seconds, sent: Double(after.network.sent - before.network.sent) / seconds)
    }
}
