// swift-tools-version:6.2
import CompilerPluginSupport
import PackageDescription

// Dependencies point down only; ARCHITECTURE.md has the table and Tests/ArchitectureTests fails on anything else.

/// CI turns warnings into errors in our own targets (WIDGETD_STRICT=1); a newer compiler's new warning must not break a user's build.
let strict = Context.environment["WIDGETD_STRICT"] == "1"
let swiftSettings: [SwiftSetting] =
    [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]
    + (strict ? [.treatAllWarnings(as: .error)] : [])

/// widgetctl's release is linked statically. Loading and relocating takes longer than the command itself
/// (`widgetctl status`: 0.8 ms of processor time instead of 2.2). Installed, it shares a library with the others (scripts/shared-library).
/// WIDGETD_DYNAMIC=1 is for systems without a static C library.
let staticLinking: [LinkerSetting] =
    Context.environment["WIDGETD_DYNAMIC"] == "1" ? [] : [.unsafeFlags(["-static-executable"], .when(configuration: .release))]

func module(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}
func program(_ name: String, path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: swiftSettings)
}
func tests(_ name: String, _ dependencies: [Target.Dependency], resources: [Resource]? = nil) -> Target {
    .testTarget(name: name, dependencies: dependencies, resources: resources, swiftSettings: swiftSettings)
}

let nio: [Target.Dependency] = [
    .product(name: "NIOCore", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
]
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let protobuf = Target.Dependency.product(name: "SwiftProtobuf", package: "swift-protobuf")
let tls = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")

// The bundled providers: each is Sources/Providers/NAME. One program has them all, because each alone would take as much room as all together.
// SwiftPM keeps what it has read of this file until the file changes, so this is a table and no look into the folder.
let providers: [(name: String, speaksDBus: Bool)] = [
    ("Caffeine", false), ("Media", true), ("Power", true), ("System", false), ("Systemd", true), ("Transfer", false),
]
let providerTargets =
    providers.map { name, speaksDBus in
        module(
            "\(name)Widgets", path: "Sources/Providers/\(name)",
            ["ActivityKit", "AppIntents", "Charts", "SwiftUI", "WidgetCore", "WidgetKit"] + (speaksDBus ? ["Systemd"] : []))
    } + [
        program(
            "widgetd-providers", path: "Sources/Providers/Program",
            ["FoundationAdditions", "WidgetKit"] + providers.map { .byName(name: "\($0.name)Widgets") })
    ]

// The examples: each is Examples/NAME, written as for Apple's platforms, in their projects' usual language mode.
let examples = ["Countdown", "Delivery", "MonthCalendar", "PhotoFrame", "Quote", "Reminders", "Rings", "Stocks", "Water", "Weather"]
let examplePrograms = examples.map {
    Target.executableTarget(
        name: $0, dependencies: ["ActivityKit", "AppIntents", "Charts", "SwiftUI", "WidgetKit"], path: "Examples/\($0)", exclude: ["picture.png"],
        resources: $0 == "PhotoFrame" ? [.copy("Assets.xcassets")] : nil, swiftSettings: [.swiftLanguageMode(.v5)])
}

let package = Package(
    name: "widgetd",
    products: [
        .executable(name: "widgetd", targets: ["widgetd"]),
        .executable(name: "widgetctl", targets: ["widgetctl"]),
        .executable(name: "widgetctl-board", targets: ["widgetctl-board"]),
        .executable(name: "widgetctl-motion", targets: ["widgetctl-motion"]),
        .executable(name: "widgetctl-render", targets: ["widgetctl-render"]),
        .executable(name: "widgetd-notify", targets: ["widgetd-notify"]),
        .executable(name: "widgetd-web", targets: ["widgetd-web"]),
        .executable(name: "widgetd-wall", targets: ["widgetd-wall"]),
        // Under the platform's names, so that a widget's source compiles with its own imports.
        .library(name: "SwiftUI", targets: ["SwiftUI"]),
        .library(name: "Charts", targets: ["Charts"]),
        .library(name: "WidgetKit", targets: ["WidgetKit"]),
        .library(name: "AppIntents", targets: ["AppIntents"]),
        .library(name: "ActivityKit", targets: ["ActivityKit"]),
        .library(name: "RelevanceKit", targets: ["RelevanceKit"]),
        .library(name: "Motion", targets: ["Motion"]),
    ]
        // For Benchmarks, a package of its own.
        + [
            "TTRPC", "TTRPCBlocking", "TTRPCWire", "WidgetAPI", "WidgetCore", "WidgetDrawing", "WidgetLayout", "WidgetPeers", "WidgetReplication",
            "WidgetScripts", "WidgetStore",
        ].map { .library(name: $0, targets: [$0]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        // Without its default traits swift-protobuf needs no Foundation, which halves widgetctl's start.
        .package(url: "https://github.com/apple/swift-protobuf", from: "1.39.0", traits: []),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        // The wire
        module("TTRPCWire"),
        module("TTRPCBlocking", ["TTRPCWire"]),
        module("TTRPC", ["CLinux", "TTRPCWire", logging] + nio),

        // The system
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        module("Systemd", ["CLinux", "CSystemd", "Linux", "WidgetCore", logging]),
        .systemLibrary(name: "CLinux"),
        .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // A page is hashed with each read and write; a debug build without this would spend its time there.
        .target(name: "CChecksums", cSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("sqlite3")]),
        .systemLibrary(name: "CPangoCairo", pkgConfig: "pangocairo", providers: [.apt(["libpango1.0-dev"])]),
        .target(name: "CWayland", exclude: ["protocols"], linkerSettings: [.linkedLibrary("wayland-client"), .linkedLibrary("wayland-cursor")]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

        // The animation engine
        module("Motion"),

        // The model and what is built on it
        module(
            "WidgetCore",
            [
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ]),
        module("WidgetScripts", ["WidgetCore"]),
        module("WidgetSettings", ["WidgetCore"]),
        module("WidgetReplication", ["WidgetCore", .product(name: "Crypto", package: "swift-crypto")]),
        // Linux, where more than one module needs it
        module("Linux", ["CLinux", "WidgetCore"]),
        // The generated code of proto/, as scripts/proto-modules.txt divides it. A change of the model doesn't compile it again.
        module("ArchiveMessages", [protobuf]),
        module("WidgetMessages", ["ArchiveMessages", protobuf]),
        module("DeviceMessages", ["ArchiveMessages", "WidgetMessages", protobuf]),
        module("ProviderMessages", ["ArchiveMessages", "WidgetMessages", protobuf]),
        module(
            "WidgetAPI",
            [
                "ArchiveMessages", "DeviceMessages", "ProviderMessages", "WidgetMessages", "Linux", "WidgetCore", "WidgetSettings", "WidgetReplication",
                "TTRPCWire", "TTRPCBlocking", protobuf,
            ]),
        module("CarrierSchema", ["WidgetCore"]),
        module("WidgetCarrier", ["CarrierSchema", "Linux", "WidgetCore", "WidgetReplication", "WidgetAPI", logging]),
        module("MotionArchive", ["Motion", "WidgetCore"]),
        module(
            "WidgetStore",
            [
                "CChecksums", "CSQLite", "WidgetCore", "WidgetReplication", "WidgetAPI", "TTRPCWire", protobuf, .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"), .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module("WidgetLayout", ["WidgetCore"]),
        module("WidgetScene", ["Motion", "MotionArchive", "WidgetCore", "WidgetLayout"]),
        module("WidgetVector", ["WidgetCore", "WidgetLayout", "WidgetScene"]),
        module("WidgetDrawing", ["CPangoCairo", "WidgetCore", "WidgetLayout"]),
        module("WidgetSurfaces", ["WidgetCore", "WidgetLayout"]),
        module("SurfacePictures", ["WidgetAPI", "WidgetCore", "WidgetLayout"]),
        // The list of browsers, for the web board and for widgetctl
        module("WebAccess", ["CLinux", "WidgetCore", .product(name: "Crypto", package: "swift-crypto")]),
        // Views and widgets under the platform's names
        .target(name: "CConformances"),
        module("FoundationAdditions", ["CConformances"]),
        module("AppIntents", ["FoundationAdditions", "WidgetCore"]),
        // Its macros. They need no swift-syntax, which would take longer to build than all of these modules.
        .macro(name: "SwiftUIMacros", swiftSettings: swiftSettings),
        module(
            "SwiftUI",
            [
                "SwiftUIMacros", "AppIntents", "FoundationAdditions", "Motion", "MotionArchive", "WidgetCore", "WidgetLayout",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        module("Charts", ["FoundationAdditions", "SwiftUI", "WidgetCore"]),
        module("ActivityKit", ["AppIntents", "FoundationAdditions", "WidgetAPI", "WidgetCore"]),
        module("RelevanceKit", ["AppIntents", "FoundationAdditions", "WidgetCore"]),
        module(
            "WidgetKit", ["ActivityKit", "AppIntents", "RelevanceKit", "SwiftUI", "TTRPCBlocking", "TTRPCWire", "WidgetAPI", "WidgetCore", "WidgetLayout"]),
        .target(name: "CLauncher"),
        .target(name: "CExecutor"),
        module("WidgetProviders", ["CLauncher", "CLinux", "Linux", "WidgetCore", "WidgetScripts", "WidgetAPI", "TTRPC", "TTRPCWire", logging] + nio),
        module(
            "WidgetPeers",
            [
                "Linux", "WidgetCore", "WidgetReplication", "WidgetAPI", "Systemd", "CLinux", "CZlib", "TTRPC", "TTRPCWire", logging, protobuf, tls,
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"), .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "DequeModule", package: "swift-collections"),
            ] + nio),
        module(
            "WidgetGateway",
            [
                "Linux", "WidgetCore", logging, tls, .product(name: "NIOTLS", package: "swift-nio"), .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"), .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "Crypto", package: "swift-crypto"),
            ] + nio),
        module(
            "CommandRendering",
            ["CZlib", "Linux", "WebAccess", "WidgetCore", "WidgetReplication", "WidgetAPI", "WidgetLayout", "WidgetSurfaces", protobuf]),
        module(
            "WidgetCommands",
            [
                "CLinux", "CYAML", "CZlib", "CarrierSchema", "CommandRendering", "Linux", "WebAccess", "WidgetCore", "WidgetSettings", "WidgetReplication",
                "WidgetAPI", "WidgetLayout", "WidgetSurfaces",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        module(
            "BoardCommands",
            [
                "Linux", "WidgetCommands", "WidgetCore", "WidgetLayout", "WidgetScene", "WidgetSurfaces",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        module(
            "MotionCommands",
            ["CZlib", "CommandRendering", "Motion", "WidgetCore", "WidgetCommands", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        module(
            "RenderCommands",
            [
                "CommandRendering", "SurfacePictures", "WidgetAPI", "WidgetCommands", "WidgetCore", "WidgetScripts", "WidgetDrawing", "WidgetLayout",
                "WidgetScene", "WidgetVector",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        module("WidgetNotifications", ["CLinux", "Linux", "Systemd", "WidgetCore", "WidgetAPI", "WidgetLayout", "WidgetSurfaces", logging, protobuf]),
        .target(
            name: "WidgetWeb",
            dependencies: [
                "CLinux", "CZlib", "Linux", "SurfacePictures", "WebAccess", "WidgetAPI", "WidgetCore", "WidgetSettings", "WidgetGateway", "WidgetLayout",
                "WidgetScene", "WidgetVector",
                logging, tls, .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "Crypto", package: "swift-crypto"),
            ] + nio,
            // Within the program, which so has no files to lose.
            resources: ["board.css", "board.js", "worker.js", "icon-192.png", "icon-512.png"].map { .embedInCode("Page/Files/\($0)") },
            swiftSettings: swiftSettings),
        module(
            "WidgetWall",
            [
                "CWayland", "CLinux", "Linux", "SurfacePictures", "Systemd", "WidgetCore", "WidgetSettings", "WidgetAPI", "WidgetLayout", "WidgetScene",
                "WidgetDrawing", logging,
            ]),
        module(
            "DaemonCore",
            [
                "CExecutor", "CLinux", "Linux", "Systemd", "TTRPC", "TTRPCWire", "WidgetAPI", "WidgetCore", "WidgetPeers", "WidgetProviders",
                "WidgetReplication", "WidgetSettings", "WidgetStore", logging, protobuf, .product(name: "DequeModule", package: "swift-collections"),
            ] + nio),
        module(
            "WidgetDaemon",
            [
                "DaemonCore", "Linux", "WidgetCore", "WidgetSettings", "WidgetReplication", "WidgetAPI", "WidgetStore", "WidgetProviders", "WidgetPeers",
                "WidgetGateway", "TTRPC", "TTRPCWire", "Systemd", "WidgetCarrier",
                logging, protobuf, .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"), .product(name: "NIOHTTP1", package: "swift-nio"),
            ] + nio),

        // The programs
        program(
            "widgetd",
            [
                "WidgetDaemon", "DaemonCore", "WidgetAPI", "WidgetCore", "WidgetSettings", "Systemd", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .executableTarget(name: "widgetctl", dependencies: ["WidgetCommands"], swiftSettings: swiftSettings, linkerSettings: staticLinking),
        program("widgetctl-board", ["BoardCommands"]),
        program("widgetctl-motion", ["MotionCommands"]),
        program("widgetctl-render", ["RenderCommands"]),
        program(
            "widgetd-notify",
            [
                "WidgetNotifications", "WidgetAPI", "WidgetCore", "WidgetLayout", "Systemd", "Linux", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        program(
            "widgetd-web",
            [
                "WidgetWeb", "WebAccess", "WidgetGateway", "WidgetAPI", "WidgetCore", "WidgetLayout", "Systemd", "Linux", logging,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        program(
            "widgetd-wall",
            [
                "WidgetWall", "WidgetAPI", "WidgetCore", "Systemd", logging, .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        // The tests
        .target(name: "WidgetTestSupport", dependencies: ["CLinux", "WidgetCore", "WidgetAPI"], path: "Tests/WidgetTestSupport", swiftSettings: swiftSettings),
        // A private D-Bus and a program on it.
        .target(name: "BusTestSupport", dependencies: ["CSystemd"], path: "Tests/BusTestSupport", swiftSettings: swiftSettings),
        tests("ArchitectureTests", []),
        tests(
            "WidgetDaemonTests",
            [
                "WidgetTestSupport", "WidgetDaemon", "DaemonCore", "Linux", "WidgetCore", "WidgetSettings", "WidgetReplication", "WidgetAPI", "WidgetStore",
                "WidgetProviders", "TTRPC", "TTRPCBlocking", "TTRPCWire", "widgetd", "widgetctl", "widgetctl-motion", "widgetd-providers", "ExecutorProgram",
                "ListingsProvider", "BusTestSupport", "Systemd",
                logging,
                .product(name: "Crypto", package: "swift-crypto"),
            ] + nio + examples.map { .byName(name: $0) }),
        // The daemon's executors in a process of their own.
        program("ExecutorProgram", path: "Tests/ExecutorProgram", ["DaemonCore"] + nio),
        tests("InteropTests", ["WidgetTestSupport", "TTRPCWire", "TTRPCBlocking", "TTRPC", "widgetd", protobuf] + nio),
        tests("TTRPCTests", ["TTRPCWire", "TTRPCBlocking", "TTRPC", .product(name: "NIOEmbedded", package: "swift-nio")] + nio),
        // A replica in memory, for the rules' tests and the simulation.
        .target(
            name: "ReplicationTestSupport", dependencies: ["WidgetCore", "WidgetReplication"], path: "Tests/ReplicationTestSupport",
            swiftSettings: swiftSettings),
        tests("SimulationTests", ["WidgetCore", "WidgetReplication", "ReplicationTestSupport"]),
        tests("MotionTests", ["Motion"]),
        tests("WidgetCoreTests", ["WidgetCore", "WidgetScripts", "WidgetSettings"]),
        tests("WidgetReplicationTests", ["WidgetCore", "WidgetReplication", "ReplicationTestSupport"]),
        tests("WidgetCarrierTests", ["CarrierSchema", "WidgetCarrier", "Linux", "WidgetCore", "WidgetReplication", "ReplicationTestSupport", logging]),
        tests("WidgetAPITests", ["WidgetTestSupport", "WidgetAPI", "WidgetCore", "WidgetSettings", "WidgetReplication", "TTRPCWire", protobuf]),
        tests("MotionArchiveTests", ["MotionArchive", "Motion", "WidgetCore"]),
        tests(
            "MotionCommandsTests",
            ["MotionCommands", "WidgetCommands", "CZlib", "Motion", "WidgetCore", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        tests(
            "WidgetProvidersTests",
            [
                "ActivityKit", "AppIntents", "SwiftUI", "WidgetKit",
                "Linux", "WidgetProviders", "WidgetCore", "WidgetAPI", "CLauncher", "Systemd", logging,
            ] + nio + ["CaffeineWidgets", "PowerWidgets", "SystemWidgets", "widgetd-providers"]),
        tests(
            "WidgetPeersTests",
            [
                "WidgetPeers", "Linux", "WidgetCore", "WidgetReplication", "WidgetAPI", "TTRPC", "TTRPCWire", "Systemd", "BusTestSupport",
                "ReplicationTestSupport", logging, protobuf, tls,
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOTLS", package: "swift-nio"),
            ] + nio),
        tests(
            "WidgetGatewayTests",
            [
                "WidgetGateway", "WidgetCore", "WidgetTestSupport", logging, tls, .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"), .product(name: "NIOHTTP2", package: "swift-nio-http2"),
                .product(name: "NIOHPACK", package: "swift-nio-http2"), .product(name: "Crypto", package: "swift-crypto"),
            ] + nio),
        tests(
            "WidgetCommandsTests",
            [
                "WidgetTestSupport", "WidgetCommands", "CommandRendering", "WidgetAPI", "WidgetCore", "WidgetScripts", "WidgetLayout", "TTRPCBlocking",
                "TTRPCWire", "ListingsProvider", protobuf,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        tests(
            "BoardCommandsTests",
            [
                "LayoutTestSupport", "BoardCommands", "CommandRendering", "Motion", "WidgetAPI", "WidgetCommands", "WidgetCore", "WidgetScripts",
                "WidgetLayout", "WidgetScene", "WidgetSurfaces",
            ]),
        tests("WidgetSurfacesTests", ["WidgetSurfaces", "WidgetLayout", "WidgetCore", "WidgetScripts"]),
        // The views that layout and drawing are compared on.
        .target(
            name: "LayoutTestSupport", dependencies: ["WidgetCore", "WidgetScripts", "WidgetLayout"], path: "Tests/LayoutTestSupport", exclude: ["Cases"],
            swiftSettings: swiftSettings),
        tests("WidgetLayoutTests", ["LayoutTestSupport", "WidgetLayout", "WidgetCore", "WidgetScripts"]),
        tests("WidgetSceneTests", ["LayoutTestSupport", "WidgetScene", "WidgetVector", "WidgetLayout", "WidgetCore", "WidgetScripts"]),
        tests(
            "WidgetDrawingTests",
            ["LayoutTestSupport", "CommandRendering", "WidgetDrawing", "WidgetScene", "WidgetVector", "WidgetLayout", "WidgetCore", "WidgetScripts"]),
        tests(
            "RenderCommandsTests",
            ["RenderCommands", "WidgetAPI", "WidgetLayout", "WidgetCore", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
        tests(
            "SwiftUITests",
            ["SwiftUI", "Charts", "WidgetKit", "ListingsProvider", "AppIntents", "FoundationAdditions", "Motion", "WidgetAPI", "WidgetCore"]),
        // The code listings that the views are made for, in a provider. As apps are: in Swift 5's language mode, where a static variable needs no isolation.
        .executableTarget(
            name: "ListingsProvider", dependencies: ["SwiftUI", "WidgetKit", "AppIntents"], path: "Tests/Listings",
            swiftSettings: [.swiftLanguageMode(.v5)] + (strict ? [.treatAllWarnings(as: .error)] : [])),
        tests(
            "WidgetNotificationsTests",
            [
                "WidgetTestSupport", "BusTestSupport", "WidgetNotifications", "Linux", "WidgetCore", "WidgetAPI", "WidgetLayout", "Systemd", "widgetd",
                "widgetctl",
                "widgetd-notify",
                protobuf,
            ]),
        tests(
            "WidgetWebTests",
            [
                "WidgetTestSupport", "WidgetWeb", "WebAccess", "WidgetGateway", "CZlib", "WidgetAPI", "WidgetCore", "WidgetScripts", "WidgetSettings",
                "WidgetLayout", "widgetd", "widgetctl",
                "widgetd-web", logging, tls, .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "Crypto", package: "swift-crypto"),
            ] + nio),
        tests("WidgetWallTests", ["LayoutTestSupport", "WidgetWall", "WidgetCore", "WidgetSettings", "WidgetAPI", "WidgetLayout", "WidgetDrawing"]),
        tests("SystemdTests", ["Linux", "Systemd", "CSystemd", "BusTestSupport", logging]),
        tests(
            "WidgetStoreTests",
            [
                "WidgetCore", "WidgetReplication", "WidgetAPI", "WidgetStore", "WidgetPeers", "StoreWriter", "ReplicationTestSupport", protobuf,
                .product(name: "GRDB", package: "GRDB.swift"),
            ], resources: [.copy("Fixtures")]),
        // The store on a disk that fails on command.
        .target(name: "CCrashVFS", path: "Tests/CCrashVFS", linkerSettings: [.linkedLibrary("sqlite3")]),
        tests(
            "PowerCutTests",
            [
                "CCrashVFS", "WidgetCore", "WidgetReplication", "WidgetAPI", "WidgetStore", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),
        // Writes to a store until the kill test kills it.
        program("StoreWriter", path: "Tests/StoreWriter", ["WidgetCore", "WidgetStore"]),
    ],
    swiftLanguageModes: [.v6]
)
package.targets += providerTargets + examplePrograms

// WIDGETD_TESTS=WidgetCoreTests,TTRPCTests builds these test targets alone. Usually one test bundle has them all.
if let wanted = Context.environment["WIDGETD_TESTS"]?.split(separator: ",").map(String.init), !wanted.isEmpty {
    package.targets.removeAll { $0.type == .test && !wanted.contains($0.name) }
}

// WIDGETD_INSTALLED=1 builds what is installed, without tests and examples. They are a seventh of a release build.
if Context.environment["WIDGETD_INSTALLED"] == "1" {
    package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true || examples.contains($0.name) }
}

// Tests/Fuzz/run.sh sets WIDGETD_FUZZ: the decoders are built with libFuzzer's coverage then, and its programs beside them.
if Context.environment["WIDGETD_FUZZ"] == "1" {
    let coverage = SwiftSetting.unsafeFlags(["-sanitize=fuzzer", "-parse-as-library"])
    let linker = LinkerSetting.unsafeFlags(["-sanitize=fuzzer"])
    // Of the gateway its rules, which know no network: TLS and HTTP/2 take longer to build than all that is fuzzed.
    for target in package.targets where target.name == "WidgetGateway" {
        target.sources = ["Rules", "Topics", "WebPush"]
        target.dependencies = ["WidgetCore", .product(name: "Crypto", package: "swift-crypto")]
    }
    let decoders = [
        "TTRPCWire", "WidgetCore", "WidgetScripts", "WidgetLayout", "WidgetReplication", "ArchiveMessages", "WidgetMessages", "DeviceMessages",
        "ProviderMessages", "WidgetAPI", "WidgetGateway",
    ]
    for target in package.targets where decoders.contains(target.name) {
        target.swiftSettings?.append(coverage)
    }
    package.targets.append(.systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/CFuzzer"))
    let fuzzed: [(String, String, [Target.Dependency])] = [
        ("widgetd-fuzz-frames", "Frames", ["TTRPCWire"]), ("widgetd-fuzz-views", "Views", ["WidgetCore", "WidgetScripts"]),
        ("widgetd-fuzz-layout", "Layout", ["WidgetCore", "WidgetScripts", "WidgetLayout"]),
        ("widgetd-fuzz-peers", "Peers", ["WidgetCore", "WidgetReplication", "WidgetAPI", "ReplicationTestSupport"]),
        ("widgetd-fuzz-push", "Push", ["WidgetCore", "WidgetGateway", .product(name: "Crypto", package: "swift-crypto")]),
    ]
    for (name, path, modules) in fuzzed {
        package.targets.append(
            .executableTarget(
                name: name, dependencies: ["CFuzzer"] + modules, path: "Tests/Fuzz/\(path)",
                swiftSettings: swiftSettings, linkerSettings: [linker]))
    }
}

// LLVM's linker comes with each Swift toolchain. It takes a third of the time of the usual one, and there are thirty programs to be linked.
for target in package.targets where [.executable, .test].contains(target.type) {
    target.linkerSettings = (target.linkerSettings ?? []) + [.unsafeFlags(["-use-ld=lld"])]
}
// It puts the functions of a start side by side (scripts/function-order). A page that is touched brings its neighbours into memory, so an idle daemon has
// 13 MiB less.
let functionOrder = ["--symbol-ordering-file=\(Context.packageDirectory)/scripts/function-order.txt", "--no-warn-symbol-ordering"]
for target in package.targets where target.type == .executable {
    target.linkerSettings?.append(.unsafeFlags(functionOrder.flatMap { ["-Xlinker", $0] }, .when(configuration: .release)))
}
