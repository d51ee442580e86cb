/// The bounds of the wire itself. Servers and clients have limits of their own, in their module's `Limits.swift`.
public enum WireLimits {
    /// Bytes in a frame's header: data length, stream id, type and flags (ttrpc protocol 1.2).
    public static let headerLength = 10

    /// The largest data part of a frame, in bytes: 4 MiB, as the ttrpc protocol says. So the first byte of a valid frame is always zero.
    public static let maximumFrameLength = 4 << 20

    /// The most metadata entries a request may carry. Our own clients send two. Without the bound, a 4 MiB frame of two-byte entries would become two million
    /// entries.
    public static let maximumMetadataEntries = 128

    /// The most details a status may carry, for the same reason as ``maximumMetadataEntries``.
    public static let maximumStatusDetails = 32

    /// The most bytes that a decoder reserves when it has a frame's header and none of its data. A peer that only announces 4 MiB must not make us allocate
    /// them.
    public static let initialFrameReservation = 64 << 10
}
