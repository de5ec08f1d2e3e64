import EventSourcing
public import Identifiers
public import JSON

/// The document of the clinic, with all its settings but services, chairs and staff.
public struct ClinicDocument: Sendable {
    public let id: UUIDBytes
    public var version: Int64
    public var profile: ClinicProfile
    public let zone: ZoneName
    public let currency: Currency
    public var hours = WeeklyHours.none
    public var closures: [Closure] = []
    /// The clinic's special hours; `nil` if there are none, so that documents that older releases stored stay correct.
    public var specialHours: [SpecialHours]?
    public var rules = SchedulingRules.standard
    public var mobileAccess = MobileAccess.standard
    public var closedOn: CivilDate?
    public var billing: BillingTerms?
    /// The clinic's limits on patients' waits; `nil` for the standard limits.
    public var waitLimits: WaitLimits?
    /// The clinic's setting for bookings by people without an account; `nil` if the clinic has not set it.
    public var publicBooking: PublicBooking?
    public var logo: ClinicLogo?

    /// The JSON of the clinic that is stored for admins. The projection also decodes this JSON before it folds the next
    /// event.
    public static let codec = object(
        ClinicDocument.make(
            id:version:profile:zone:currency:hours:closures:specialHours:rules:mobileAccess:closedOn:billing:waitLimits:
            publicBooking:logo:),
        field("id", \.id, .uuid),
        field("version", \.version, .int64),
        field("profile", \.profile, ClinicProfile.codec),
        field("time_zone", \.zone, ZoneName.codec),
        field("currency", \.currency, Currency.codec),
        field("opening_hours", \.hours, WeeklyHours.codec),
        field("closures", \.closures, .array(Closure.codec)),
        optionalField("special_hours", \.specialHours, .array(SpecialHours.codec)),
        field("scheduling", \.rules, SchedulingRules.codec),
        field("mobile_access", \.mobileAccess, MobileAccess.codec),
        optionalField("closed_on", \.closedOn, .date),
        optionalField("billing_terms", \.billing, BillingTerms.codec),
        optionalField("wait_limits", \.waitLimits, WaitLimits.codec),
        optionalField("public_booking", \.publicBooking, PublicBooking.codec),
        optionalField("logo", \.logo, ClinicLogo.codec))

    /// The JSON of the clinic that is stored for all roles.
    public static let publicCodec = object(
        ClinicDocument.make(id:version:profile:zone:currency:hours:closures:specialHours:rules:logo:),
        field("id", \.id, .uuid),
        field("version", \.version, .int64),
        field("profile", \.profile, ClinicProfile.codec),
        field("time_zone", \.zone, ZoneName.codec),
        field("currency", \.currency, Currency.codec),
        field("opening_hours", \.hours, WeeklyHours.codec),
        field("closures", \.closures, .array(Closure.codec)),
        optionalField("special_hours", \.specialHours, .array(SpecialHours.codec)),
        field("scheduling", \.rules, SchedulingRules.codec),
        optionalField("logo", \.logo, ClinicLogo.codec))

    private static func make(
        id: UUIDBytes, version: Int64, profile: ClinicProfile, zone: ZoneName, currency: Currency,
        hours: WeeklyHours, closures: [Closure], specialHours: [SpecialHours]?, rules: SchedulingRules,
        mobileAccess: MobileAccess, closedOn: CivilDate?, billing: BillingTerms?, waitLimits: WaitLimits?,
        publicBooking: PublicBooking?, logo: ClinicLogo?
    ) -> ClinicDocument {
        ClinicDocument(
            id: id, version: version, profile: profile, zone: zone, currency: currency, hours: hours,
            closures: closures, specialHours: specialHours, rules: rules, mobileAccess: mobileAccess,
            closedOn: closedOn, billing: billing, waitLimits: waitLimits, publicBooking: publicBooking, logo: logo)
    }

    private static func make(
        id: UUIDBytes, version: Int64, profile: ClinicProfile, zone: ZoneName, currency: Currency,
        hours: WeeklyHours, closures: [Closure], specialHours: [SpecialHours]?, rules: SchedulingRules,
        logo: ClinicLogo?
    ) -> ClinicDocument {
        ClinicDocument(
            id: id, version: version, profile: profile, zone: zone, currency: currency, hours: hours,
            closures: closures, specialHours: specialHours, rules: rules, logo: logo)
    }
}
