import ServiceLifecycle

/// Takes pushes until the daemon is told to stop.
struct PushGatewayService: Service {
    let gateway: PushGatewaySupervisor

    func run() async {
        await gateway.open()
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await gateway.close()
    }
}
