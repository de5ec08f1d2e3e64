import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for medical history forms.
enum HistoryFormQueries {
    /// The query for a page of the medical history forms of a patient and of merged records, the last recorded first.
    static func list(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, where filter: Statement
    ) -> DocumentQuery {
        let before: Statement = page.after.map { "AND h.form_id < \($0.values[0])::text::uuid" } ?? ""
        return DocumentQuery(
            """
            SELECT h.document, h.form_id::text, h.patient_id FROM history_form AS h
            WHERE h.clinic_id = \(clinic) AND \(PersonRecords.has("h.patient_id", of: patient, in: clinic))
                AND \(filter) \(before)
            ORDER BY h.form_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }

    static func one(_ id: ID<HistoryForm>, in clinic: UUIDBytes, where filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT h.document, h.patient_id FROM history_form AS h
            WHERE h.clinic_id = \(clinic) AND h.form_id = \(id) AND \(filter)
            """, shape: .one, shows: .inLastColumn)
    }
}

extension HistoryFormsAPI {
    static let getTemplate = Endpoint<ClinicAction>(
        .get, "/api/v1/history-forms/template", id: "getHistoryTemplate",
        summary: "Show the questions of the medical history form",
        details: "If the clinic has set no questions, the answer has the built-in ones.", tag: tag, for: Anyone.self,
        answers: [.ok(HistoryTemplates.codec, "The template")]
    ) { caller throws(Problem) in
        let builtIn = String(decoding: HistoryTemplates.codec.bytes(.builtIn), as: UTF8.self)
        let query = DocumentQuery(
            """
            SELECT t.document FROM (
                SELECT document, number FROM history_template WHERE clinic_id = \(caller.clinic)
                UNION ALL SELECT \(builtIn)::text::json, 0
            ) AS t
            ORDER BY t.number DESC LIMIT 1
            """, shape: .one, shows: .nobodys)
        return .query { _, _ in query }
    }

    static let listForms = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/history-forms", id: "listHistoryForms",
        summary: "List a patient's medical history forms, the latest first",
        details: "Each form has its questions and answers.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
        answers: [.page(of: HistoryForms.codec, "A page of forms")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let open = try reader.openRows(of: patient, "h.patient_id", in: caller.clinic, &model, at: now)
            return HistoryFormQueries.list(of: patient, in: caller.clinic, page, where: open)
        }
    }

    static let getForm = Endpoint<ClinicAction>(
        .get, "/api/v1/history-forms/{form_id}", id: "getHistoryForm", summary: "Show a medical history form",
        details: "The form has its questions and answers.", tag: tag, for: Clinical.self,
        takes: .path("form_id", .historyFormID),
        answers: [.ok(HistoryForms.codec, "The form")], problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.historyFormOwner(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "h.patient_id", in: caller.clinic, &model, at: now)
            return HistoryFormQueries.one(id, in: caller.clinic, where: open)
        }
    }

    static let listOwnForms = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/history-forms", id: "listOwnHistoryForms",
        summary: "List one's own medical history forms, the latest first",
        details: "Lists the caller's own forms, or those of a dependant.", tag: tag, for: PatientOnly.self,
        takes: .page(key: [.uuid]), .dependant, answers: [.page(of: HistoryForms.codec, "A page of forms")]
    ) { caller, page, dependant throws(Problem) in
        let patient = dependant ?? ID(caller.patient)
        let query = HistoryFormQueries.list(
            of: patient, in: caller.clinic, page, where: Viewer(caller).maySee(patient))
        return .query { _, _ in query }
    }

    static let getOwnForm = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/history-forms/{form_id}", id: "getOwnHistoryForm",
        summary: "Show one's own medical history form", details: "A dependant's form is shown too.", tag: tag,
        for: PatientOnly.self, takes: .path("form_id", .historyFormID),
        answers: [.ok(HistoryForms.codec, "The form")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        let query = HistoryFormQueries.one(id, in: caller.clinic, where: Viewer(caller).maySee("h.patient_id"))
        return .query { _, _ in query }
    }
}
