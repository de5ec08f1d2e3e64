import Endpoints
import EventSourcing
import JSON
import SQL

extension PatientsAPI {
    static let findPatients = Endpoint<ClinicAction>(
        .get, "/api/v1/patients", id: "findPatients", summary: "Find patients",
        details: """
            Each word of `q` is the beginning of a name; accents and case do not matter. Digits are part of a \
            telephone number. `1980-01-31`, or its beginning from `1980-` on, or `31.01.1980`, is a birth date. A patient \
            must match all of them. Patients are sorted by the word, number or date that the rarest word of `q` begins, \
            then by family name. If few match, those follow whose names match with one letter wrong, missing or too many; \
            this is for words of four letters or more. If more than 10,000 patients share the rarest word of `q`, \
            some of those who match all words may be missing. Without `q`: all patients, by name. Of patients whose record is \
            restricted, only name and birth date are shown. A merged record is not listed: the record that it was merged \
            into is found by the data of both.
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
                shows: .inLastColumn,
                // One plan suits all values: it scans ranges of indexes. Making the plan takes longer than most
                // searches.
                isPlannedOnce: true)
        }
    }
}
