public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that declines an offer of the waitlist. If the doctor is still free, the time is offered to the next
/// patient whom it fits.
public struct DeclineWaitlistOffer: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case noSuchOffer

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .noSuchOffer: Problem(.noSuchOffer)
            }
        }
    }

    let target: WaitlistTarget
    let start: Instant
    let doctor: ID<StaffMember>

    public init(_ target: WaitlistTarget, start: Instant, doctor: ID<StaffMember>) {
        self.target = target
        self.start = start
        self.doctor = doctor
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        guard let offer = course.offers.first(where: { $0.isOf(start, doctor) }) else { throw .noSuchOffer }
        let closed = WaitlistOfferClosed(
            entry: course.entry.reference, start: start, doctor: doctor, cause: .declined)
        let next = FreedTime(doctor: doctor, slot: offer.slot).nextOffer(
            besides: course.entry.patient, &model, at: now)
        return [.waitlist(.offerClosed(closed))] + next
    }
}

extension WaitlistAPI {
    static let declineWaitlistOffer = Endpoint<ClinicAction>(
        .post, "/api/v1/waitlist/{waitlist_entry_id}/decline", id: "declineWaitlistOffer",
        summary: "Decline an offered time",
        details: """
            The patient goes on waiting. If the doctor is still free, the time is offered to the next patient whom it fits.
            """, tag: tag, for: PatientOrFrontDesk.self,
        takes: .path("waitlist_entry_id", .waitlistEntryID), .body(WaitlistTimeBody.codec),
        answers: [.ok(WaitlistDocument.codec, "The entry as it is now")], problems: [.notFound, .noSuchOffer],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                DeclineWaitlistOffer(
                    Booker(caller.principal).waitlist(id), start: body.start, doctor: body.doctor),
                answer: DocumentAnswer(Waitlist.self, DocumentKey(id))))
    }
}
