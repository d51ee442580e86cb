public import Motion
public import WidgetAPI
public import WidgetCore

extension ProtoKeyframeTrack {
    /// The track as on the wire.
    public init(_ track: AnyKeyframeTrack) {
        self.init()
        property = track.property
        keyframes = track.keyframes.map(Keyframe.init)
    }
}

extension ProtoKeyframeTrack.Keyframe {
    fileprivate init(_ keyframe: AnyKeyframeTrack.Keyframe) {
        self.init()
        switch keyframe {
        case .move(let to): self.to = to
        case .linear(let to, let duration, let curve):
            self.to = to
            linear = .with {
                $0.duration = duration
                $0.timingCurve = ProtoUnitCurve(curve)
            }
        case .cubic(let to, let duration, let startVelocity, let endVelocity):
            self.to = to
            cubic = .with {
                $0.duration = duration
                $0.startVelocity = startVelocity ?? []
                $0.endVelocity = endVelocity ?? []
            }
        case .spring(let to, let duration, let spring, let startVelocity):
            self.to = to
            self.spring = .with {
                if let duration { $0.duration = duration }
                $0.spring = ProtoSpring(spring)
                $0.startVelocity = startVelocity ?? []
            }
        }
    }
}

extension AnyKeyframeTrack {
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT for a number that isn't finite, too many keyframes or components, keyframes of unlike components, and a name over 64 bytes.
    public init(_ proto: ProtoKeyframeTrack, field: String) throws(WidgetError) {
        guard proto.property.utf8.count <= Limits.identifierBytes else {
            throw .invalid("\(field).property", "a name has at most \(Limits.identifierBytes) bytes, this one \(proto.property.utf8.count)")
        }
        guard proto.keyframes.count <= MotionLimits.keyframes else {
            throw .invalid("\(field).keyframes", "at most \(MotionLimits.keyframes) keyframes, not \(proto.keyframes.count)")
        }
        let components = proto.keyframes.first?.to.count ?? 0
        guard components <= MotionLimits.components else {
            throw .invalid("\(field).keyframes[0].to", "at most \(MotionLimits.components) components, not \(components)")
        }
        var keyframes: [Keyframe] = []
        for (index, keyframe) in proto.keyframes.enumerated() {
            keyframes.append(try Keyframe(keyframe, components: components, field: "\(field).keyframes[\(index)]"))
        }
        self.init(property: proto.property, keyframes: keyframes)
    }
}

extension AnyKeyframeTrack.Keyframe {
    fileprivate init(_ proto: ProtoKeyframeTrack.Keyframe, components: Int, field: String) throws(WidgetError) {
        func vector(_ numbers: [Double], _ name: String) throws(WidgetError) -> [Double] {
            guard numbers.count == components else {
                throw .invalid("\(field).\(name)", "\(numbers.count) components, where the track has \(components)")
            }
            for number in numbers { _ = try number.finite("\(field).\(name)") }
            return numbers
        }
        /// None where there are no numbers.
        func velocity(_ numbers: [Double], _ name: String) throws(WidgetError) -> [Double]? { numbers.isEmpty ? nil : try vector(numbers, name) }
        let to = try vector(proto.to, "to")
        switch proto.keyframe {
        case nil:
            guard !proto.isNewer else { throw .invalid(field, "no keyframe that this version knows; use linear, cubic, spring, or none of them to jump") }
            self = .move(to: to)
        case .linear(let linear):
            self = .linear(
                to: to, duration: try linear.duration.finite("\(field).linear.duration"),
                timingCurve: try UnitCurve(linear.timingCurve, field: "\(field).linear.timing_curve"))
        case .cubic(let cubic):
            self = .cubic(
                to: to, duration: try cubic.duration.finite("\(field).cubic.duration"),
                startVelocity: try velocity(cubic.startVelocity, "cubic.start_velocity"), endVelocity: try velocity(cubic.endVelocity, "cubic.end_velocity"))
        case .spring(let spring):
            self = .spring(
                to: to, duration: spring.hasDuration ? try spring.duration.finite("\(field).spring.duration") : nil,
                spring: try Spring(spring.spring, field: "\(field).spring.spring"), startVelocity: try velocity(spring.startVelocity, "spring.start_velocity"))
        }
    }
}
