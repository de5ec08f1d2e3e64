public import Endpoints
import Identifiers
import JSON

extension Problem.Kind {
    public static let prescriptionWarnings = Problem.Kind(
        "prescription-warnings", 409, "The drug may harm this patient",
        means: """
            `warnings` lists the reasons: prescriptions and medications with the same ingredient or of the same group, and \
            allergies. An allergy that cannot be compared with the catalogue is a reason too.
            """,
        remedy: """
            Show the warnings to the doctor. If the doctor prescribes the drug in spite of them, send the request again with \
            these warnings and a reason in `override`.
            """,
        members: [
            .member(
                "warnings",
                Codec<[PrescriptionWarning]>.array(PrescriptionWarning.codec).described("All warnings."),
                example: [
                    PrescriptionWarning(kind: .sameIngredient, substance: "ibuprofen", prescriptions: [.example])
                ])
        ])
    public static let prescriptionStatus = Problem.Kind(
        "prescription-status", 409, "The prescription's status does not allow this",
        means:
            """
            A prescription with the status `prescription_status` does not allow this. Somebody else may have changed \
            the prescription meanwhile.
            """,
        remedy: "Read the prescription again, and offer only what its status allows.",
        members: [
            .member(
                "prescription_status",
                PrescriptionStatus.codec.described("The status of the prescription."), example: .stopped)
        ])
    public static let dispensingNumber = Problem.Kind(
        "dispensing-number", 409, "The dispensing does not have this number",
        means: "The next dispensing has the number `next_number`.",
        remedy: "Read the prescription again. Somebody else may have recorded the same dispensing.",
        members: [
            .member("next_number", Codec<Int>.int(1...25).described("The number of the next dispensing."), example: 2)
        ])
    public static let drugWithdrawn = Problem.Kind(
        "drug-withdrawn", 409, "The catalogue no longer offers this drug",
        means: "The drug's entry was withdrawn. Prescriptions that name it can still be read.",
        remedy: "Choose another drug of the catalogue.")
}

extension Problem {
    static func prescriptionStatus(_ status: PrescriptionStatus) -> Problem {
        Problem(.prescriptionStatus).with("prescription_status", status, PrescriptionStatus.codec)
    }
}
