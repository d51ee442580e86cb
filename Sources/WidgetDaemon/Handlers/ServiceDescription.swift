import NIOCore
import SwiftProtobuf
import TTRPC
import WidgetAPI

/// The answer to `Daemon.Describe`, made of the definitions by which the server finds a method. So it has what is served, and nothing else.
extension ProtoDescribeDaemonResponse {
    init(_ configuration: ServerConfiguration, caller: PeerIdentity) {
        self.init()
        services = configuration.services.map { service in
            .with {
                $0.name = service.name
                $0.methods = service.methods.map { definition in
                    var method = Method(definition, messageLength: configuration.limits.messageLength)
                    method.isDenied =
                        configuration.authorize(caller, RequestedMethod(service: service.name, name: definition.name, right: definition.right)).isDenied
                    return method
                }
            }
        }
        // A method without a name is one that no rule speaks of.
        let right = AccessRight.allCases.last { configuration.authorize(caller, RequestedMethod(service: "", name: "", right: $0)).isAllowed }
        self.right = right.map(Right.init) ?? .unspecified
        limits = Limits(configuration.limits)
    }
}

extension ProtoDescribeDaemonResponse.Right {
    init(_ right: AccessRight) {
        switch right {
        case .read: self = .read
        case .act: self = .act
        case .manage: self = .manage
        }
    }
}

extension ProtoDescribeDaemonResponse.Method {
    /// - Parameter messageLength: bytes of the largest answer of a method that sets none.
    init(_ method: MethodDefinition, messageLength: Int) {
        self.init()
        name = method.name
        right = ProtoDescribeDaemonResponse.Right(method.right)
        if case .stream = method.handler { isStream = true }
        answerBytes = UInt64(clamping: method.answerLength ?? messageLength)
    }
}

extension ProtoDescribeDaemonResponse.Limits {
    init(_ limits: ServerLimits) {
        self.init()
        frameBytes = UInt64(clamping: limits.frameLength)
        messageBytes = UInt64(clamping: limits.messageLength)
        streams = UInt32(clamping: limits.streamsPerConnection)
        callsInFlight = UInt32(clamping: limits.callsInFlightPerConnection)
        bufferedBytes = UInt64(clamping: limits.bufferedBytesPerConnection)
        connectionsPerUser = UInt32(clamping: limits.connectionsPerUID)
        streamsPerUser = UInt32(clamping: limits.streamsPerUID)
        if let timeout = limits.idleTimeout { idleTimeout = Google_Protobuf_Duration(timeout) }
        stalledOutputTimeout = Google_Protobuf_Duration(limits.stalledOutputTimeout)
    }
}

extension Google_Protobuf_Duration {
    fileprivate init(_ time: TimeAmount) {
        self.init(seconds: time.nanoseconds / 1_000_000_000, nanos: Int32(time.nanoseconds % 1_000_000_000))
    }
}
