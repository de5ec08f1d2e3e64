import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A current prescription or a current medication of the chart, with the warnings about it as of now.
struct ReviewedDrug: Sendable {
    let prescription: ID<Prescription>?
    let medication: ID<Medication>?
    let name: String
    let warnings: [PrescriptionWarning]

    static let codec = object(
        ReviewedDrug.init(prescription:medication:name:warnings:),
        optionalField(
            "prescription_id", \.prescription, .id().described("The prescription; absent for a medication.")),
        optionalField(
            "medication_id", \.medication, .id().described("The medication of the chart; absent for a prescription.")),
        field("name", \.name, .string(1...500).described("The drug's name, as it was prescribed or recorded.")),
        field(
            "warnings", \.warnings,
            .array(PrescriptionWarning.codec, 1...PrescriptionWarning.most).described(
                "The warnings by the allergies, prescriptions and medications of now."))
    ).described("A drug that the patient has, of which there are warnings.").named("ReviewedDrug")
}

/// The drugs that a patient has and of which there are warnings.
struct TherapyReview: Sendable {
    let items: [ReviewedDrug]

    static let codec = object(
        TherapyReview.init(items:),
        field("items", \.items, .array(ReviewedDrug.codec).described("The drugs, prescriptions before medications."))
    ).described("The warnings about the drugs that a patient has.").named("TherapyReview")
}

extension PrescriptionsAPI {
    static let reviewTherapy = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/prescription-warnings", id: "reviewTherapy",
        summary: "List the warnings about the drugs that a patient has",
        details: """
            An allergy can be recorded after a drug was prescribed. Ask for this after each new allergy and before each \
            dispensing: it compares the prescriptions that are in use and the chart's current medications with the current \
            allergies, and with each other.
            """,
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(TherapyReview.codec, "The drugs with warnings")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient throws(Problem) in
        let reader = RecordReader(caller)
        return .computedAbout(patient) { formulary in
            Computation { (model, now) throws(Problem) in
                guard model[.registration(of: patient)].version > 0 else { throw .notFound }
                _ = try reader.opens(patient, &model, at: now)
                var records: [ID<Patient>] = []
                for record in model.records(ofPersonWith: patient)
                where reader.access(to: record, &model, at: now) != .refused { records.append(record) }
                let therapy = model.therapy(inOneOf: records, on: model[.basics].zone.date(of: now))
                return .answer(TherapyReview.codec.bytes(TherapyReview(items: therapy.reviewed(by: formulary))))
            }
        }
    }
}
