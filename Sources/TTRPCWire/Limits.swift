/// The bounds of the wire itself. Servers and clients have limits of their own, in their module's `Limits.swift`.
public enum WireLimits {
    /// Bytes in a frame's header: data length, stream id, type and flags (ttrpc protocol 1.2).
    public static let headerLength = 10

    /// The largest data part of a frame, in bytes: 4 MiB, as the ttrpc protocol says. Its consequence: the first byte of a
    /// frame is always zero.
    public static let maximumFrameLength = 4 << 20

    /// The most metadata entries a request may carry. Ours carry two; the bound keeps a 4 MiB frame of two-byte entries
    /// from unfolding into two million ranges.
    public static let maximumMetadataEntries = 128

    /// The most details a status may carry, for the same reason as ``maximumMetadataEntries``.
    public static let maximumStatusDetails = 32

    /// Bytes that a decoder sets aside when a header announces a frame, before any of them has come: a peer that only
    /// claims 4 MiB must not make us allocate them.
    public static let initialFrameReservation = 64 << 10
}
