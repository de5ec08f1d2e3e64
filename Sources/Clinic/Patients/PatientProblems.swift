public import Endpoints
import EventSourcing
import Identifiers
import JSON

extension Problem.Kind {
    public static let patientErased = Problem.Kind(
        "patient-erased", 409, "This patient was erased",
        means: "The patient's personal data was erased for good. Only the id is left.",
        remedy: "Register the person again if they come back.")
    public static let possibleDuplicate = Problem.Kind(
        "possible-duplicate", 409, "There is a patient of this name and birth date",
        means: "`patient_ids` have the same name and birth date, and may be the same person.",
        remedy: """
            Let somebody compare them. If it is another person, send the request again with `allow_duplicate` set to \
            `true`.
            """,
        members: [
            .member(
                "patient_ids", Codec<[ID<Patient>]>.array(.id()).described("The patients of this name and birth date."),
                example: [.example])
        ])
}

extension Problem {
    static var impossibleBirthDate: Problem {
        .malformed(body: "/birth_date", code: "impossible", detail: "nobody alive was born on that day")
    }

    static func possibleDuplicate(of others: [ID<Patient>]) -> Problem {
        Problem(.possibleDuplicate).with("patient_ids", others, .array(.id()))
    }
}
