public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records that a patient was reminded of a recall: that a service is due again.
public struct RemindPatient: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            }
        }
    }

    let patient: ID<Patient>
    let service: ID<Service>
    let channel: RecallReminded.Channel

    public init(_ patient: ID<Patient>, of service: ID<Service>, by channel: RecallReminded.Channel) {
        self.patient = patient
        self.service = service
        self.channel = channel
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknown)
        guard model[.settings].services[service] != nil else { throw .unknown }
        return [.recall(.reminded(RecallReminded(patient: patient, service: service, channel: channel, notice: nil)))]
    }
}

struct ReminderBody: Sendable {
    let channel: RecallReminded.Channel

    static let codec = object(ReminderBody.init(channel:), field("channel", \.channel, .recallChannel))
        .described("The reminder that was sent.").named("Reminder")
}

extension RecallsAPI {
    static let remindPatient = Endpoint<ClinicAction>(
        .post, "/api/v1/recalls/{patient_id}/{service_id}/reminders", id: "remindPatient",
        summary: "Record a reminder of a due visit",
        details: "Reminders since the patient's last visit are counted in `GET /api/v1/recalls`.", tag: tag,
        for: FrontDesk.self, takes: .path("patient_id", .patientID), .path("service_id", .serviceID),
        .body(ReminderBody.codec), answers: [.ok(RecallNotesDocument.codec, "The reminders so far")],
        problems: [.notFound, .patientMerged], idempotency: .accepted
    ) { _, patient, service, body throws(Problem) in
        .command(
            ClinicCommand(
                RemindPatient(patient, of: service, by: body.channel),
                answer: DocumentAnswer(RecallNotes.self, RecallKey.of(patient, service))))
    }
}
