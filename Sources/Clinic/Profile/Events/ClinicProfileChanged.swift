public import EventSourcing
public import JSON

public struct ClinicProfileChanged: EventPayload, Hashable {
    public let profile: ClinicProfile

    public static let stored = StoredType("clinic-profile-changed")
    public static let codec = object(
        ClinicProfileChanged.init(profile:), field("profile", \.profile, ClinicProfile.codec))
    public var tags: [Tag] { [.settings] }
}
