import ClinicTestSupport
import JSON

/// Example requests about prescriptions.
extension ExampleWalk {
    func showPrescriptions() async throws {
        let own = try patient.subject
        try await show("searchDrugsToPrescribe", "A doctor searches a drug", by: doctor, ["q": "ibuprof"])
        let draft = SampleBodies.prescription("With water")
        let first = try await show(
            "prescribeDrug", "A doctor prescribes ibuprofen", by: doctor, ["patient_id": own], draft
        ).text("id")
        let warned = try await doctor.app.post("patients/\(own)/prescriptions", draft, key: newKey())
        let warnings = warned["warnings"].map { "\($0)" } ?? "[]"
        let override = #""override":{"reason":"The first pack was lost","warnings":\#(warnings)}"#
        let second = try await show(
            "prescribeDrug", "A doctor prescribes it in spite of the warning", by: doctor, named: "overridden",
            ["patient_id": own],
            "\(draft.dropLast()),\(override)}"
        ).text("id")
        let path: KeyValuePairs = ["prescription_id": first]
        try await show(
            "reviewTherapy", "A doctor asks for the warnings about a patient's drugs", by: doctor,
            ["patient_id": own])
        try await show(
            "listPrescriptions", "A doctor lists a patient's prescriptions", by: doctor, ["patient_id": own], keeping: 2
        )
        try await show("getPrescription", "A doctor reads a prescription", by: doctor, path)
        try await show("getPrescriptionFile", "A doctor prints a prescription", by: doctor, path)
        try await show(
            "dispensePrescription", "A doctor gives the tablets out", by: doctor, path, #"{"number":1}"#)
        try await show("listOwnPrescriptions", "A patient lists their own prescriptions", by: patient, keeping: 2)
        try await show("getOwnPrescription", "A patient reads a prescription", by: patient, path)
        try await show("getOwnPrescriptionFile", "A patient prints a prescription", by: patient, path)
        try await show(
            "stopPrescription", "A doctor stops the treatment", by: doctor, path, #"{"reason":"Stomach ache"}"#)
        try await show(
            "cancelPrescription", "A doctor withdraws a prescription", by: doctor, ["prescription_id": second],
            #"{"reason":"The first pack was found"}"#)
        try await show(
            "enterPrescriptionInError", "A doctor marks a prescription as entered in error", by: doctor,
            ["prescription_id": second], #"{"reason":"Prescribed for the wrong patient"}"#)
    }
}
