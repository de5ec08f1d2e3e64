import ClinicTestSupport
import JSON

/// Example requests about messages between patients and the clinic, and about command batches.
extension ExampleWalk {
    func showMessages() async throws {
        let own = try patient.subject
        let thread = try await show(
            "openOwnMessageThread", "A patient asks about a crown", by: patient,
            body: #"{"subject":"My new crown","text":"It feels too high. May I come by?"}"#
        ).text("id")
        let path: KeyValuePairs = ["thread_id": thread]
        try await show("countUnreadMessages", "A receptionist's app shows a badge", by: receptionist)
        try await show(
            "listMessageThreads", "A receptionist lists open threads", by: receptionist, ["status": "open"], keeping: 1)
        try await show("getMessageThread", "A receptionist reads what a thread is about", by: receptionist, path)
        try await show("listMessages", "A receptionist reads a thread's messages", by: receptionist, path)
        try await show(
            "readMessages", "A receptionist has read the first message", by: receptionist, path, #"{"up_to":1}"#)
        try await show(
            "sendMessage", "A receptionist answers", by: receptionist, path,
            #"{"text":"Please come tomorrow at nine."}"#)
        try await show("countOwnUnreadMessages", "A patient's app shows a badge", by: patient)
        try await show("listOwnMessageThreads", "A patient lists their threads", by: patient)
        try await show("getOwnMessageThread", "A patient reads what a thread is about", by: patient, path)
        try await show(
            "listOwnMessages", "A patient reads the last message", by: patient, ["thread_id": thread, "limit": "1"])
        try await show("readOwnMessages", "A patient has read both messages", by: patient, path, #"{"up_to":2}"#)
        try await show("sendOwnMessage", "A patient agrees", by: patient, path, #"{"text":"I will be there."}"#)
        try await withdrawMessages(in: thread)
        try await show(
            "assignMessageThread", "An admin assigns a thread to the doctors", by: admin, path,
            #"{"assigned_role":"doctor"}"#)
        try await show("closeMessageThread", "A doctor closes a thread", by: doctor, path)
        try await show("reopenMessageThread", "A doctor opens a thread again", by: doctor, path)
        try await show(
            "openMessageThread", "A receptionist writes to a patient", by: receptionist,
            body: #"{"patient_id":"\#(own)","subject":"Your insurance card","text":"Please bring your new card."}"#)
    }

    private func withdrawMessages(in thread: String) async throws {
        let text = #"{"text":"This was for somebody else."}"#
        for (operation, title, writer, prefix) in try [
            ("withdrawOwnMessage", "A patient withdraws a message", patient, "patient/"),
            ("withdrawMessage", "A receptionist withdraws a message", receptionist, ""),
        ] {
            let sent = try await writer.app.post("\(prefix)messages/\(thread)/messages", text).text("id")
            try await show(operation, title, by: writer, ["thread_id": thread, "message_id": sent])
        }
    }

    func showBatch() async throws {
        let thread = try await patient.app.write("A queued question", "Do I need an appointment?")
        let path = "/api/v1/patient/messages/\(thread)"
        try await show(
            "runBatch", "A patient's app sends what it queued while it was offline", by: patient,
            body: """
                {"commands":[{"method":"POST","path":"\(path)/read","idempotency_key":"\(newKey())","body":{"up_to":1}},\
                {"method":"POST","path":"\(path)/messages","idempotency_key":"\(newKey())",\
                "body":{"text":"I mean for the check-up."},"depends_on_previous":true}]}
                """)
    }
}
