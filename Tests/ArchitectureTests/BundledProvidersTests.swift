import Foundation
import Testing

/// The bundled providers are what their manifests say: `make install` copies the programs that these name, and the package builds them.
@Suite struct BundledProvidersTests {
    private struct Manifest: Decodable {
        let id: String
        let exec: [String]
    }

    @Test func thePackageBuildsTheProgramsThatManifestsName() throws {
        let folder = PackageDescription.root.appending(path: "Sources/Providers")
        let manifests = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Manifests").path).filter { $0.hasSuffix(".json.in") }
        #expect(manifests.count > 10)
        var programs: Set<String> = []
        for name in manifests {
            let data = try Data(contentsOf: folder.appending(path: "Manifests/\(name)"))
            let manifest = try JSONDecoder().decode(Manifest.self, from: data)
            #expect(name == "\(manifest.id).json.in")
            let program = try #require(manifest.exec.first?.split(separator: "/").last.map(String.init), "\(name) names no program")
            let line = "\"exec\": [\"@LIBEXECDIR@/\(program)\""
            #expect(String(decoding: data, as: UTF8.self).contains(line), "scripts/provider-programs looks for \(line) in \(name)")
            let isScript = ["Scripts", "Examples"].contains { FileManager.default.fileExists(atPath: folder.appending(path: "\($0)/\(program)").path) }
            if !isScript { programs.insert(program) }
        }
        let built = try PackageDescription.load().targets.filter { $0.type == "executable" && ($0.path ?? "").hasPrefix("Sources/Providers/") }
        #expect(Set(built.map(\.name)) == programs)
    }
}
