import Endpoints
import EventSourcing
import JSON

extension Problem.Kind {
    static let notWaiting = Problem.Kind(
        "not-waiting", 409, "The patient does not wait any more",
        means: "The entry of the waitlist has ended: `waitlist_status` says how.",
        remedy: "Read the waitlist again.",
        members: [
            .member("waitlist_status", .waitlistStatus, example: .booked)
        ])
    static let offerLost = Problem.Kind(
        "waitlist-offer-lost", 409, "Somebody else has got this time",
        means: "Another patient accepted or booked the time first. The entry stays on the waitlist.",
        remedy: "Say that the time is gone, and let the person choose from `alternatives` or go on waiting.",
        members: [
            .member(
                "alternatives",
                .array(Offer.codec, 0...Alternatives.limit).described("Free times near the one that was offered."),
                example: Offer.examples)
        ])
    static let offerExpired = Problem.Kind(
        "waitlist-offer-expired", 409, "This offer has expired",
        means: "The offer could be accepted until `expires_at`. The entry stays on the waitlist.",
        remedy: "Wait for another offer, or book a free time from `GET /api/v1/slots`.",
        members: [
            .member(
                "expires_at", .instant.described("Until when (exclusive) it could be accepted, in UTC."),
                example: .example)
        ])
    static let noSuchOffer = Problem.Kind(
        "no-such-waitlist-offer", 409, "This time is not offered to the patient",
        means: "The entry has no open offer with this `start` and `doctor_id`.",
        remedy: "Read the entry again, and choose one of its `offers`.")
}

extension Problem {
    static func notWaiting(_ status: WaitlistStatus) -> Problem {
        Problem(.notWaiting).with("waitlist_status", status, .waitlistStatus)
    }
}

extension Codec where Value == WaitlistStatus {
    static var waitlistStatus: Codec {
        .stringEnum.described(
            "`waiting`, `booked` (an offer was accepted) or `left` (the patient does not wait any more).")
    }
}
