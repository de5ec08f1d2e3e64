public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a dispensing of a prescription. The request names the number of the dispensing, so a
/// repeated request counts once.
public struct DispensePrescription: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case impossible(PrescriptionStatus)
        case otherNumber(next: Int)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .impossible(let status): .prescriptionStatus(status)
            case .otherNumber(let next): Problem(.dispensingNumber).with("next_number", next, .int(1...25))
            }
        }
    }

    public let prescription: ID<Prescription>
    public let number: Int

    public init(_ prescription: ID<Prescription>, number: Int) {
        self.prescription = prescription
        self.number = number
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let today = model[.basics].zone.date(of: now)
        guard let course = model[.prescription(prescription)].course,
            model[.registration(of: course.prescription.patient)].isCurrent
        else { throw .unknown }
        guard number != course.dispensedOn.count else { return [] }
        let status = course.status(on: today)
        guard status == .active else { throw .impossible(status) }
        let next = course.dispensedOn.count + 1
        guard number == next else { throw .otherNumber(next: next) }
        return [
            .prescription(
                .dispensed(
                    PrescriptionDispensed(prescription: course.prescription, number: number, dispensedOn: today)))
        ]
    }
}

struct DispensingBody: Sendable {
    let number: Int

    static let codec = object(
        DispensingBody.init(number:),
        field(
            "number", \.number,
            .int(1...25).described("The number of the dispensing: one more than the number of earlier dispensings."))
    ).described("A dispensing of a prescription.").named("DispensingDraft")
}

extension PrescriptionsAPI {
    static let dispensePrescription = Endpoint<ClinicAction>(
        .post, "/api/v1/prescriptions/{prescription_id}/dispense", id: "dispensePrescription",
        summary: "Record that a prescription's quantity was given out",
        details: """
            Each dispensing has a number, so recording the last dispensing again changes nothing. After the first \
            dispensing and all refills the prescription is completed.
            """,
        tag: tag, for: Clinical.self, takes: .path("prescription_id", .prescriptionID), .body(DispensingBody.codec),
        answers: [.ok(Prescriptions.codec, "The prescription as it is now")],
        problems: [.prescriptionStatus, .dispensingNumber, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(DispensePrescription(id, number: body.number), answer: .prescription(id))
                .opening(for: RecordReader(caller)) { $0[.prescription(id)].course?.prescription.patient })
    }
}
