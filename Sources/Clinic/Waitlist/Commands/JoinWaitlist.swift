public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that adds a patient to the waitlist.
public struct JoinWaitlist: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case serviceNotOffered
        case unknownDoctor
        case notOfferedByDoctor
        /// The last wanted day of the waitlist entry is before today.
        case past
        case tooMany
        /// The patient may not book the service; only the staff may book it for the patient.
        case refused(ServiceRefusal)

        public var problem: Problem {
            switch self {
            case .unknownPatient: Problem(.patientUnknown)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .unknownDoctor: Problem(.doctorNotAvailable)
            case .notOfferedByDoctor: Problem(.doctorDoesNotOffer)
            case .past: .malformed(body: "/last_day", code: "in_the_past", detail: "must be today or later")
            case .tooMany:
                Problem(
                    .limitReached,
                    "For the month of the first wanted day, a patient waits at most \(JoinWaitlist.mostOfPatient) times, "
                        + "and at most \(JoinWaitlist.mostInMonth) entries of the clinic wait.")
            case .refused(let refusal): refusal.problem
            }
        }
    }

    public let entry: WaitlistEntry
    /// The side (patient or staff) that sends the command. Patients join only for services that they may book
    /// themselves; staff may let a patient wait for any service.
    let by: BookingSide

    public init(_ entry: WaitlistEntry, by side: BookingSide = .staff) {
        self.entry = entry
        by = side
    }

    /// The maximum number of a patient's waitlist entries with a wanted day in one month. Entries whose last day is
    /// over do not count.
    static let mostOfPatient = 10
    /// The maximum number of a clinic's waitlist entries with a wanted day in one month.
    static let mostInMonth = 2_000

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard case .unmade = model[.waitlistEntry(entry.id)] else { return [] }
        let settings = model[.settings]
        try model.require(.registration(of: entry.patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        guard let service = settings.services[entry.service], service.isActive else { throw .serviceNotOffered }
        if let doctor = entry.doctor {
            guard settings.doctor(doctor) != nil else { throw .unknownDoctor }
            guard service.isOffered(by: doctor) else { throw .notOfferedByDoctor }
        }
        let today = settings.zone.date(of: now)
        guard entry.days.last >= today else { throw .past }
        if by == .patient {
            try service.details.limits.check(
                entry.patient, on: entry.days.last, &model, at: now, else: Rejection.refused)
        }
        let waiting = model[.waitingMonth(entry.days.first)].waiting.filter { $0.entry.days.last >= today }
        let records = model.records(ofPersonWith: entry.patient)
        guard waiting.count < JoinWaitlist.mostInMonth,
            waiting.count(where: { records.contains($0.entry.patient) }) < JoinWaitlist.mostOfPatient
        else { throw .tooMany }
        return [.waitlist(.joined(WaitlistJoined(entry: entry)))]
    }
}

/// The wishes of a waiting patient, as clients send them.
struct WaitlistBody: Sendable {
    let patient: ID<Patient>?
    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let days: DateRange
    let weekdays: [Int]?
    let earliest: LocalTime?
    let latest: LocalTime?

    static let codec = object(
        WaitlistBody.checked(patient:service:doctor:first:last:weekdays:earliest:latest:),
        optionalField(
            "patient_id", \.patient,
            .id().described("The patient who waits. The staff must name one; patients wait for themselves.")),
        field("service_id", \.service, .serviceID),
        optionalField("doctor_id", \.doctor, .wantedDoctor), field("first_day", \.days.first, .waitFirstDay),
        field("last_day", \.days.last, .waitLastDay), optionalField("weekdays", \.weekdays, .waitWeekdays),
        optionalField("earliest", \.earliest, .waitEarliest), optionalField("latest", \.latest, .waitLatest)
    ).described("The wishes of a patient who waits for a time.").named("WaitlistDraft")

    private static func checked(
        patient: ID<Patient>?, service: ID<Service>, doctor: ID<StaffMember>?, first: CivilDate, last: CivilDate,
        weekdays: [Int]?, earliest: LocalTime?, latest: LocalTime?
    ) throws(CheckFailure) -> WaitlistBody {
        let days = try DateRange.wanted(first, last)
        guard (earliest ?? .midnight) <= (latest ?? .endOfDay) else {
            throw CheckFailure("bad_range", "latest must not come before earliest")
        }
        return WaitlistBody(
            patient: patient, service: service, doctor: doctor, days: days, weekdays: weekdays, earliest: earliest,
            latest: latest)
    }

    func entry(_ id: ID<WaitlistEntry>, of patient: ID<Patient>) -> WaitlistEntry {
        WaitlistEntry(
            id: id, patient: patient, service: service, doctor: doctor, days: days, weekdays: weekdays,
            earliest: earliest, latest: latest)
    }
}

extension WaitlistAPI {
    static let joinWaitlist = Endpoint<ClinicAction>(
        .post, "/api/v1/waitlist", id: "joinWaitlist", summary: "Wait for a time to become free",
        details: """
            When an appointment is cancelled or moved, its time is offered to the first \(FreedTime.offersAtOnce) patients \
            whose wishes it fits, in the order in which they joined.
            """, tag: tag, for: PatientOrFrontDesk.self, takes: .body(WaitlistBody.codec),
        answers: [.made(WaitlistDocument.codec, "The entry of the waitlist")],
        problems: [
            .patientUnknown, .serviceNotOffered, .doctorNotAvailable, .doctorDoesNotOffer, .limitReached,
            .serviceNotForPatient, .patientMerged,
        ],
        idempotency: .accepted
    ) { caller, body throws(Problem) in
        let booker = Booker(caller.principal)
        let patient = try booker.patient(named: body.patient)
        guard patient == booker.caller ?? patient else { throw Problem(.forbidden) }
        return .creation { newID in
            let id: ID<WaitlistEntry> = newID()
            return ClinicCommand(
                JoinWaitlist(body.entry(id, of: patient), by: booker.side),
                answer: DocumentAnswer(Waitlist.self, DocumentKey(id)))
        }
    }
}
