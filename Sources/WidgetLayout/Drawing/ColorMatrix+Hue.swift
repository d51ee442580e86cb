import Glibc

extension ColorMatrix {
    /// Turns colours about the grey axis, as the filter effects of CSS do.
    static func hueRotation(_ angle: Double) -> ColorMatrix {
        let (c, s) = (cos(angle), sin(angle))
        return ColorMatrix([
            0.213 + c * 0.787 - s * 0.213, 0.715 - c * 0.715 - s * 0.715, 0.072 - c * 0.072 + s * 0.928, 0, 0,
            0.213 - c * 0.213 + s * 0.143, 0.715 + c * 0.285 + s * 0.140, 0.072 - c * 0.072 - s * 0.283, 0, 0,
            0.213 - c * 0.213 - s * 0.787, 0.715 - c * 0.715 + s * 0.715, 0.072 + c * 0.928 + s * 0.072, 0, 0, 0, 0, 0, 1, 0,
        ])
    }
}
