public import JSON

/// A person's settings for their health samples.
public struct HealthSettings: Hashable, Sendable {
    /// The types of health samples that may be stored and read.
    public let enabledTypes: [HealthType]
    /// Whether the person has locked the samples, so that nobody may read them.
    public let isLocked: Bool
    /// Whether the clinic of the session may see the patient's samples; `false` in a session without a clinic or with
    /// another role.
    public let isSharedWithClinic: Bool

    public init(enabledTypes: [HealthType], isLocked: Bool, isSharedWithClinic: Bool) {
        self.enabledTypes = enabledTypes
        self.isLocked = isLocked
        self.isSharedWithClinic = isSharedWithClinic
    }

    public static let codec = object(
        HealthSettings.init(enabledTypes:isLocked:isSharedWithClinic:),
        field(
            "enabled_types", \.enabledTypes,
            .array(.stringEnum, 0...HealthType.allCases.count).described(
                "The types of samples that may be stored and read.")),
        field("locked", \.isLocked, .bool.described("Whether nobody may read samples for now."), default: false),
        field(
            "shared_with_clinic", \.isSharedWithClinic,
            .bool.described("Whether the clinic of this session may see the patient's samples."),
            default: false)
    ).described("A person's choice about the person's health samples.").named("HealthSettings")
}
