public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that stops or cancels a prescription, or marks it as entered in error.
public struct EndPrescription: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(PrescriptionStatus)
        /// The quantity was given out at least once, so the prescription can be stopped but not cancelled.
        case dispensed

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .prescriptionStatus(status)
            case .dispensed: Problem(.prescriptionDispensed)
            }
        }
    }

    public let prescription: ID<Prescription>
    public let end: PrescriptionEnd
    public let reason: Personal<String>

    public init(_ prescription: ID<Prescription>, _ end: PrescriptionEnd, reason: Personal<String>) {
        self.prescription = prescription
        self.end = end
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let today = model[.basics].zone.date(of: now)
        guard let course = model[.prescription(prescription)].course else { throw .unknown }
        // The reason why a prescription ends is a text about the patient, so none is stored after the patient's
        // erasure.
        guard model[.registration(of: course.prescription.patient)].isCurrent else { throw .unknown }
        guard course.end != end else { return [] }
        let status = course.status(on: today)
        switch (end, status) {
        case (.enteredInError, _), (.stopped, .active), (.stopped, .completed): break
        case (.cancelled, .active): guard course.dispensedOn.isEmpty else { throw .dispensed }
        default: throw .impossible(status)
        }
        return [
            .prescription(
                .ended(PrescriptionEnded(prescription: course.prescription, end: end, reason: reason)))
        ]
    }
}

struct PrescriptionEndBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        PrescriptionEndBody.init(reason:),
        field(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described(
                "Why the prescription ends. The reason is kept in the history."))
    ).described("Why a prescription ends.").named("PrescriptionEnding")
}

extension PrescriptionsAPI {
    static let stopPrescription = ending(
        .stopped, "/api/v1/prescriptions/{prescription_id}/stop", id: "stopPrescription",
        summary: "Stop the treatment with a prescribed drug",
        details: "The patient no longer takes the drug. The prescription must be `active` or `completed`.",
        problems: [])
    static let cancelPrescription = ending(
        .cancelled, "/api/v1/prescriptions/{prescription_id}/cancel", id: "cancelPrescription",
        summary: "Cancel a prescription",
        details: "A prescription can be cancelled until its quantity is given out. Later it can only be stopped.",
        problems: [.prescriptionDispensed])
    static let enterPrescriptionInError = ending(
        .enteredInError, "/api/v1/prescriptions/{prescription_id}/entered-in-error", id: "enterPrescriptionInError",
        summary: "Mark a prescription as entered in error",
        details: "The prescription is kept in the record with this mark, and no longer causes warnings.", problems: [])

    private static func ending(
        _ end: PrescriptionEnd, _ path: PathTemplate, id: String, summary: String, details: String,
        problems: [Problem.Kind]
    ) -> Endpoint<ClinicAction> {
        Endpoint<ClinicAction>(
            .post, path, id: id, summary: summary, details: details,
            tag: tag, for: Clinical.self, takes: .path("prescription_id", .prescriptionID),
            .body(PrescriptionEndBody.codec), answers: [.ok(Prescriptions.codec, "The prescription as it is now")],
            problems: problems + [.prescriptionStatus, .notFound, .restrictedRecord], idempotency: .accepted
        ) { caller, id, body throws(Problem) in
            .command(
                ClinicCommand(EndPrescription(id, end, reason: body.reason), answer: .prescription(id))
                    .opening(for: RecordReader(caller)) { $0[.prescription(id)].course?.prescription.patient })
        }
    }
}

extension Problem.Kind {
    static let prescriptionDispensed = Problem.Kind(
        "prescription-dispensed", 409, "The prescription was dispensed already",
        means: "The quantity was given out at least once, so the prescription cannot be cancelled.",
        remedy: "Stop the prescription instead.")
}
