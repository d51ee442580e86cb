import WidgetCore

extension ProjectionTransform {
    public init(_ m: CGAffineTransform) {
        self.init()
        (m11, m12, m21, m22, m31, m32) = (m.a, m.b, m.c, m.d, m.tx, m.ty)
    }
}

extension WidgetCore.ViewModifier {
    static func projection(_ m: ProjectionTransform) -> WidgetCore.ViewModifier {
        .projection([m.m11, m.m12, m.m13, m.m21, m.m22, m.m23, m.m31, m.m32, m.m33].map { Double($0) })
    }
}
