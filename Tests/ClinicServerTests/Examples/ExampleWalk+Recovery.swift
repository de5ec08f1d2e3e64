import ClinicTestSupport
import JSON

/// Example requests about recovery check-ins.
extension ExampleWalk {
    func showCheckIns() async throws {
        let (own, plan) = (try patient.subject, #"{"check_in_interval":43200,"reminder_interval":3600}"#)
        try await show("chooseCheckIns", "A patient chooses to check in twice a day", by: patient, body: plan)
        try await show(
            "setCheckInIntervals", "A patient chooses to check in once a day", by: patient,
            body: #"{"check_in_interval":86400,"reminder_interval":5400.5}"#)
        try await show("stopCheckIns", "A patient ends the check-ins", by: patient)
        try await show(
            "prescribeCheckIns", "A doctor prescribes daily check-ins", by: doctor, ["patient_id": own],
            #"{"check_in_interval":86400,"contact":{"name":"Mia Klein","phone":"+49 30 5550123"}}"#)
        try await show("recordCheckIn", "A patient checks in", by: patient, body: #"{"source":"manual"}"#)
        try await showToldCheckIn()
        try await show("getOwnCheckInPlan", "A patient reads when the next check-in is due", by: patient)
        try await show("listOwnCheckIns", "A patient lists the last check-ins", by: patient, ["limit": "10"])
        try await practice.settleCheckIns(after: 25)
        try await show("getCheckInPlan", "A doctor reads a patient's plan", by: doctor, ["patient_id": own])
        try await show("listCheckIns", "A doctor lists a patient's check-ins", by: doctor, ["patient_id": own])
        let missed =
            try await show(
                "listMissedCheckIns", "A doctor lists the missed check-ins", by: doctor, ["seen": "false"]
            ).items.first?["missed"]?["id"]?.string ?? ""
        try await show(
            "seeMissedCheckIn", "A doctor has seen that a check-in was missed", by: doctor,
            ["missed_check_in_id": missed])
        try await show("endCheckIns", "A doctor ends a patient's check-ins", by: doctor, ["patient_id": own])
        try await showCheckInsWithoutClinic()
    }

    /// A check-in that an app has kept for two days, with the members that the app stores.
    private func showToldCheckIn() async throws {
        let body = """
            {"id":"\(newKey())","userID":"\(try patient.subject)","timestamp":"\(morning(-2))","source":"notification"}
            """
        try await show(
            "recordCheckIn", "An app tells of a check-in that a patient made offline two days ago", by: patient,
            named: "told", [:], body)
    }

    private func showCheckInsWithoutClinic() async throws {
        // The account of a patient can also be used in a session without the clinic.
        let app = try await signIn(
            "person", "emil.sommer@mail.example", Self.patientPassword, more: #","role":"person""#)
        let person = Person(name: "person", app: app)
        try await show(
            "chooseCheckIns", "A person without a clinic chooses daily check-ins", by: person,
            body: #"{"contact":{"name":"Mia Klein","phone":"+49 30 5550123","email":"mia.klein@mail.example"}}"#)
        let token = try await mailbox.token(for: "mia.klein@mail.example")
        try await show(
            "answerContactRequest", "The contact agrees to be told of missed check-ins", by: anyone,
            body: #"{"token":"\#(token)","answer":"accept"}"#)
        try await show("recordCheckIn", "A person without a clinic checks in", by: person, body: #"{"source":"watch"}"#)
        try await show("exportOwnCheckIns", "A person without a clinic exports the check-ins", by: person)
        try await show("eraseOwnCheckIns", "A person without a clinic erases the check-ins", by: person)
    }
}
