import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension PatientsAPI {
    static let findPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/patients", id: "findPatients", summary: "Find patients",
        details: """
            Each word of `q` is the beginning of a name; accents and case do not matter. Digits are part of a \
            telephone number. `1980-01-31`, or its beginning from `1980-` on, is a birth date. A patient must \
            match all of them. Without `q`: all patients, by name. Of patients whose record is restricted, only \
            name and birth date are shown.
            """,
        tag: "Patients", for: Staff.self,
        takes: .optionalQuery(
            "q", .string(max: 100).described("Beginnings of names, digits of a telephone number, or a birth date.")),
        .page(limit: 20, key: [.uuid]),
        answers: [.page(of: PatientDocument.codec, "A page of patients")]
    ) { caller, question, page throws(Problem) in
        let search = PatientSearch(question)
        return .query { _, _ in
            DocumentQuery(
                search.statement(in: caller.clinic, page), shape: .page(limit: page.limit, cursorColumns: 1),
                shows: .inLastColumn)
        }
    }
}

/// A search for patients by text that a user may still be typing.
package struct PatientSearch: Sendable {
    /// For each search term, the texts with which a term of a matching patient may begin; `nil` for a search for all
    /// patients.
    private let asked: [[String]]?

    package init(_ question: String?) {
        let question = question ?? ""
        asked = question.allSatisfy(\.isWhitespace) ? nil : PatientTerms.asked(question)
    }

    /// The statement for a page of found patients, sorted by name. Its cursor is a patient's id without the name, since
    /// cursors are in URLs and logs contain URLs.
    package func statement(in clinic: UUIDBytes, _ page: Page) -> Statement {
        guard let asked else { return everybody(in: clinic, page) }
        // The longest term is usually the rarest. The query finds patients by this term, and then checks the others.
        let terms = asked.sorted { ($0.first?.utf8.count ?? 0) > ($1.first?.utf8.count ?? 0) }
        guard let leading = terms.first else { return nobody }
        let others = terms.dropFirst().map { beginnings -> Statement in
            """
            AND EXISTS (
                SELECT FROM patient_term AS o
                WHERE o.clinic_id = \(clinic) AND o.patient_id = t.patient_id
                    AND (\(beginnings.map { beginning -> Statement in "(o.term >= \(beginning) AND o.term < \(last(beginning)))" }.joined(separator: " OR ")))
            )
            """
        }
        return """
            SELECT coalesce(p.restricted_document, p.document), p.patient_id::text, p.patient_id
            FROM (
                SELECT DISTINCT t.sort_name, t.patient_id
                FROM patient_term AS t
                WHERE t.clinic_id = \(clinic)
                    AND (\(leading.map { beginning -> Statement in "(t.term >= \(beginning) AND t.term < \(last(beginning)))" }.joined(separator: " OR ")))
                    \(others.joined(separator: " "))
                    \(after(page, in: clinic, "(t.sort_name, t.patient_id)"))
                ORDER BY t.sort_name, t.patient_id
                LIMIT \(page.limit + 1)
            ) AS found
            JOIN patient AS p ON p.clinic_id = \(clinic) AND p.patient_id = found.patient_id
            ORDER BY found.sort_name, found.patient_id
            """
    }

    private func everybody(in clinic: UUIDBytes, _ page: Page) -> Statement {
        """
        SELECT coalesce(p.restricted_document, p.document), p.patient_id::text, p.patient_id
        FROM patient AS p
        WHERE p.clinic_id = \(clinic) AND p.sort_name > \(Patients.nameOfNobody)
            \(after(page, in: clinic, "(p.sort_name, p.patient_id)"))
        ORDER BY p.sort_name, p.patient_id
        LIMIT \(page.limit + 1)
        """
    }

    private var nobody: Statement { "SELECT document, patient_id::text, patient_id FROM patient WHERE false" }

    private func after(_ page: Page, in clinic: UUIDBytes, _ key: Statement) -> Statement {
        guard let cursor = page.after else { return "" }
        return """
            AND \(key) > (
                SELECT last.sort_name, last.patient_id FROM patient AS last
                WHERE last.clinic_id = \(clinic) AND last.patient_id = \(cursor.values[0])::text::uuid
            )
            """
    }

    /// The end of the range of texts that begin with `beginning`. In "C" order, all texts that begin with `mul` lie
    /// between `mul` and `mul` followed by the last character.
    private func last(_ beginning: String) -> String { beginning + "\u{10FFFF}" }
}
