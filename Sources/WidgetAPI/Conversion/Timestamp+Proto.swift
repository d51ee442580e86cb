public import SwiftProtobuf
public import WidgetCore

extension Timestamp {
    /// Nanoseconds are rounded down to milliseconds.
    /// - Parameter field: what the error names.
    /// - Throws: INVALID_ARGUMENT outside the years 1 to 9999, or where the nanoseconds aren't 0 to 999,999,999.
    public init(_ proto: Google_Protobuf_Timestamp, field: String) throws(WidgetError) {
        guard (0...999_999_999).contains(proto.nanos) else {
            throw .invalid(field, "nanoseconds are 0 to 999,999,999, not \(proto.nanos)")
        }
        let (milliseconds, overflow) = proto.seconds.multipliedReportingOverflow(by: 1_000)
        let range = Timestamp.earliest...Timestamp.latest
        guard !overflow, range.contains(Timestamp(milliseconds: milliseconds)) else {
            throw .invalid(field, "a date lies in the years 1 to 9999, not \(proto.seconds) seconds from 1970")
        }
        // Within the range there is room for the fraction: the range ends at the last millisecond of a whole second.
        self.init(milliseconds: milliseconds + Int64(proto.nanos / 1_000_000))
    }
}

extension Google_Protobuf_Timestamp {
    /// A date outside the years 1 to 9999, which the wire can't say, becomes the nearest that it can.
    public init(_ date: Timestamp) {
        let bounded = min(max(date, .earliest), .latest)
        var seconds = bounded.milliseconds / 1_000
        var rest = bounded.milliseconds % 1_000
        if rest < 0 {
            seconds -= 1
            rest += 1_000
        }
        self.init(seconds: seconds, nanos: Int32(rest) * 1_000_000)
    }

    /// In milliseconds, rounded down, bounded by what the wire can say.
    public var timestamp: Timestamp {
        Timestamp(milliseconds: min(max(seconds, -62_135_596_800), 253_402_300_799) * 1_000 + Int64(min(max(nanos, 0), 999_999_999) / 1_000_000))
    }
}
