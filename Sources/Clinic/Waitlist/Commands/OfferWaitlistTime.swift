public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that offers a free time that the front desk chose to a waiting patient. Freed times are offered without
/// this command.
public struct OfferWaitlistTime: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// The time cannot be offered, since the waiting patient was erased.
        case unknownPatient
        case notWaiting(WaitlistStatus)
        case serviceNotOffered
        case placement(PlacementRejection)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .unknownPatient: Problem(.patientUnknown)
            case .notWaiting(let status): .notWaiting(status)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    let entry: ID<WaitlistEntry>
    let start: Instant
    let doctor: ID<StaffMember>

    public init(_ entry: ID<WaitlistEntry>, start: Instant, doctor: ID<StaffMember>) {
        self.entry = entry
        self.start = start
        self.doctor = doctor
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try WaitlistTarget(entry).course(in: &model, else: Rejection.unknown)
        guard course.status == .waiting else { throw .notWaiting(course.status) }
        try model.require(.registration(of: course.entry.patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        if course.offers.contains(where: { $0.isOf(start, doctor) && now < $0.expiresAt }) { return [] }
        let settings = model[.settings]
        guard let service = settings.services[course.entry.service], service.isActive else { throw .serviceNotOffered }
        let placement = Placement(
            service: service, length: VisitLength(of: service), start: start, doctor: doctor, chair: nil,
            seeker: TimeSeeker(side: .staff, visitor: Visitor(patient: course.entry.patient)))
        // Staff may book a time that began a few minutes ago. It cannot be offered to a waiting patient, since the
        // offer would have ended already.
        guard start > now else { throw .placement(.notFree(.past, alternatives: [])) }
        let placed = try placement.found(&model, settings, at: now, else: Rejection.placement)
        let offer = WaitlistOffer(
            doctor: doctor, slot: placed.place.slot, expiresAt: FreedTime.expiry(of: start, at: now))
        return [
            .waitlist(
                .offered(WaitlistOffered(entry: course.entry.reference, offer: offer, date: placed.place.date)))
        ]
    }
}

/// The start and the doctor of a time that is to be offered to a waiting patient, as clients send them.
struct WaitlistTimeBody: Sendable {
    let start: Instant
    let doctor: ID<StaffMember>

    static let codec = object(
        WaitlistTimeBody.init(start:doctor:),
        field("start", \.start, .instant.described("When the offered appointment begins.")),
        field("doctor_id", \.doctor, .doctorID)
    ).described("A time with a doctor.").named("WaitlistTime")
}

extension WaitlistAPI {
    static let offerWaitlistTime = Endpoint<ClinicAction>(
        .post, "/api/v1/waitlist/{waitlist_entry_id}/offers", id: "offerWaitlistTime",
        summary: "Offer a free time to a patient who waits",
        details: """
            The desk may offer any free time. The time is not held: the first who accepts gets it. The offer ends after an \
            hour, or when the appointment would begin.
            """, tag: tag, for: FrontDesk.self,
        takes: .path("waitlist_entry_id", .waitlistEntryID), .body(WaitlistTimeBody.codec),
        answers: [.ok(WaitlistDocument.codec, "The entry with the offer")],
        problems: Problem.Kind.placing + [.notFound, .notWaiting], idempotency: .accepted
    ) { _, id, body throws(Problem) in
        .command(
            ClinicCommand(
                OfferWaitlistTime(id, start: body.start, doctor: body.doctor),
                answer: DocumentAnswer(Waitlist.self, DocumentKey(id))))
    }
}
