import ClinicTestSupport
import Testing

/// The reception queue of a day with one appointment in it, as a receptionist polls it.
struct PolledQueue {
    let reception: App
    /// The path of the reception queue, relative to `/api/v1/`.
    let path: String
    /// The id of the appointment in the reception queue.
    let appointment: String
    /// The `ETag` of the reception queue before its appointment was changed.
    let tag: String

    /// Books an appointment and reads the reception queue of its day.
    static func booked(at practice: Practice) async throws -> PolledQueue {
        let reception = try await practice.signIn("reception")
        let visit = try await reception.book(practice.signIn("patient1").subject)
        let path = "reception/queue?date=\(try visit.text("date"))"
        return PolledQueue(
            reception: reception, path: path, appointment: try visit.text("id"),
            tag: try await reception.version(of: path))
    }

    /// Requests the reception queue with a `Prefer` header field, on the condition that the queue differs from the
    /// version `tag`.
    func ask(_ preference: String, after tag: String? = nil) async throws -> HTTPAnswer {
        try await reception.get(path, ["If-None-Match": tag ?? self.tag, "Prefer": preference])
    }

    /// Cancels the appointment, which removes it from the queue.
    func change() async throws {
        let answer = try await reception.post("appointments/\(appointment)/cancel", #"{"reason":"x"}"#)
        #expect(answer.status == 200)
    }
}
