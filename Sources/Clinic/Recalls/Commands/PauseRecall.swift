public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that pauses a patient's recalls for a service until a day, or ends the pause.
public struct PauseRecall: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// The pause of the recalls for a service would end today or earlier.
        case past

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .past: .malformed(body: "/until", code: "in_the_past", detail: "must be after today")
            }
        }
    }

    let patient: ID<Patient>
    let service: ID<Service>
    let until: CivilDate?

    public init(_ patient: ID<Patient>, _ service: ID<Service>, until: CivilDate?) {
        self.patient = patient
        self.service = service
        self.until = until
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknown)
        let settings = model[.settings]
        guard settings.services[service] != nil else { throw .unknown }
        if let until, until <= settings.zone.date(of: now) { throw .past }
        let paused: ClinicEvent = .recall(
            .paused(RecallPaused(patient: patient, service: service, until: until)))
        let recalls = model[.recalls(of: patient)]
        // The first event about a patient's recalls for a service is appended even if it ends no pause, since it
        // creates the document that answers the command.
        return recalls.noted.contains(service) && recalls.pauses[service] == until ? [] : [paused]
    }
}

struct PauseBody: Sendable {
    let until: CivilDate?

    static let codec = object(PauseBody.init(until:), optionalField("until", \.until, .pausedUntil))
        .described("The pause of a recall; without `until` it ends.").named("RecallPause")
}

extension RecallsAPI {
    static let pauseRecall = Endpoint<ClinicAction>(
        .put, "/api/v1/recalls/{patient_id}/{service_id}/pause", id: "pauseRecall",
        summary: "Pause a patient's recall",
        details: "Until that day the patient is not due for the service. Without `until` the pause ends.", tag: tag,
        for: FrontDesk.self, takes: .path("patient_id", .patientID), .path("service_id", .serviceID),
        .body(PauseBody.codec), answers: [.ok(RecallNotesDocument.codec, "The reminders and the pause")],
        problems: [.notFound, .patientMerged], idempotency: .accepted
    ) { _, patient, service, body throws(Problem) in
        .command(
            ClinicCommand(
                PauseRecall(patient, service, until: body.until),
                answer: DocumentAnswer(RecallNotes.self, RecallKey.of(patient, service))))
    }
}
