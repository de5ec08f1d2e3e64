import Clinic
import Endpoints
import EventSourcing
import Identity
import JSON

/// The endpoint with which patients check themselves in at a kiosk.
enum KioskAPI {
    static let endpoints: [Endpoint<ServerAction>] = [checkIn]

    private static let checkIn = Endpoint<ServerAction>(
        .post, "/api/v1/kiosk/check-ins", id: "checkInAtKiosk", summary: "Check a patient in at a kiosk",
        details: """
            Send the token of a tablet with the scope `kiosk` in `Authorization`. The patient is found by the birth \
            date and the last four digits of the phone number. The patient is checked in if exactly one patient with \
            an appointment today has both. Every failure has the same answer, so the kiosk does not reveal whether a \
            person is a patient. After ten failures in a short time every check-in fails for up to five minutes.
            """,
        tag: "Tablets", for: .everybody, takes: .bearerToken, .body(KioskCheckIn.codec),
        answers: [.ok(KioskAnswer.codec, "Whether the patient is checked in")]
    ) { token, request in
        .work { services, call in
            let kiosk = try await services.identity.kiosk(token)
            let isDone = try await services.checkIn(request, at: kiosk, call)
            return WorkAnswer(200, KioskAnswer.codec.bytes(KioskAnswer(isCheckedIn: isDone)))
        }
    }
}

/// The data with which a patient checks in at a kiosk.
struct KioskCheckIn: Sendable {
    let birthDate: CivilDate
    let phoneDigits: String

    static let codec = object(
        KioskCheckIn.init(birthDate:phoneDigits:),
        field("birth_date", \.birthDate, .date.described("The patient's birth date.")),
        field(
            "phone_digits", \.phoneDigits,
            .string(
                min: 4, max: 4, pattern: "^[0-9]{4}$", detail: "must be four digits",
                check: { $0.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }
            ).described("The last four digits of the patient's phone number."))
    ).described("The data with which a patient checks in at a kiosk.").named("KioskCheckIn")
}

/// The answer to a patient at a kiosk. It contains no data of a patient.
struct KioskAnswer: Sendable {
    let isCheckedIn: Bool

    private var message: String {
        isCheckedIn ? "You are checked in. Please take a seat." : "Please go to the reception."
    }

    static let codec = object(
        KioskAnswer.make(isCheckedIn:message:),
        field("checked_in", \.isCheckedIn, .bool.described("Whether the patient is checked in.")),
        field("message", \.message, .string(max: 100).described("A sentence for the patient, in English."))
    ).described("The answer to a patient at a kiosk.").named("KioskAnswer")

    private static func make(isCheckedIn: Bool, message _: String) -> KioskAnswer {
        KioskAnswer(isCheckedIn: isCheckedIn)
    }
}
