public import Endpoints
public import EventSourcing
import JSON

/// The command that sets whether and how people without an account can ask for an appointment.
public struct SetPublicBooking: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let booking: PublicBooking

    public init(_ booking: PublicBooking) { self.booking = booking }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.publicBooking != booking else { return [] }
        return [.profile(.publicBookingSet(PublicBookingSet(booking: booking)))]
    }
}

extension ProfileAPI {
    static let setPublicBooking = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/public-booking", id: "setPublicBooking",
        summary: "Open or close the booking for people without an account",
        details: """
            It is closed until an admin opens it. New patients then ask for an appointment under \
            `/api/v1/public/clinics/{clinic_id}`, for the services that everybody may book. A request that its sender has \
            confirmed by mail is an appointment of status `requested`, which the front desk approves or cancels. The server must \
            be able to send mails.
            """,
        tag: "Clinic", for: AdminOnly.self, takes: .body(PublicBooking.codec),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings as they are now")], problems: [.clinicNotFounded],
        idempotency: .accepted
    ) { _, booking throws(Problem) in
        .command(ClinicCommand(SetPublicBooking(booking), answer: .settings))
    }
}
