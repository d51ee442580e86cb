import ServiceLifecycle

/// Takes pushes until the daemon is told to stop.
struct PushGatewayService: Service {
    let door: PushDoor

    func run() async {
        await door.open()
        // It only ends by cancellation, which means the same: stop.
        try? await gracefulShutdown()
        await door.close()
    }
}
