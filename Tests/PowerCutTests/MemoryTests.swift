import Testing

extension PowerCutTests {
    /// In a process of its own: SQLite takes its memory from where it was told before it was first used, and all connections of a process share it.
    @Test("when memory runs out the write fails whole, and succeeds when it is tried again")
    func noMemory() async {
        await #expect(processExitsWith: .success) {
            try FaultyDisk.install(withMemory: true)
            for scenario in Scenario.all {
                let sweep = try await Sweep(scenario)
                expectNone(await sweep.failures(.noMemoryOnce, stride: Thoroughness.stride(ofAllocations: 11)))
                expectNone(await sweep.failures(.noMemory, stride: Thoroughness.stride(ofAllocations: 61)))
            }
        }
    }
}
