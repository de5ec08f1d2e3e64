import ClinicTestSupport

/// Example requests about a patient's chart: allergies, conditions, medications, vital signs and notes.
extension ExampleWalk {
    func showChart() async throws {
        try await showEntries(
            "Allergy", "Allergies", "an allergy", "allergies",
            #"{"substance":"Penicillin","atc_code":"J01C","allergy_group":"penicillins","criticality":"high","reaction":"Swelling"}"#,
            #"{"substance":"Amoxicillin","atc_code":"J01CA04","criticality":"low","reaction":"Rash"}"#)
        try await showEntries(
            "Condition", "Conditions", "a condition", "conditions",
            #"{"name":"Haemophilia A","icd_code":"D66","is_alert":true}"#,
            #"{"name":"Haemophilia A","icd_code":"D66","clinical_status":"remission","is_alert":true}"#)
        try await showEntries(
            "Medication", "Medications", "a medication", "medications",
            #"{"name":"Metformin","atc_code":"A10BA02","dose":"1 tablet in the morning"}"#,
            #"{"name":"Metformin","atc_code":"A10BA02","dose":"1 tablet in the morning and in the evening"}"#)
        try await showVitals()
        try await showNotes()
        try await showNoteTemplates()
    }

    /// Records an entry, and then changes it, resolves it and marks it as entered in error.
    private func showEntries(
        _ name: String, _ names: String, _ one: String, _ several: String, _ body: String, _ change: String
    ) async throws {
        let (own, path) = (try patient.subject, "\(name.lowercased())_id")
        let entry = try await show(
            "record\(name)", "A doctor records \(one)", by: doctor, ["patient_id": own], body
        ).text("id")
        try await show("list\(names)", "A doctor lists a patient's \(several)", by: doctor, ["patient_id": own])
        try await show("get\(name)", "A doctor reads what is known about \(one)", by: doctor, [path: entry])
        try await show("change\(name)", "A doctor corrects \(one)", by: doctor, [path: entry], change)
        try await show("listOwn\(names)", "A patient lists their own \(several)", by: patient)
        try await show(
            "resolve\(name)", "A doctor resolves \(one)", by: doctor, [path: entry], #"{"reason":"It is over"}"#)
        try await show(
            "enter\(name)InError", "A doctor marks \(one) as entered in error", by: doctor, [path: entry],
            #"{"reason":"Of another patient"}"#)
    }

    private func showVitals() async throws {
        let own = try patient.subject
        let pressure =
            #"{"type":"systolic_blood_pressure","value":128,"unit":"mm[Hg]"},{"type":"diastolic_blood_pressure","value":82,"unit":"mm[Hg]"}"#
        let reading = try await show(
            "recordVitals", "A receptionist records the blood pressure", by: receptionist, ["patient_id": own],
            #"{"measurements":[\#(pressure)]}"#
        ).text("id")
        try await show(
            "listVitals", "A doctor lists a patient's blood pressure", by: doctor,
            ["patient_id": own, "type": "systolic_blood_pressure"])
        try await show("getVitals", "A doctor reads vital signs", by: doctor, ["vitals_id": reading])
        try await show("listOwnVitals", "A patient lists their own vital signs", by: patient)
        try await show(
            "enterVitalsInError", "A doctor marks vital signs as entered in error", by: doctor, ["vitals_id": reading],
            #"{"reason":"The cuff was too small"}"#)
    }

    private func showNotes() async throws {
        let own = try patient.subject
        func draft(_ summary: String, named: String, _ body: String) async throws -> String {
            try await show("draftNote", summary, by: doctor, named: named, ["patient_id": own], body).text("id")
        }
        let note = try await draft(
            "A doctor begins a note", named: "note", #"{"title":"Check-up","text":"Caries"}"#)
        try await show(
            "changeNoteDraft", "The doctor writes on", by: doctor, ["note_id": note],
            #"{"title":"Check-up","text":"Caries at 26. A filling is planned."}"#)
        try await show("signNote", "The doctor signs the note", by: doctor, ["note_id": note])
        try await show(
            "shareNote", "The doctor releases the note for the patient", by: doctor, ["note_id": note],
            #"{"shared_with_patient":true}"#)
        let amendment = try await draft(
            "The doctor corrects the signed note", named: "amendment",
            #"{"title":"Check-up","text":"The tooth is 27.","amends_id":"\#(note)","shared_with_patient":true}"#)
        try await show(
            "signNote", "The doctor signs the amendment", by: doctor, named: "amendment", ["note_id": amendment])
        try await show("getNote", "A doctor reads the amended note", by: doctor, ["note_id": note])
        try await show("listNotes", "A doctor lists a patient's notes", by: doctor, ["patient_id": own], keeping: 2)
        try await show("listOwnNotes", "A patient lists the notes that were released", by: patient, keeping: 2)
        let other = try await draft(
            "A doctor begins another note", named: "discarded", #"{"title":"Draft","text":"Nothing yet"}"#)
        try await show("discardNoteDraft", "The doctor discards the draft", by: doctor, ["note_id": other])
    }

    private func showNoteTemplates() async throws {
        let template = try await show(
            "addNoteTemplate", "A doctor adds a template", by: doctor,
            body: #"{"name":"Check-up","text":"Findings:\nPlan:"}"#
        ).text("id")
        try await show("listNoteTemplates", "A doctor chooses a template", by: doctor, ["active": "true"])
        try await show("getNoteTemplate", "A doctor reads a template", by: doctor, ["note_template_id": template])
        try await show(
            "changeNoteTemplate", "An admin changes a template", by: admin, ["note_template_id": template],
            #"{"name":"Check-up","text":"Findings:\nX-rays:\nPlan:"}"#)
        try await show(
            "retireNoteTemplate", "An admin retires a template", by: admin, ["note_template_id": template])
    }
}
