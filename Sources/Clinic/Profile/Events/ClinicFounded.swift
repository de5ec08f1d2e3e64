public import EventSourcing
public import JSON

/// The clinic was founded. This is a clinic's first event. Time zone and currency never change, since all later dates
/// and amounts rely on them.
public struct ClinicFounded: EventPayload, Hashable {
    public let profile: ClinicProfile
    public let zone: ZoneName
    public let currency: Currency

    public static let stored = StoredType("clinic-founded")
    public static let codec = object(
        ClinicFounded.init(profile:zone:currency:), field("profile", \.profile, ClinicProfile.codec),
        field("zone", \.zone, ZoneName.codec),
        field("currency", \.currency, Currency.codec))
    public var tags: [Tag] { [.settings] }
}
