import Testing

@testable import SystemWidgets

@Suite("system's figures")
struct SystemParserTests {
    @Test("/proc/stat: busy is all but idle and waiting; guest time isn't counted twice")
    func cpu() {
        let stat = "cpu  100 20 30 800 50 5 5 10 90 1\ncpu0 1 2 3 4\nintr 1\n"
        #expect(ProcParsers.cpu(stat) == ProcParsers.CPUTicks(busy: 170, total: 1_020))
        #expect(ProcParsers.cpu("cpu0 1 2 3 4") == nil)
        #expect(ProcParsers.cpu("") == nil)
    }

    @Test("/proc/meminfo: what can be had without swapping isn't used")
    func memory() {
        let meminfo = "MemTotal:       16000 kB\nMemFree:         1000 kB\nMemAvailable:   12000 kB\nBuffers: 1 kB\n"
        #expect(ProcParsers.memory(meminfo) == SystemReadings.Usage(used: 4_000 << 10, total: 16_000 << 10))
        #expect(ProcParsers.memory("MemTotal: 16000 kB\n") == nil)
    }

    @Test("/proc/net/dev: bytes of both directions, loopback left out, also where a counter touches the colon")
    func network() {
        let dev = """
            Inter-|   Receive                                                |  Transmit
             face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
                lo:  999      1    0    0    0     0          0         0      999       1    0    0    0     0       0          0
              eth0:1234567890 2   0    0    0     0          0         0     4321       3    0    0    0     0       0          0
            """
        #expect(ProcParsers.network(dev) == ["eth0": ProcParsers.NetworkBytes(received: 1_234_567_890, sent: 4_321)])
    }

    @Test("load, uptime and battery")
    func others() {
        #expect(ProcParsers.load("0.42 0.51 1.48 1/321 4711\n") == SystemReadings.Load(one: 0.42, five: 0.51, fifteen: 1.48))
        #expect(ProcParsers.uptime("273000.55 1000.00\n") == 273_000)
        #expect(ProcParsers.battery(capacity: "82\n", status: "Charging\n") == SystemReadings.Battery(level: 82, isCharging: true))
        #expect(ProcParsers.battery(capacity: "82\n", status: "Not charging\n")?.isCharging == false)
        #expect(ProcParsers.battery(capacity: "many", status: "") == nil)
    }

    @Test("processor and network are what happened between two readings")
    func differences() {
        final class Machine {
            var time: UInt64 = 1_000_000_000
            var second = false
        }
        let machine = Machine()
        let source = SystemSource(
            text: { path in
                switch path {
                case "/proc/stat": machine.second ? "cpu  150 0 0 950\n" : "cpu  100 0 0 900\n"
                case "/proc/net/dev": machine.second ? " e:3000 0 0 0 0 0 0 0 500 0\n" : " e:1000 0 0 0 0 0 0 0 400 0\n"
                default: nil
                }
            }, names: { _ in [] }, disk: { _ in nil }, now: { machine.time },
            wait: { nanoseconds in
                machine.time += nanoseconds
                machine.second = true
            })
        let readings = SystemSampler(source: source).read()
        #expect(readings.cpu == 0.5)
        #expect(readings.network == SystemReadings.NetworkRate(received: 20_000, sent: 1_000))
        #expect(readings.memory == nil && readings.battery == nil)
    }

    @Test("this machine has a processor, memory, a disk, a load and an uptime")
    func live() throws {
        let readings = SystemSampler(source: .live).read()
        #expect((0...1).contains(try #require(readings.cpu)))
        #expect((0...1).contains(try #require(readings.memory).fraction))
        #expect((0...1).contains(try #require(readings.disk).fraction))
        #expect(readings.load != nil && readings.uptime != nil)
    }

    @Test("figures as people read them")
    func format() {
        #expect(SystemFormat.percent(0.424) == "42 %")
        #expect(SystemFormat.bytes(512) == "512 B")
        #expect(SystemFormat.bytes(6 << 30) == "6.0 GiB")
        #expect(SystemFormat.bytes(16 << 30) == "16 GiB")
        #expect(SystemFormat.rate(48_000) == "48 kB/s")
        #expect(SystemFormat.load(0.05) == "0.05")
        #expect(SystemFormat.load(12) == "12.00")
        #expect(SystemFormat.uptime(273_000) == "3 d 3 h")
        #expect(SystemFormat.uptime(15_120) == "4 h 12 min")
        #expect(SystemFormat.uptime(59) == "0 min")
    }
}
