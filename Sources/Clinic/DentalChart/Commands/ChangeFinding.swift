public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The command that marks a finding on a tooth as done, resolved or entered in error.
public struct ChangeFinding: Decision {
    public enum Change: Hashable, Sendable {
        case done, resolved
        case enteredInError(reason: Personal<String>)
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknownFinding
        /// Only a planned finding on a tooth can be marked as done.
        case notPlanned
        /// The finding on a tooth was resolved and cannot be marked as done, or it was entered in error and cannot be
        /// marked as done or resolved.
        case ended

        public var problem: Problem {
            switch self {
            case .unknownFinding: .notFound
            case .notPlanned, .ended: Problem(.findingStatus)
            }
        }
    }

    public let finding: ID<ToothFinding>
    /// The record whose dental chart has the finding.
    public let patient: ID<Patient>
    /// The patient whom the request names: the record's own, or the one into whose record it was merged.
    public let named: ID<Patient>
    public let change: Change

    public init(_ finding: ID<ToothFinding>, of patient: ID<Patient>, named: ID<Patient>? = nil, _ change: Change) {
        self.finding = finding
        self.patient = patient
        self.named = named ?? patient
        self.change = change
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        // A finding of an erased patient cannot be changed, since the reason for the change would be a text about the
        // patient, and no such text is stored any more.
        guard let known = model[.dentalChart(of: patient)].findings[finding],
            model[.registration(of: patient)].isCurrent, model.isShown(patient, for: named)
        else { throw .unknownFinding }
        let today = model[.basics].zone.date(of: now)
        switch change {
        case .enteredInError(let reason):
            if known.isInError { return [] }
            return [
                .finding(
                    .enteredInError(ToothFindingEnteredInError(finding: finding, patient: patient, reason: reason)))
            ]
        case .done:
            guard !known.isInError, !known.isResolved else { throw .ended }
            switch known.state {
            case .existing: throw .notPlanned
            case .done: return []
            case .planned: break
            }
            return [.finding(.done(ToothFindingDone(finding: finding, patient: patient, doneOn: today)))]
        case .resolved:
            guard !known.isInError else { throw .ended }
            if known.isResolved { return [] }
            return [.finding(.resolved(ToothFindingResolved(finding: finding, patient: patient, resolvedOn: today)))]
        }
    }
}

struct FindingError: Sendable {
    let reason: Personal<String>

    static let codec = object(
        FindingError.init(reason:),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the finding is wrong."))
    ).described("Why a finding was entered in error.").named("ToothFindingError")
}

extension DentalChartAPI {
    static let markFindingDone = Endpoint<ClinicAction>(
        .post, "/api/v1/dental-charts/{patient_id}/tooth-findings/{finding_id}/done", id: "markToothFindingDone",
        summary: "Mark a planned finding as done", details: "Repeating this changes nothing.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .path("finding_id", .findingID), answers: [.ok(DentalChartAnswer.codec, "The chart as it is now")],
        problems: [.findingStatus, .patientMerged, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, patient, id throws(Problem) in change(id, patient, .done, caller) }

    static let resolveFinding = Endpoint<ClinicAction>(
        .post, "/api/v1/dental-charts/{patient_id}/tooth-findings/{finding_id}/resolve", id: "resolveToothFinding",
        summary: "Mark a finding as resolved",
        details:
            """
            A resolved finding is no longer present on the tooth, for example because it was treated. Repeating this \
            changes nothing.
            """,
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .path("finding_id", .findingID), answers: [.ok(DentalChartAnswer.codec, "The chart as it is now")],
        problems: [.findingStatus, .patientMerged, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, patient, id throws(Problem) in change(id, patient, .resolved, caller) }

    static let enterFindingInError = Endpoint<ClinicAction>(
        .post, "/api/v1/dental-charts/{patient_id}/tooth-findings/{finding_id}/enter-in-error",
        id: "enterToothFindingInError", summary: "Mark a finding as entered in error",
        details: "The chart no longer shows the finding. Repeating this changes nothing.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .path("finding_id", .findingID), .body(FindingError.codec),
        answers: [.ok(DentalChartAnswer.codec, "The chart as it is now")],
        problems: [.patientMerged, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, patient, id, body throws(Problem) in
        change(id, patient, .enteredInError(reason: body.reason), caller)
    }

    /// The action that changes a finding in a patient's chart, or in the chart of the record that was merged into the
    /// patient's. The answer is the chart that has the finding.
    private static func change(
        _ finding: ID<ToothFinding>, _ patient: ID<Patient>, _ change: ChangeFinding.Change, _ caller: Caller<Clinical>
    ) -> ClinicAction {
        let reader = RecordReader(caller)
        return .informed(
            by: """
                SELECT same.patient_id FROM patient AS same JOIN dental_chart AS c USING (clinic_id, patient_id)
                WHERE same.clinic_id = \(caller.clinic) AND same.merged_into = \(patient) AND EXISTS (
                    SELECT FROM json_array_elements(c.document -> 'findings') AS f WHERE f ->> 'id' = \(finding.uuid.text))
                """
        ) { merged in
            let record = merged.map { ID<Patient>($0) } ?? patient
            return ClinicCommand(
                ChangeFinding(finding, of: record, named: patient, change), answer: .dentalChart(of: record)
            ).opening(for: reader) { _ in record }
        }
    }
}

extension Problem.Kind {
    static let findingStatus = Problem.Kind(
        "finding-status", 409, "The finding's state does not permit this",
        means:
            """
            Only a planned finding that is not resolved can be marked as done. A finding that was entered in error \
            cannot be marked as done or resolved.
            """,
        remedy: "Show the chart, and record a new finding if the tooth has one.")
}
