import EventSourcing
public import JSON

/// What the clinic's wall clock shows when a visit begins: what was agreed on, and stands on the patient's card. Its instant
/// is worked out by the zone's rules, which a government may change before the day comes.
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
