package import Endpoints
package import Identifiers
package import SQL

/// Patients by what somebody is typing.
package struct PatientSearch: Sendable {
    /// For each term that is asked for, its possible beginnings; `nil` for everybody.
    private let asked: [[String]]?

    package init(_ question: String?) {
        let question = question ?? ""
        asked = question.allSatisfy(\.isWhitespace) ? nil : PatientTerms.asked(question)
    }

    /// A page by name. Its cursor is a patient's id alone: a name in it would stand in every log of addresses.
    package func statement(in clinic: UUIDBytes, _ page: Page) -> Statement {
        let after: Statement =
            page.after.map {
                """
                AND (p.sort_name, p.patient_id) > (
                    SELECT last.sort_name, last.patient_id FROM patient AS last
                    WHERE last.clinic_id = \(clinic) AND last.patient_id = \($0.values[0])::text::uuid
                )
                """
            } ?? ""
        return """
            SELECT p.document, p.patient_id::text
            FROM patient AS p
            WHERE p.clinic_id = \(clinic) \(filter) \(after)
            ORDER BY p.sort_name, p.patient_id
            LIMIT \(page.limit + 1)
            """
    }

    private var filter: Statement {
        guard let asked else { return "" }
        guard !asked.isEmpty else { return "AND false" }
        return asked.map(PatientSearch.hasTerm).joined(separator: " ")
    }

    /// A term of the patient's begins like one of these. In "C" order, all that begins like `mul` lies between `mul`
    /// and `mul` followed by the last character that there is.
    private static func hasTerm(_ beginnings: [String]) -> Statement {
        let ranges = beginnings.map { "(t.term >= \($0) AND t.term < \($0 + "\u{10FFFF}"))" as Statement }
        return """
            AND EXISTS (
                SELECT FROM patient_term AS t
                WHERE t.clinic_id = p.clinic_id AND t.patient_id = p.patient_id
                    AND (\(ranges.joined(separator: " OR ")))
            )
            """
    }
}
