import ClinicTestSupport

extension Practice {
    /// Opens a thread of messages as a patient, who then marks the first message as read, as the clinic's admin does.
    /// Returns the ids of the thread and of the message.
    ///
    /// - Parameter mark: a word that the texts of the thread will contain.
    func newThread(of patient: App, _ mark: String, clinic: String) async throws -> (thread: String, message: String) {
        let draft = #"{"subject":"\#(mark)","text":"\#(mark)"}"#
        let thread = try await patient.post("patient/messages", draft).text("id")
        let path = "messages/\(thread)/read"
        let admin = try await signIn("admin", clinic: clinic)
        for (app, path) in [(patient, "patient/\(path)"), (admin, path)] {
            let read = try await app.post(path, #"{"up_to":1}"#)
            guard read.status == 200 else { throw Missing(what: "a read mark") }
        }
        return (thread, try await patient.get("patient/messages/\(thread)/messages").items[0].text("id"))
    }
}
