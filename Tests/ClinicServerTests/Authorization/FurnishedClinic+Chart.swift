import ClinicTestSupport

extension FurnishedClinic {
    /// Records an entry of each kind, vital signs and a signed note in the charts of both patients, and adds templates
    /// for notes.
    mutating func fillCharts(_ practice: Practice) async throws {
        for index in things.indices {
            let doctor = try await practice.signIn("doctor\(index + 1)", clinic: slug)
            let chart = "patients/\(things[index][.patient] ?? "")"
            let clinical = Self.clinicalMark(slug, index)
            let entries: [(Subject, String, String)] = [
                (.allergy, "allergies", #"{"substance":"\#(clinical)","criticality":"high"}"#),
                (.condition, "conditions", #"{"name":"\#(clinical)","is_alert":true}"#),
                (.medication, "medications", #"{"name":"\#(clinical)"}"#),
                (.vitals, "vitals", #"{"measurements":[{"type":"pain","value":3,"unit":"{score}"}]}"#),
                (.note, "notes", #"{"title":"\#(clinical)","text":"\#(clinical)","shared_with_patient":true}"#),
            ]
            for (subject, noun, body) in entries {
                keep(subject, index, try await doctor.post("\(chart)/\(noun)", body).text("id"))
            }
            let signed = try await doctor.post("notes/\(things[index][.note] ?? "")/sign")
            guard signed.status == 200 else { throw Missing(what: "a signed note") }
            let template = try await doctor.post("note-templates", #"{"name":"\#(mark)","text":"\#(mark)"}"#)
            keep(.noteTemplate, index, try template.text("id"))
        }
    }
}
