public import Endpoints
import EventSourcing
import Identifiers
import JSON

extension Problem.Kind {
    public static let patientErased = Problem.Kind("patient-erased", 409, "This patient was erased")
    public static let appointmentsAhead = Problem.Kind(
        "appointments-ahead", 409, "There are appointments to come; cancel them first")
    public static let recordsMustBeKept = Problem.Kind(
        "records-must-be-kept", 409, "The law wants these records to be kept",
        members: [.member("until", Codec<Instant>.instant.described("Until when they must be kept, in UTC."))])
    public static let accountNotSettled = Problem.Kind(
        "account-not-settled", 409, "There is something to pay or to give back; settle it first")
    public static let possibleDuplicate = Problem.Kind(
        "possible-duplicate", 409, "There is a patient of this name and birth date",
        members: [
            .member(
                "patient_ids", Codec<[ID<Patient>]>.array(.id()).described("The patients of this name and birth date."))
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
