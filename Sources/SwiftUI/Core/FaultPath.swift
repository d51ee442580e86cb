package import WidgetCore

/// The paths of views in errors.
enum FaultPath {
    /// SwiftUI's name of a content, from its name in the script form.
    static func name(_ content: String) -> String {
        switch content {
        case "vstack": "VStack"
        case "hstack": "HStack"
        case "zstack": "ZStack"
        case "live text", "rich text": "Text"
        case "progress": "ProgressView"
        case "grid row": "GridRow"
        case "container background": "containerBackground"
        case "accessory background": "AccessoryWidgetBackground"
        // These are modifiers.
        case "background", "overlay", "mask", "widgetLabel": content
        default: content.prefix(1).uppercased() + content.dropFirst()
        }
    }
}

extension ViewRenderer {
    /// An error of a view that makes no archive, with the path of the part that is to blame: `OrderView > VStack > Text[2]`.
    ///
    /// The view is run once more to find the path, so that views without faults don't pay for it.
    /// - Parameter error: it is given back where no single part is to blame.
    package static func error(
        _ error: WidgetError, locatedIn view: some View, environment: EnvironmentValues, size: CGSize, family: WidgetFamily
    ) -> WidgetError {
        let resolution = ViewResolution(tracesBodies: true)
        guard let fault = try? tree(of: view, environment: environment, size: size, in: resolution).fault(family: family) else { return error }
        let path = fault.steps.flatMap { step in
            resolution.bodies(of: step.id) + [FaultPath.name(step.name) + (step.index.map { "[\($0)]" } ?? "")]
        }
        return .invalid(ViewResolution.text(of: path), fault.message)
    }
}
