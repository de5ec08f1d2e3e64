import ClinicTestSupport

/// Example requests about medical history forms.
extension ExampleWalk {
    func showHistoryForms() async throws {
        let own = try patient.subject
        let question = #"{"key":"diabetes","text":"Do you have diabetes?","kind":"yes_no","required":true}"#
        try await show(
            "setHistoryTemplate", "An admin changes the questions", by: admin, body: #"{"questions":[\#(question)]}"#)
        try await show("getHistoryTemplate", "A patient reads the questions", by: patient)
        try await show("getOwnHistoryFormStatus", "A patient asks whether the form is due", by: patient)
        let draft = """
            {"template":1,"answers":[{"key":"diabetes","answer":{"yes_no":false}}],\
            "signed_name":"Emil Sommer"}
            """
        let form = try await show("fillOwnHistoryForm", "A patient signs the form", by: patient, body: draft).text("id")
        try await show("listOwnHistoryForms", "A patient lists their own forms", by: patient)
        try await show("getOwnHistoryForm", "A patient reads a form", by: patient, ["form_id": form])
        try await show(
            "fillHistoryForm", "A receptionist records the form of the tablet", by: receptionist,
            ["patient_id": own], draft)
        try await show(
            "fileHistoryForm", "A receptionist records a form on paper", by: receptionist, ["patient_id": own], "{}")
        try await show(
            "getHistoryFormStatus", "A receptionist asks whether the form is due", by: receptionist,
            ["patient_id": own])
        try await show(
            "listHistoryForms", "A doctor lists a patient's forms", by: doctor, ["patient_id": own], keeping: 3)
        try await show("getHistoryForm", "A doctor reads a form", by: doctor, ["form_id": form])
    }
}
