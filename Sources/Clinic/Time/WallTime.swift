import EventSourcing
public import JSON

/// The local time at which a visit begins, as it was agreed on with the patient. The instant of the start depends on
/// the time zone's rules, which a government may change before the visit.
public struct WallTime: Hashable, Sendable {
    public let local: LocalDateTime
    public let zone: ZoneName

    public init(local: LocalDateTime, zone: ZoneName) {
        self.local = local
        self.zone = zone
    }

    public static let codec = object(
        WallTime.init(local:zone:), field("local", \.local, .localDateTime), field("zone", \.zone, ZoneName.codec))
}

extension ClinicZone {
    func wallTime(_ instant: Instant) -> WallTime { WallTime(local: local(instant), zone: name) }
}
