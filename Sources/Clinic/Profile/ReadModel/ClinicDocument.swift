import EventSourcing
public import Identifiers
public import JSON

/// The clinic as its clients see it.
public struct ClinicDocument: Sendable {
    public let id: UUIDBytes
    public var version: Int64
    public var profile: ClinicProfile
    public let zone: ZoneName
    public let currency: Currency
    public var hours = WeeklyHours.none
    public var closures: [Closure] = []
    public var rules = SchedulingRules.standard
    public var mobileAccess = MobileAccess.standard
    public var closedOn: CivilDate?

    /// The JSON of the clinic for admins, and for the projection's fold.
    public static let codec = object(
        ClinicDocument.make(id:version:profile:zone:currency:hours:closures:rules:mobileAccess:closedOn:),
        field("id", \.id, .uuid.described("The clinic's id.")),
        field("version", \.version, .version),
        field(
            "profile", \.profile,
            ClinicProfile.codec.named("ClinicProfile").described("The clinic's name and how to reach it.")),
        field(
            "time_zone", \.zone,
            ZoneName.codec.described("The clinic's time zone, by its IANA name, such as `Europe/Berlin`.")),
        field(
            "currency", \.currency, Currency.codec.described("The clinic's currency: its ISO 4217 code, such as `EUR`.")
        ),
        field(
            "opening_hours", \.hours,
            WeeklyHours.codec.described(
                """
                The hours of an ordinary week, by the clinic's wall clock. A weekday that is not listed \
                is closed.
                """
            )),
        field(
            "closures", \.closures,
            .array(Closure.codec).described("The days on which the clinic is closed all the same.")),
        field(
            "scheduling", \.rules,
            SchedulingRules.codec.named("SchedulingRules").described("The rules by which appointments are made.")),
        field(
            "mobile_access", \.mobileAccess,
            MobileAccess.codec.described("The areas of the mobile app that are open to each role.")),
        optionalField(
            "closed_on", \.closedOn,
            .date.described("The day on which the clinic ended its work for good; absent while it works."))
    ).described("The clinic, as its admins see it.").named("ClinicSettings")

    /// The JSON of the clinic for all roles.
    public static let publicCodec = object(
        ClinicDocument.make(id:version:profile:zone:currency:hours:closures:rules:),
        field("id", \.id, .uuid.described("The clinic's id.")),
        field("version", \.version, .version),
        field(
            "profile", \.profile,
            ClinicProfile.codec.named("ClinicProfile").described("The clinic's name and how to reach it.")),
        field(
            "time_zone", \.zone,
            ZoneName.codec.described("The clinic's time zone, by its IANA name, such as `Europe/Berlin`.")),
        field(
            "currency", \.currency, Currency.codec.described("The clinic's currency: its ISO 4217 code, such as `EUR`.")
        ),
        field(
            "opening_hours", \.hours,
            WeeklyHours.codec.described(
                """
                The hours of an ordinary week, by the clinic's wall clock. A weekday that is not listed \
                is closed.
                """
            )),
        field(
            "closures", \.closures,
            .array(Closure.codec).described("The days on which the clinic is closed all the same.")),
        field(
            "scheduling", \.rules,
            SchedulingRules.codec.named("SchedulingRules").described("The rules by which appointments are made."))
    ).described("The clinic, as its staff and patients see it.").named("Clinic")

    private static func make(
        id: UUIDBytes, version: Int64, profile: ClinicProfile, zone: ZoneName, currency: Currency,
        hours: WeeklyHours, closures: [Closure], rules: SchedulingRules, mobileAccess: MobileAccess,
        closedOn: CivilDate?
    ) -> ClinicDocument {
        ClinicDocument(
            id: id, version: version, profile: profile, zone: zone, currency: currency, hours: hours,
            closures: closures, rules: rules, mobileAccess: mobileAccess, closedOn: closedOn)
    }

    private static func make(
        id: UUIDBytes, version: Int64, profile: ClinicProfile, zone: ZoneName, currency: Currency,
        hours: WeeklyHours, closures: [Closure], rules: SchedulingRules
    ) -> ClinicDocument {
        ClinicDocument(
            id: id, version: version, profile: profile, zone: zone, currency: currency, hours: hours,
            closures: closures, rules: rules)
    }
}
