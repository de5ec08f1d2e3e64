import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    private static let reason = #"{"reason":"<word>"}"#
    private static let allergy = #"{"substance":"<word>","criticality":"high"}"#
    private static let condition = #"{"name":"<word>","is_alert":<bool>}"#
    private static let medication = #"{"name":"<word>","dose":"<digit> a day"}"#

    /// Allergies, conditions and medications of patients, which are recorded, changed and ended.
    static let chart = Aggregate(
        name: "the chart",
        moves: [
            Move("recordAllergy", as: .doctor, allergy), Move("changeAllergy", as: .admin, allergy),
            Move("resolveAllergy", as: .doctor, reason), Move("enterAllergyInError", as: .doctor, reason),
            Move("recordCondition", as: .doctor, condition), Move("changeCondition", as: .doctor, condition),
            Move("resolveCondition", as: .admin, reason), Move("enterConditionInError", as: .doctor, reason),
            Move("recordMedication", as: .admin, medication), Move("changeMedication", as: .doctor, medication),
            Move("resolveMedication", as: .doctor, reason), Move("enterMedicationInError", as: .doctor, reason),
        ],
        documents: [AnyProjection(Allergies.self), AnyProjection(Conditions.self), AnyProjection(Medications.self)],
        lives: [
            Life(
                Allergies.self, begins: ["allergy-recorded"], ends: ["chart-entry-ended"],
                afterwards: ["chart-entry-ended"])
        ])

    private static let vitals = #"{"measurements":[{"type":"pain","value":<digit>,"unit":"{score}"}]}"#
    private static let content = #""title":"<word>","text":"<word>""#
    private static let template = #"{"name":"<word>","text":"<word>"}"#

    /// Vital signs and clinical notes of patients, and templates for notes.
    static let notes = Aggregate(
        name: "vital signs and notes",
        moves: [
            Move("recordVitals", as: .receptionist, vitals), Move("enterVitalsInError", as: .doctor, reason),
            Move("draftNote", as: .doctor, "{\(content)}"), Move("draftNote", as: .doctor, "{\(content)}"),
            Move("draftNote", as: .doctor, "{\(content),\"amends_id\":\"<note>\"}"),
            Move("changeNoteDraft", as: .doctor, "{\(content)}"), Move("signNote", as: .doctor),
            Move("signNote", as: .doctor), Move("discardNoteDraft", as: .doctor),
            Move("shareNote", as: .doctor, #"{"shared_with_patient":<bool>}"#),
            Move("addNoteTemplate", as: .admin, template), Move("changeNoteTemplate", as: .doctor, template),
            Move("retireNoteTemplate", as: .admin),
        ],
        documents: [AnyProjection(Vitals.self), AnyProjection(ClinicalNotes.self), AnyProjection(NoteTemplates.self)],
        lives: [
            Life(
                ClinicalNotes.self, begins: ["note-drafted"], ends: ["note-signed", "note-draft-discarded"],
                afterwards: ["note-sharing-set", "note-signed"]),
            Life(
                NoteTemplates.self, begins: ["note-template-saved"], ends: ["note-template-retired"]),
        ])
}
