import WidgetCore

extension ProviderRun {
    /// Runs a program for one call and returns what it printed.
    ///
    /// - Throws: `DEADLINE_EXCEEDED`, `RESOURCE_EXHAUSTED` for too much output, `UNAVAILABLE` for any other end but success.
    func call(
        program: String? = nil, arguments: [String]? = nil, environment: [String: String] = [:], input: [UInt8] = []
    ) async throws(WidgetError) -> [UInt8] {
        let process = try await launch(
            program: program, arguments: arguments, environment: environment, input: input, output: .collected(limit: manifest.outputLimit))
        let deadline = Task { [clock, manifest] in
            try await clock.sleep(for: manifest.deadline)
            process.terminate(.deadline)
        }
        let end = await process.end()
        deadline.cancel()
        guard end.isSuccess else { throw failure(end) }
        return end.output
    }

    /// The kind that is asked for.
    ///
    /// - Throws: `NOT_FOUND`, and `INVALID_ARGUMENT` for a family that it doesn't support.
    func kind(_ id: String, family: WidgetFamily? = nil) throws(WidgetError) -> Kind {
        guard let kind = manifest.kinds.first(where: { $0.id == id || $0.aliases.contains(id) }) else {
            throw failure(.notFound, "gives no kind \"\(id)\"" + Suggestion.advice(for: id, among: manifest.kinds.map(\.id), verb: "it gives"))
        }
        if let family, !kind.families.contains(family) {
            throw failure(.invalidArgument, "kind \(id) doesn't support \(family.name); it supports \(kind.families.map(\.name).joined(separator: ", "))")
        }
        return kind
    }
}
