import EventSourcing
import Identifiers
import JSON

/// The JSON of the clinic in an answer to its staff and its patients.
struct ClinicAnswer: Sendable {
    let id: UUIDBytes
    let version: Int64
    let profile: ClinicProfile
    let zone: ZoneName
    let currency: Currency
    let exponent: Int
    let hours: WeeklyHours
    let closures: [ClosureAnswer]
    let specialHours: [SpecialHoursAnswer]
    let rules: SchedulingRules
    let logo: ClinicLogo?

    static let codec = object(
        ClinicAnswer.init(id:version:profile:zone:currency:exponent:hours:closures:specialHours:rules:logo:),
        field("id", \.id, .clinicID),
        field("version", \.version, .version),
        field("profile", \.profile, .clinicProfile),
        field("time_zone", \.zone, .clinicZone),
        field("currency", \.currency, .clinicCurrency),
        field("currency_exponent", \.exponent, .currencyExponent),
        field("opening_hours", \.hours, .openingHours),
        field("closures", \.closures, .closures),
        field("special_hours", \.specialHours, .specialHours),
        field("scheduling", \.rules, .schedulingRules),
        optionalField(
            "logo", \.logo, ClinicLogo.codec.described("The clinic's logo; absent if the clinic has none."))
    ).described("The clinic, as its staff and patients see it.").named("Clinic")
}

extension ClinicAnswer {
    init(_ document: ClinicDocument) {
        self.init(
            id: document.id, version: document.version, profile: document.profile, zone: document.zone,
            currency: document.currency, exponent: document.currency.exponent, hours: document.hours,
            closures: document.closures.map { ClosureAnswer($0, version: document.version) },
            specialHours: (document.specialHours ?? []).map { SpecialHoursAnswer($0, version: document.version) },
            rules: document.rules, logo: document.logo)
    }
}

/// The JSON of the clinic in an answer to its admins.
struct ClinicSettingsAnswer: Sendable {
    let id: UUIDBytes
    let version: Int64
    let profile: ClinicProfile
    let zone: ZoneName
    let currency: Currency
    let exponent: Int
    let hours: WeeklyHours
    let closures: [ClosureAnswer]
    let specialHours: [SpecialHoursAnswer]
    let rules: SchedulingRules
    let mobileAccess: MobileAccess
    let closedOn: CivilDate?
    let billing: BillingTerms
    let waitLimits: WaitLimits
    let publicBooking: PublicBooking
    let logo: ClinicLogo?
    /// The appointments to come that cannot take place as booked. It is `nil` except in answers to new opening hours,
    /// closures and special hours.
    let affected: AffectedSummary?

    static let codec = object(
        ClinicSettingsAnswer.init(
            id:version:profile:zone:currency:exponent:hours:closures:specialHours:rules:mobileAccess:closedOn:billing:
            waitLimits:publicBooking:logo:affected:),
        field("id", \.id, .clinicID),
        field("version", \.version, .version),
        field("profile", \.profile, .clinicProfile),
        field("time_zone", \.zone, .clinicZone),
        field("currency", \.currency, .clinicCurrency),
        field("currency_exponent", \.exponent, .currencyExponent),
        field("opening_hours", \.hours, .openingHours),
        field("closures", \.closures, .closures),
        field("special_hours", \.specialHours, .specialHours),
        field("scheduling", \.rules, .schedulingRules),
        field(
            "mobile_access", \.mobileAccess,
            MobileAccess.codec.described("The areas of the mobile app that are open to each role.")),
        optionalField(
            "closed_on", \.closedOn,
            .date.described("The day on which the clinic ended its work for good; absent while it works.")),
        field(
            "billing_terms", \.billing,
            BillingTerms.codec.named("BillingTerms").described("The clinic's usual terms for invoices.")),
        field(
            "wait_limits", \.waitLimits,
            WaitLimits.codec.described("How long patients may wait before the reception's queue warns.")),
        field(
            "public_booking", \.publicBooking,
            PublicBooking.codec.described("Whether and how people without an account can ask for an appointment.")),
        optionalField(
            "logo", \.logo, ClinicLogo.codec.described("The clinic's logo; absent if the clinic has none.")),
        optionalField("affected_appointments", \.affected, AffectedSummary.member)
    ).described("The clinic, as its admins see it.").named("ClinicSettings")
}

extension ClinicSettingsAnswer {
    init(_ document: ClinicDocument, affected: AffectedSummary? = nil) {
        self.init(
            id: document.id, version: document.version, profile: document.profile, zone: document.zone,
            currency: document.currency, exponent: document.currency.exponent, hours: document.hours,
            closures: document.closures.map { ClosureAnswer($0, version: document.version) },
            specialHours: (document.specialHours ?? []).map { SpecialHoursAnswer($0, version: document.version) },
            rules: document.rules, mobileAccess: document.mobileAccess, closedOn: document.closedOn,
            billing: document.billing ?? .standard, waitLimits: document.waitLimits ?? .standard,
            publicBooking: document.publicBooking ?? .off, logo: document.logo, affected: affected)
    }
}

// JSON members that the clinic's answers to admins and to all other callers share.

extension Codec where Value == UUIDBytes {
    fileprivate static var clinicID: Codec { .uuid.described("The clinic's id.") }
}

extension Codec where Value == ClinicProfile {
    fileprivate static var clinicProfile: Codec {
        ClinicProfile.codec.named("ClinicProfile").described("The clinic's name and how to reach it.")
    }
}

extension Codec where Value == ZoneName {
    static var clinicZone: Codec {
        ZoneName.codec.described("The clinic's time zone, by its IANA name, such as `Europe/Berlin`.")
    }
}

extension Codec where Value == Currency {
    fileprivate static var clinicCurrency: Codec {
        Currency.codec.described("The clinic's currency: its ISO 4217 code, such as `EUR`.")
    }
}

extension Codec where Value == Int {
    fileprivate static var currencyExponent: Codec {
        .int(0...3).described(
            "The number of decimals of the currency: an amount of 1234 is 12.34 if it is 2, and 1234 if it is 0.")
    }
}

extension Codec where Value == WeeklyHours {
    /// The clinic's weekly opening hours, in answers and requests.
    static var openingHours: Codec {
        WeeklyHours.codec.described(
            """
            The hours of an ordinary week, by the clinic's wall clock. A weekday that is not listed \
            is closed.
            """)
    }
}

extension Codec where Value == [ClosureAnswer] {
    fileprivate static var closures: Codec {
        .array(ClosureAnswer.codec).described("The days on which the clinic is closed all the same.")
    }
}

extension Codec where Value == SchedulingRules {
    fileprivate static var schedulingRules: Codec {
        SchedulingRules.codec.named("SchedulingRules").described("The rules by which appointments are made.")
    }
}

extension DocumentAnswer {
    /// The answer to a command that changes the clinic's hours or closures: the clinic's settings, and the appointments
    /// to come that cannot take place as booked.
    ///
    /// - Parameter days: the days that the change is about; `nil` for `AffectedAppointments.maximumDays` days from
    ///   today.
    static func settings(in clinic: UUIDBytes, affecting days: DateRange? = nil, location: String? = nil)
        -> DocumentAnswer
    {
        settings(location: location).with(
            .affected(in: clinic, days: days, of: ClinicProfiles.codec, as: ClinicSettingsAnswer.codec) {
                ClinicSettingsAnswer($0, affected: $1)
            })
    }
}
