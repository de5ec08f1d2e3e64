public import EventSourcing
public import Identifiers
public import JSON
import SQL

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
        ClinicDocument.make, field("id", \.id, .uuid.described("The clinic's id.")),
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
        ClinicDocument.make, field("id", \.id, .uuid.described("The clinic's id.")),
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

/// The open areas of the mobile app for each role, for clients.
public struct MobileAccessDocument: Sendable {
    public let id: UUIDBytes
    public let version: Int64
    public let access: MobileAccess

    public static let codec = object(
        MobileAccessDocument.init, field("id", \.id, .uuid.described("The clinic's id.")),
        field("version", \.version, .version),
        field(
            "access", \.access,
            MobileAccess.codec.named("MobileAccess").described("The areas that are open to each role."))
    ).described("The open areas of the mobile app.").named("MobileAccessSettings")
}

/// The read model of the clinic itself, which has one row.
public enum ClinicProfiles: Projection {
    public static let table = DocumentTable("clinic_profile", key: "part", .text)
    public static let key = DocumentKey.text("profile")
    public static let codec = ClinicDocument.codec

    public static let columns = [
        DocumentColumn<ClinicDocument>("public_document", .json) { .json(ClinicDocument.publicCodec.bytes($0)) },
        DocumentColumn<ClinicDocument>("mobile_access", .json) {
            .json(
                MobileAccessDocument.codec.bytes(
                    MobileAccessDocument(id: $0.id, version: $0.version, access: $0.mobileAccess)))
        },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .profile = event { [key] } else { [] }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { [.settings] }

    public static func fold(
        _ document: ClinicDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> ClinicDocument? {
        guard case .profile(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .clinicFounded(let founded):
            return ClinicDocument(
                id: recorded.clinic, version: recorded.position, profile: founded.profile, zone: founded.zone,
                currency: founded.currency)
        case .clinicProfileChanged(let changed): document?.profile = changed.profile
        case .openingHoursSet(let set): document?.hours = set.hours
        case .closureAdded(let added):
            document?.closures.append(added.closure)
            document?.closures.sort { $0.days.first < $1.days.first }
        case .closureRemoved(let removed): document?.closures.removeAll { $0.id == removed.closure }
        case .schedulingRulesSet(let set): document?.rules = set.rules
        case .mobileAccessSet(let set): document?.mobileAccess = set.access
        case .clinicClosed(let closed): document?.closedOn = closed.day
        }
        return document
    }
}
