public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that marks a periodontal examination as entered in error.
public struct EnterPerioInError: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownExamination

        public var problem: Problem { .notFound }
    }

    public let examination: ID<PerioExamination>
    public let reason: Personal<String>

    public init(_ examination: ID<PerioExamination>, reason: Personal<String>) {
        self.examination = examination
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.perioExamination(examination)]
        // After a patient was erased, no reason for an entry in error is stored any more, since it is a text about the
        // patient.
        guard let patient = known.patient, model[.registration(of: patient)].isCurrent else {
            throw .unknownExamination
        }
        guard !known.isInError else { return [] }
        return [
            .perio(
                .enteredInError(
                    PerioExaminationEnteredInError(examination: examination, patient: patient, reason: reason)))
        ]
    }
}

extension PerioAPI {
    static let enterPerioInError = Endpoint<ClinicAction>(
        .post, "/api/v1/perio-examinations/{examination_id}/enter-in-error", id: "enterPerioExaminationInError",
        summary: "Mark a periodontal examination as entered in error",
        details: "Later examinations are compared with an earlier one instead. Repeating this changes nothing.",
        tag: DentalChartAPI.tag, for: Clinical.self, takes: .path("examination_id", .examinationID),
        .body(FindingError.codec),
        answers: [.ok(PerioExaminations.codec, "The examination, which is marked as entered in error")],
        problems: [.notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(EnterPerioInError(id, reason: body.reason), answer: .perioExamination(id))
                .opening(for: RecordReader(caller)) { $0[.perioExamination(id)].patient })
    }
}
