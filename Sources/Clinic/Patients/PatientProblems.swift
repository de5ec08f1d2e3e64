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
    public static let patientMerged = Problem.Kind(
        "patient-merged", 409, "This record was merged into another one",
        means: "The record was merged into `patient_id`, which is about the same person. Patients are not told the id.",
        remedy: "Send the request for that patient, or undo the merge.",
        members: [
            .member(
                "patient_id", Codec<ID<Patient>>.id().described("The record that replaces this one; for staff only."),
                example: .example)
        ])
    public static let mergeObstacles = Problem.Kind(
        "merge-obstacles", 409, "These records cannot be merged now",
        means: "`obstacles` lists everything that stands in the way.",
        remedy: "Remove the obstacles, or keep the records apart.",
        members: [
            .member(
                "obstacles", Codec<[MergeObstacle]>.array(MergeObstacle.codec).described("All obstacles."),
                example: [MergeObstacle(.restricted, of: .example)])
        ])
    public static let recordsMerged = Problem.Kind(
        "records-merged", 409, "This record is merged with another one",
        means: "The record is merged with `patient_id`, and the request would change only one of the two.",
        remedy: "Undo the merge first.",
        members: [
            .member("patient_id", Codec<ID<Patient>>.id().described("The other record."), example: .example)
        ])
    public static let mergedRecordOwes = Problem.Kind(
        "merged-record-owes", 409, "The merged record has open invoices",
        means:
            "`patient_id` is merged with the payer's record and has open invoices, which a patient's payment does not pay.",
        remedy: "Pay its invoices first, each with `POST /api/v1/invoices/{invoice_id}/payments`.",
        members: [
            .member("patient_id", Codec<ID<Patient>>.id().described("The merged record."), example: .example)
        ])
}

extension Problem {
    public static func patientMerged(into survivor: ID<Patient>) -> Problem {
        Problem(.patientMerged).with("patient_id", survivor, .id())
    }

    static func recordsMerged(with other: ID<Patient>) -> Problem {
        Problem(.recordsMerged).with("patient_id", other, .id())
    }

    static var impossibleBirthDate: Problem {
        .malformed(body: "/birth_date", code: "impossible", detail: "nobody alive was born on that day")
    }

    static func possibleDuplicate(of others: [ID<Patient>]) -> Problem {
        Problem(.possibleDuplicate).with("patient_ids", others, .array(.id()))
    }
}
