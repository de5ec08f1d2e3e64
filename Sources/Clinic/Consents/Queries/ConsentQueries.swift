import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for consents.
enum ConsentQueries {
    /// The query for a page of the consents of a patient and of merged records, the latest first.
    static func list(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, _ status: ConsentStatus?, where filter: Statement
    ) -> DocumentQuery {
        let before: Statement = page.after.map { "AND k.consent_id < \($0.values[0])::text::uuid" } ?? ""
        let only: Statement = status.map { "AND k.status = \($0.rawValue)" } ?? ""
        return DocumentQuery(
            """
            SELECT k.document, k.consent_id::text, k.patient_id FROM consent AS k
            WHERE k.clinic_id = \(clinic) AND \(PersonRecords.has("k.patient_id", of: patient, in: clinic))
                AND \(filter) \(only) \(before)
            ORDER BY k.consent_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }

    static func one(_ id: ID<Consent>, in clinic: UUIDBytes, where filter: Statement) -> DocumentQuery {
        DocumentQuery(
            """
            SELECT k.document, k.patient_id FROM consent AS k
            WHERE k.clinic_id = \(clinic) AND k.consent_id = \(id) AND \(filter)
            """, shape: .one, shows: .inLastColumn)
    }
}

extension ConsentsAPI {
    static let listTemplates = Endpoint<ClinicAction>(
        .get, "/api/v1/consent-templates", id: "listConsentTemplates", summary: "List the templates of consents",
        details: "The list is sorted by title. Each template has its present wording.", tag: tag, for: Staff.self,
        takes: .optionalQuery(
            "active",
            Codec<Bool>.bool.described("`true`: only templates in use; `false`: only retired templates; absent: both.")),
        .pageByName, answers: [.page(of: ConsentTemplates.codec, "A page of templates")]
    ) { caller, active, page throws(Problem) in
        let query = DocumentQuery.byName(
            ConsentTemplates.self, in: caller.clinic, where: .whereActive(active), page)
        return .query { _, _ in query }
    }

    static let getTemplate = Endpoint<ClinicAction>(
        .get, "/api/v1/consent-templates/{template_id}", id: "getConsentTemplate",
        summary: "Show a template of consents", details: "The template has its present wording.", tag: tag,
        for: Staff.self,
        takes: .path("template_id", .consentTemplateID), answers: [.ok(ConsentTemplates.codec, "The template")],
        problems: [.notFound]
    ) { caller, id throws(Problem) in
        let query = DocumentQuery.one(ConsentTemplates.self, DocumentKey(id), in: caller.clinic, shows: .nobodys)
        return .query { _, _ in query }
    }

    static let listConsents = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/consents", id: "listConsents",
        summary: "List a patient's consents, the latest first", details: "Withdrawn consents are included.", tag: tag,
        for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
        .optionalQuery("status", .consentFilter), answers: [.page(of: Consents.codec, "A page of consents")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page, status throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let open = try reader.openRows(of: patient, "k.patient_id", in: caller.clinic, &model, at: now)
            return ConsentQueries.list(of: patient, in: caller.clinic, page, status, where: open)
        }
    }

    static let getConsent = Endpoint<ClinicAction>(
        .get, "/api/v1/consents/{consent_id}", id: "getConsent", summary: "Show a consent",
        details: "The consent has its wording and, if it is signed, the signature.", tag: tag, for: Staff.self,
        takes: .path("consent_id", .consentID), answers: [.ok(Consents.codec, "The consent")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.consent(id)].consent?.patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "k.patient_id", in: caller.clinic, &model, at: now)
            return ConsentQueries.one(id, in: caller.clinic, where: open)
        }
    }

    static let listOwnConsents = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/consents", id: "listOwnConsents", summary: "List one's own consents, the latest first",
        details: "The consents of the caller or of a dependant.", tag: tag, for: PatientOnly.self,
        takes: .page(key: [.uuid]), .dependant, .optionalQuery("status", .consentFilter),
        answers: [.page(of: Consents.codec, "A page of consents")]
    ) { caller, page, dependant, status throws(Problem) in
        let patient = dependant ?? ID(caller.patient)
        let query = ConsentQueries.list(
            of: patient, in: caller.clinic, page, status, where: Viewer(caller).maySee(patient))
        return .query { _, _ in query }
    }

    static let getOwnConsent = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/consents/{consent_id}", id: "getOwnConsent", summary: "Show one's own consent",
        details: "A dependant's consent is shown too.", tag: tag, for: PatientOnly.self,
        takes: .path("consent_id", .consentID),
        answers: [.ok(Consents.codec, "The consent")], problems: [.notFound]
    ) { caller, id throws(Problem) in
        let query = ConsentQueries.one(id, in: caller.clinic, where: Viewer(caller).maySee("k.patient_id"))
        return .query { _, _ in query }
    }
}

extension Codec where Value == ConsentStatus {
    fileprivate static var consentFilter: Codec { .stringEnum.described("Only consents with this status.") }
}
