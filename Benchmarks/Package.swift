// swift-tools-version:6.2
import PackageDescription

// The benchmarks' own programs, apart from the product's package so that nobody builds them who doesn't measure. run.py builds them.

let swiftSettings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault")]

func module(_ name: String) -> Target.Dependency {
    .product(name: name, package: "widgetd")
}
func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: swiftSettings)
}

let package = Package(
    name: "widgetd-benchmarks",
    dependencies: [
        .package(name: "widgetd", path: ".."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        program("ApplyBench", [module("WidgetCore"), module("WidgetReplication"), module("WidgetStore")]),
        program("EngineBench", [module("WidgetCore")]),
        program("IdleFloor", []),
        program(
            "LeafBench",
            [
                module("TTRPC"), module("WidgetAPI"), module("WidgetCore"), module("WidgetPeers"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        program("MotionBench", [module("Motion")]),
        program("RenderBench", [module("WidgetCore"), module("WidgetDrawing"), module("WidgetLayout"), module("WidgetScripts")]),
        program("RowsFill", [module("WidgetCore"), module("WidgetStore")]),
        program("ViewsBench", [module("SwiftUI"), module("WidgetKit")]),
        program("StoreBench", [module("WidgetCore"), module("WidgetStore")]),
        program(
            "WireBench",
            [
                module("TTRPC"), module("TTRPCBlocking"), module("TTRPCWire"), module("WidgetAPI"), .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
