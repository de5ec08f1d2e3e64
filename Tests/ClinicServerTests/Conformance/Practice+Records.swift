import ClinicTestSupport
import JSON
import TestSupport
import Testing

extension Practice {
    /// Prescribes a drug for a patient, and sends one request to each path that shows the prescription.
    func readPrescriptions(of patient: App, _ doctor: App) async throws {
        let id = patient.subject
        let made = try await doctor.post("patients/\(id)/prescriptions", SampleBodies.prescription("With water"))
        let prescription = try made.text("id")
        for path in [
            "patients/\(id)/prescriptions", "prescriptions/\(prescription)", "prescriptions/\(prescription)/pdf",
            "patients/\(id)/prescription-warnings",
        ] { #expect(try await doctor.get(path).status == 200, "\(path)") }
        let own = "patient/prescriptions"
        for path in [own, "\(own)/\(prescription)", "\(own)/\(prescription)/pdf"] {
            #expect(try await patient.get(path).status == 200, "\(path)")
        }
    }

    /// Records a medical history form that was filled in on paper, and sends one request to each path that shows the
    /// form or whether it is due.
    func readHistoryForms(of patient: App, _ doctor: App) async throws {
        let id = patient.subject
        let form = try await doctor.post("patients/\(id)/history-forms/paper", "{}").text("id")
        for path in ["patients/\(id)/history-forms", "history-forms/\(form)", "patients/\(id)/history-form-status"] {
            #expect(try await doctor.get(path).status == 200, "\(path)")
        }
        for path in ["history-forms", "history-forms/\(form)", "history-form-status"] {
            #expect(try await patient.get("patient/\(path)").status == 200, "\(path)")
        }
    }

    /// Presents a consent to a patient, and sends one request to each path that shows the consent.
    func readConsents(of patient: App, _ admin: App) async throws {
        let template = try await admin.post("consent-templates", #"{"title":"Filling","text":"I agree."}"#).text("id")
        let wanted = #"{"template_id":"\#(template)"}"#
        let consent = try await admin.post("patients/\(patient.subject)/consents", wanted).text("id")
        for path in ["patients/\(patient.subject)/consents", "consents/\(consent)"] {
            #expect(try await admin.get(path).status == 200, "\(path)")
        }
        for path in ["patient/consents", "patient/consents/\(consent)"] {
            #expect(try await patient.get(path).status == 200, "\(path)")
        }
    }

    /// Adds a file of a patient, and sends one request to each path that shows the file.
    func readFiles(_ doctor: App, _ patient: App) async throws {
        let id = patient.subject
        let file = try await doctor.addFile(to: id, "%PDF-1.7").text("id")
        for path in ["patients/\(id)/files", "files/\(file)"] { #expect(try await doctor.get(path).status == 200) }
        for path in ["patient/files", "patient/files/\(file)"] {
            #expect(try await patient.get(path).status == 200)
        }
    }

    /// Makes a coverage and a claim of a patient, and sends one request to every path that shows either of them.
    func readInsurance(_ reception: App, _ admin: App, of patient: String) async throws {
        let payer = try await admin.post("insurance-payers", #"{"name":"Insurance of all"}"#).text("id")
        let terms = #""terms":{"valid_from":"2020-01-01","percent":80}"#
        let coverage = try await reception.post(
            "coverages",
            #"{"patient_id":"\#(patient)","payer_id":"\#(payer)","member_number":"A 123",\#(terms)}"#, key: newKey()
        ).text("id")
        let invoice = try await reception.invoice(patient).text("id")
        let claim = try await reception.post(
            "insurance-claims", #"{"invoice_id":"\#(invoice)","coverage_id":"\#(coverage)"}"#, key: newKey()
        ).text("id")
        for path in [
            "coverages?patient_id=\(patient)", "coverages/\(coverage)", "insurance-claims?patient_id=\(patient)",
            "insurance-claims/totals?patient_id=\(patient)", "insurance-claims/\(claim)",
        ] { #expect(try await reception.get(path).status == 200, "\(path)") }
    }
}

extension Practice {
    /// Sends one request to each path that shows a patient's records of all kinds, the vital signs of the patient's
    /// phone, or the whole record as PDF. The patient must have records.
    func readRecords(of patient: App, _ admin: App) async throws {
        for path in ["records", "device-vitals", "export.pdf"].map({ "patients/\(patient.subject)/\($0)" }) {
            #expect(try await admin.get(path).status == 200, "\(path)")
        }
        #expect(try await patient.get("patient/records").status == 200)
    }
}

extension App {
    /// The latest access records of a patient's data. Waits until there is one, and one for each of the operations:
    /// access records are written about a second after the answers.
    func accessRecords(of patient: String, by operations: Set<String> = []) async throws -> [JSONValue] {
        try await eventually {
            let records = try await get(
                "audit-events?event_type=patient-data-read&limit=100&patient_id=\(patient)"
            ).items
            let found = Set(records.compactMap { $0["detail"]?["operation"]?.string })
            return !records.isEmpty && operations.isSubset(of: found) ? records : nil
        }
    }

    /// All records of the access log that the audit trail has, page by page.
    func patientDataReads() async throws -> [JSONValue] {
        var records: [JSONValue] = []
        var cursor: String? = ""
        while let after = cursor {
            let page = try await get("audit-events?event_type=patient-data-read&limit=100\(after)")
            records += page.items
            cursor = page["next_cursor"]?.string.map { "&cursor=\($0)" }
        }
        return records
    }
}
