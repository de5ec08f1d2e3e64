import Endpoints
import EventSourcing
import Identifiers
import SQL

/// The part of a patient search that finds patients whose names match with one typing error in a word.
extension PatientSearch {
    /// The maximum number of words in patients' names that are tried in place of one misspelt word of a search.
    private static let mostWords: Statement = "200"

    /// The patients who match only if one letter of a word is wrong, missing, superfluous, or exchanged with the next
    /// one. Several words may have such an error. These patients are searched only if the page has room for them.
    func similar(_ asked: [[String]], _ page: Page, _ clinic: UUIDBytes) -> Statement {
        // The search begins with a word that may be misspelt, since few patients have a name like it.
        let ordered =
            asked.filter { !words(of: $0).isEmpty } + asked.filter { words(of: $0).isEmpty }
        guard let first = ordered.first, !words(of: first).isEmpty else {
            return "SELECT NULL::text AS sort_name, NULL::uuid AS patient_id WHERE false"
        }
        let matches = ordered.dropFirst().reduce("NOT (\(isExact(asked, "t.patient_id", clinic)))" as Statement) {
            all, beginnings in
            "\(all) AND \(self.matches(beginnings, misspelt: words(of: beginnings), clinic))"
        }
        return """
            SELECT DISTINCT t.sort_name, t.patient_id
            FROM (
                SELECT t.sort_name, t.patient_id
                FROM unnest(ARRAY(\(meant(by: words(of: first), clinic)))) AS meant (term)
                    CROSS JOIN LATERAL (
                        SELECT t.sort_name, t.patient_id FROM patient_term AS t
                        WHERE t.clinic_id = \(clinic) AND t.term = meant.term AND \(after(page)) AND \(matches)
                        ORDER BY t.sort_name, t.patient_id
                        LIMIT \(page.limit + 1)
                    ) AS t
                \(union(first, asked.count, matches, page, clinic))
            ) AS t
            WHERE (SELECT count(*) FROM exact) <= \(page.limit)
            ORDER BY t.sort_name, t.patient_id
            LIMIT \(page.limit + 1)
            """
    }

    /// The patients who match the first term of the search as typed, since another term may be the misspelt one.
    private func union(
        _ first: [String], _ count: Int, _ matches: Statement, _ page: Page, _ clinic: UUIDBytes
    ) -> Statement {
        guard count > 1 else { return "" }
        return """
            UNION ALL
            SELECT t.sort_name, t.patient_id
            FROM (
                SELECT t.sort_name, t.patient_id FROM patient_term AS t
                WHERE t.clinic_id = \(clinic) AND (\(ranges(of: first, "t.term")))
                LIMIT \(Self.mostCompared)
            ) AS t
            WHERE \(after(page)) AND \(matches)
            """
    }

    private func words(of beginnings: [String]) -> [String] { beginnings.compactMap(PatientTerms.tolerantWord) }

    /// The terms of the words in the names of the clinic's patients that differ from the typed words by one letter: the
    /// letter is missing, superfluous, another one, or exchanged with its neighbour. The typed words may be incomplete,
    /// so the other words may have more letters at the end.
    func meant(by words: [String], _ clinic: UUIDBytes) -> Statement {
        let kind = String(PatientTerms.name)
        let shorter = Array(Set(words.flatMap(PatientTerms.spellings))).sorted()
        let beginnings = words.map { word -> Statement in
            word.unicodeScalars.count > PatientTerms.tolerant.lowerBound
                ? "(s.spelling >= \(word) AND s.spelling < \(end(of: word)))" : "s.spelling = \(word)"
        }.joined(separator: " OR ")
        return """
            SELECT \(kind) || s.word FROM (
                SELECT s.word FROM name_spelling AS s
                WHERE s.clinic_id = \(clinic) AND (s.spelling = ANY (\(shorter)::text[]) OR \(beginnings))
                LIMIT \(Self.mostWords)
            ) AS s
            UNION
            SELECT \(kind) || w FROM unnest(\(shorter)::text[]) AS w
            """
    }

    /// The SQL condition that a patient found with a typing error belongs on this page or a later one.
    private func after(_ page: Page) -> Statement {
        guard page.after != nil else { return "true" }
        return """
            ((SELECT is_exact FROM last)
                OR (t.sort_name, t.patient_id) > (SELECT last.sort_name, last.patient_id FROM last))
            """
    }
}
