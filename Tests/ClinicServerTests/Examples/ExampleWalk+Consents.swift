import ClinicTestSupport

/// Example requests about consents.
extension ExampleWalk {
    func showConsents() async throws {
        let own = try patient.subject
        let template = try await show(
            "addConsentTemplate", "An admin adds a template", by: admin,
            body: #"{"title":"Extraction","text":"I agree that the tooth is extracted."}"#
        ).text("id")
        let named: KeyValuePairs = ["template_id": template]
        try await show(
            "changeConsentTemplate", "An admin changes the wording", by: admin, named,
            #"{"title":"Extraction","text":"I agree that the tooth is extracted. I know the risks."}"#)
        try await show("listConsentTemplates", "A receptionist lists the templates", by: receptionist)
        try await show("getConsentTemplate", "A receptionist reads a template", by: receptionist, named)
        var consents: [String] = []
        for name in ["first", "second"] {
            consents.append(
                try await show(
                    "presentConsent", "A receptionist presents a consent", by: receptionist, named: name,
                    ["patient_id": own], #"{"template_id":"\#(template)"}"#
                ).text("id"))
        }
        let (first, second): (KeyValuePairs, KeyValuePairs) = (["consent_id": consents[0]], ["consent_id": consents[1]])
        try await show("listOwnConsents", "A patient lists their own consents", by: patient, keeping: 2)
        try await show("getOwnConsent", "A patient reads a consent", by: patient, first)
        try await show(
            "signOwnConsent", "A patient signs a consent", by: patient, first,
            #"{"signed_name":"Emil Sommer","drawing":"M10 10 L20 20"}"#)
        try await show(
            "withdrawOwnConsent", "A patient withdraws a consent", by: patient, first, #"{"reason":"Second opinion"}"#)
        try await show(
            "signConsent", "A patient signs on the clinic's tablet", by: receptionist, second,
            #"{"signed_name":"Emil Sommer"}"#)
        try await show(
            "listConsents", "A receptionist lists a patient's consents", by: receptionist, ["patient_id": own],
            keeping: 2)
        try await show("getConsent", "A receptionist reads a consent", by: receptionist, second)
        try await show(
            "withdrawConsent", "A patient withdraws a consent by telephone", by: receptionist, second,
            #"{"reason":"By telephone"}"#)
        try await show("retireConsentTemplate", "An admin retires a template", by: admin, named)
    }
}
