public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that marks a reading of vital signs as entered in error.
public struct EnterVitalsInError: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            }
        }
    }

    public let reading: ID<VitalsReading>
    public let reason: Personal<String>

    public init(_ reading: ID<VitalsReading>, reason: Personal<String>) {
        self.reading = reading
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.vitalsReading(reading)]
        // The reason why vital signs were entered in error is a text about the patient, so none is stored after the
        // patient's erasure.
        guard let patient = known.patient, model[.registration(of: patient)].isCurrent else { throw .unknown }
        if known.isInError { return [] }
        return [.vitals(.enteredInError(VitalsEnteredInError(reading: reading, patient: patient, reason: reason)))]
    }
}

extension VitalsAPI {
    static let enterVitalsInError = Endpoint<ClinicAction>(
        .post, "/api/v1/vitals/{vitals_id}/enter-in-error", id: "enterVitalsInError",
        summary: "Mark vital signs as entered in error",
        details: """
            All measurements of the reading are marked. The reason is kept in the history. Repeating this changes \
            nothing. Record the right values as a new reading.
            """,
        tag: tag, for: Clinical.self, takes: .path("vitals_id", .vitalsID), .body(ReasonBody.codec),
        answers: [.ok(Vitals.codec, "The reading as it is now")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(EnterVitalsInError(id, reason: body.reason), answer: .vitals(id))
                .opening(for: RecordReader(caller)) { $0[.vitalsReading(id)].patient })
    }
}
