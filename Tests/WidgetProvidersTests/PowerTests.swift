import Testing
import WidgetCore
import WidgetKit

@testable import PowerWidgets

@Suite("power's batteries") struct PowerTests {
    private let sysfs = TemporaryDirectory()

    private func add(_ name: String, _ attributes: [String: String]) {
        sysfs.makeDirectory(name)
        for (attribute, value) in attributes { sysfs.write("\(name)/\(attribute)", value + "\n") }
    }

    @Test("a laptop's battery, its mains supply and a mouse, the machine's own first")
    func laptop() throws {
        add("AC", ["type": "Mains", "online": "0"])
        add(
            "BAT1",
            ["type": "Battery", "status": "Discharging", "capacity": "50", "energy_now": "30000000", "energy_full": "60000000", "power_now": "15000000"])
        add("0mouse", ["type": "Battery", "scope": "Device", "model_name": "Mouse M1", "status": "Discharging", "capacity": "15"])
        let readings = try PowerReadings(reading: sysfs.path)
        #expect(
            readings.batteries == [
                Battery(name: "BAT1", percent: 50, status: .discharging, seconds: 2 * 3_600),
                Battery(name: "Mouse M1", percent: 15, status: .discharging, isOfDevice: true),
            ])
        #expect(readings.isOnMains == false)
    }

    @Test("what the kernel leaves out or gets wrong")
    func odd() throws {
        // Charge instead of energy, and no capacity; a current that points the other way.
        add("BAT0", ["type": "Battery", "status": "Charging", "charge_now": "1000", "charge_full": "4000", "current_now": "-1500"])
        // A rate of nothing says nothing.
        add("BAT1", ["type": "Battery", "status": "Discharging", "capacity": "180", "energy_now": "1", "energy_full": "2", "power_now": "0"])
        add("BAT2", ["type": "Battery", "status": "Tired"])
        add("USB", ["type": "USB", "online": "1"])
        let readings = try PowerReadings(reading: sysfs.path)
        #expect(
            readings.batteries == [
                Battery(name: "BAT0", percent: 25, status: .charging, seconds: 2 * 3_600),
                Battery(name: "BAT1", percent: 100, status: .discharging, seconds: nil),
            ])
        #expect(readings.isOnMains == true)
    }

    @Test("a machine without any")
    func none() throws {
        #expect(try PowerReadings(reading: sysfs.path + "/missing").batteries.isEmpty)
        #expect(try PowerReadings(reading: sysfs.path).isOnMains == nil)
    }

    @Test("the views of every family are valid, and say how full and for how long")
    @MainActor func views() throws {
        func texts(_ readings: PowerReadings, _ family: WidgetKit.WidgetFamily) throws -> [String] {
            try archive(of: PowerView(readings: readings), family: family).nodes.compactMap { node in
                switch node.content {
                case .text(let text), .label(let text, _): text
                default: nil
                }
            }
        }
        let alone = PowerReadings(batteries: [Battery(name: "BAT0", percent: 9, status: .charging, seconds: 59 * 60)])
        #expect(try texts(.sample, .systemMedium) == ["BAT0", "72 %", "3 h 20 min left", "Mouse", "40 %", "on battery"])
        #expect(try texts(.sample, .systemSmall) == ["BAT0", "72 %", "Mouse", "40 %"])
        #expect(try texts(alone, .systemSmall) == ["9 %", "full in 59 min"])
        #expect(try texts(alone, .accessoryInline) == ["9 %, 59 min"])
        #expect(try texts(alone, .accessoryRectangular) == ["BAT0", "9 %", "full in 59 min"])
        #expect(try texts(alone, .accessoryCircular).isEmpty)
        #expect(try texts(PowerReadings(), .systemSmall) == ["No battery"])
        #expect(try texts(PowerReadings(isOnMains: true), .accessoryInline) == ["On mains"])
    }

    @Test("times as people read them")
    func times() {
        #expect(Battery.time(3 * 3_600 + 20 * 60) == "3 h 20 min" && Battery.time(59) == "0 min")
    }
}
