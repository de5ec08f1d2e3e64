public import EventSourcing
public import Identifiers
public import JSON

/// An entry of the waitlist, for the staff and for its patient.
public struct WaitlistDocument: Sendable {
    public let entry: WaitlistEntry
    public internal(set) var version: Int64
    public internal(set) var status: WaitlistStatus
    public internal(set) var offers: [MadeOffer]
    public internal(set) var appointment: ID<Appointment>?
    public let joinedAt: Instant

    /// An offer of a free time to a waiting patient, and the offer's outcome.
    public struct MadeOffer: Sendable {
        public let offer: WaitlistOffer
        public internal(set) var outcome: OfferOutcome
    }

    /// The outcome of an offer of the waitlist; `open` until it is accepted, declined, closed as lost because its time is
    /// no longer free, or closed as expired.
    public enum OfferOutcome: String, Hashable, Sendable, CaseIterable {
        case open, accepted, declined, lost, expired
    }

    /// The instant at which the first of the waitlist entry's open offers ends; `nil` if the patient no longer waits or
    /// has no open offer.
    var nextExpiry: Instant? {
        guard status == .waiting else { return nil }
        return offers.filter { $0.outcome == .open }.map(\.offer.expiresAt).min()
    }

    /// The number of offers above which the document of a waitlist entry drops the oldest offers that are not open.
    /// Open offers stay, since the patient may accept them. They can be many: when a series is cancelled, up to
    /// `SeriesRule.mostVisits` times are offered at once.
    static let mostOffers = 60

    public static let codec = object(
        WaitlistDocument.checked(
            id:version:patient:service:doctor:first:last:weekdays:earliest:latest:status:offers:appointment:joinedAt:),
        field("id", \.entry.id, .waitlistEntryID), field("version", \.version, .version),
        field("patient_id", \.entry.patient, .patientID), field("service_id", \.entry.service, .serviceID),
        optionalField("doctor_id", \.entry.doctor, .wantedDoctor),
        field("first_day", \.entry.days.first, .waitFirstDay),
        field("last_day", \.entry.days.last, .waitLastDay), optionalField("weekdays", \.entry.weekdays, .waitWeekdays),
        optionalField("earliest", \.entry.earliest, .waitEarliest),
        optionalField("latest", \.entry.latest, .waitLatest),
        field("status", \.status, .waitlistStatus),
        field(
            "offers", \.offers,
            .array(MadeOffer.codec).described("The latest offers, among them all that are open, the oldest first.")),
        optionalField(
            "appointment_id", \.appointment,
            .id().described("The appointment that came of an offer; absent while there is none.")),
        field("joined_at", \.joinedAt, .instant.described("When the patient began to wait, in UTC."))
    ).described("A patient who waits for a time to become free.").named("WaitlistEntry")

    private static func checked(
        id: ID<WaitlistEntry>, version: Int64, patient: ID<Patient>, service: ID<Service>, doctor: ID<StaffMember>?,
        first: CivilDate, last: CivilDate, weekdays: [Int]?, earliest: LocalTime?, latest: LocalTime?,
        status: WaitlistStatus, offers: [MadeOffer], appointment: ID<Appointment>?, joinedAt: Instant
    ) throws(CheckFailure) -> WaitlistDocument {
        WaitlistDocument(
            entry: WaitlistEntry(
                id: id, patient: patient, service: service, doctor: doctor, days: try .wanted(first, last),
                weekdays: weekdays, earliest: earliest, latest: latest), version: version, status: status,
            offers: offers, appointment: appointment, joinedAt: joinedAt)
    }
}

extension WaitlistDocument.MadeOffer {
    static let codec = object(
        WaitlistDocument.MadeOffer.checked(doctor:start:end:expiresAt:outcome:),
        field("doctor_id", \.offer.doctor, .doctorID), field("start", \.offer.slot.start, .visitStart),
        field("end", \.offer.slot.end, .visitEnd),
        field(
            "expires_at", \.offer.expiresAt,
            .instant.described("Until when (exclusive) the offer can be accepted, in UTC.")),
        field(
            "outcome", \.outcome,
            .stringEnum.described(
                """
                `open` (until `expires_at`), `accepted`, `declined`, `lost` (the time is no longer free), or `expired` \
                (nobody answered in time). If the time is no longer free because hours, absences, chairs or services changed, it \
                stays `open` for up to a minute: to accept it then is refused.
                """))
    ).described("A time that was offered to a waiting patient.").named("WaitlistOffer")

    private static func checked(
        doctor: ID<StaffMember>, start: Instant, end: Instant, expiresAt: Instant,
        outcome: WaitlistDocument.OfferOutcome
    ) throws(CheckFailure) -> WaitlistDocument.MadeOffer {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return WaitlistDocument.MadeOffer(
            offer: WaitlistOffer(doctor: doctor, slot: slot, expiresAt: expiresAt), outcome: outcome)
    }
}

// JSON members of waitlist entries, in answers and requests.

extension Codec where Value == ID<WaitlistEntry> {
    static var waitlistEntryID: Codec { .id().described("The id of the entry of the waitlist.") }
}

extension Codec where Value == ID<StaffMember> {
    static var wantedDoctor: Codec { .id().described("The wanted doctor; absent: any.") }
}

extension Codec where Value == CivilDate {
    static var waitFirstDay: Codec {
        .date.described("The first day that suits the patient, by the clinic's calendar.")
    }
    static var waitLastDay: Codec {
        .date.described("The last day that suits the patient (inclusive), by the clinic's calendar.")
    }
}

extension Codec where Value == [Int] {
    static var waitWeekdays: Codec {
        .array(.int(1...7), 1...7).described(
            "The days of the week that suit the patient: Monday is 1, Sunday is 7. Absent: every day.")
    }
}

extension Codec where Value == LocalTime {
    static var waitEarliest: Codec {
        .localTime.described("The earliest start that suits the patient, by the clinic's wall clock; absent: any.")
    }
    static var waitLatest: Codec {
        .localTime.described("The latest start that suits the patient, by the clinic's wall clock; absent: any.")
    }
}
