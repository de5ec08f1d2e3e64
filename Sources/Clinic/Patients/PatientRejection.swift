public import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// Why a patient command is rejected.
public enum PatientRejection: ClinicRejection, Hashable {
    case notFounded
    case noSuchPatient
    /// The patient was erased and cannot be changed.
    case erased
    /// The patient's record is restricted, and the caller may not open it.
    case restricted
    /// The patient has future appointments.
    case appointmentsAhead
    /// The patient owes something, or has credit.
    case accountNotSettled
    /// The law requires the patient's records until this time.
    case recordsMustBeKept(until: Instant)
    /// Patients with the same name and birth date, who may be the same person.
    case possibleDuplicate(of: [ID<Patient>])
    case impossibleBirthDate

    public var problem: Problem {
        switch self {
        case .notFounded: Problem(.clinicNotFounded)
        case .noSuchPatient: .notFound
        case .erased: Problem(.patientErased)
        case .restricted: Problem(.restrictedRecord)
        case .appointmentsAhead: Problem(.appointmentsAhead)
        case .accountNotSettled: Problem(.accountNotSettled)
        case .recordsMustBeKept(let until): Problem(.recordsMustBeKept).with("until", until, .instant)
        case .possibleDuplicate(let others): Problem(.possibleDuplicate).with("patient_ids", others, .array(.id()))
        case .impossibleBirthDate:
            .malformed(body: "/birth_date", code: "impossible", detail: "nobody alive was born on that day")
        }
    }
}

extension PatientDetails {
    /// The maximum age of a patient in years; the longest documented life took 122 years.
    private static let longestLife = 130

    /// Whether a person born on this day can be a patient on `today`.
    func canBeAlive(on today: CivilDate) -> Bool {
        guard let birthDate = birthDate.value else { return false }
        return birthDate <= today && birthDate.year >= today.year - PatientDetails.longestLife
    }
}

extension Problem.Kind {
    public static let patientErased = Problem.Kind(
        "patient-erased", 409, "This patient was erased",
        means: "The patient's personal data was erased for good. Only the id is left.",
        remedy: "Register the person again if they come back.")
    public static let appointmentsAhead = Problem.Kind(
        "appointments-ahead", 409, "There are appointments to come; cancel them first",
        means: "A patient with future appointments cannot be erased.",
        remedy: "Cancel the appointments first.")
    public static let recordsMustBeKept = Problem.Kind(
        "records-must-be-kept", 409, "The law requires that these records are kept",
        means: "The legal time for keeping the records is not over; it ends at `until`.",
        remedy: "Repeat the request after that time.",
        members: [
            .member(
                "until", Codec<Instant>.instant.described("Until when they must be kept, in UTC."), example: .example)
        ])
    public static let accountNotSettled = Problem.Kind(
        "account-not-settled", 409, "There is something to pay or to give back; settle it first",
        means: "The patient owes the clinic something, or has credit.",
        remedy: "Record the payment, void the invoice or refund the credit first.")
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
