import Clinic
import Endpoints
import EventSourcing
import Identifiers

extension Desk {
    /// A doctor writes to a patient, who reads the message. Then the doctor sends another message and withdraws it.
    ///
    /// - Parameter text: returns a text that contains the given words.
    mutating func exchangeMessages(
        with patient: ID<Patient>, _ text: (String) -> Personal<String>, at now: Instant
    ) throws {
        let author = MessageAuthor.staff(RestrictionTests.reader(8, .doctor))
        try run(
            OpenMessageThread(
                0xab1, about: patient, subject: text("subject"), message: 0xab2,
                MessageDraft(text: text("message")), by: author), at: now)
        try run(ReadMessages(0xab1, upTo: 1, by: .patient(patient)), at: now)
        try run(SendMessage(0xab3, in: 0xab1, MessageDraft(text: text("withdrawn message")), by: author), at: now)
        try run(WithdrawMessage(0xab3, in: 0xab1, by: author), at: now)
    }
}
