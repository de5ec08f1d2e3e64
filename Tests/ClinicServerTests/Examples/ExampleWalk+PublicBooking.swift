import ClinicTestSupport
import Identifiers

/// Example requests about public booking, for people without an account.
extension ExampleWalk {
    func showPublicBooking() async throws {
        try await show(
            "setPublicBooking", "An admin opens the booking for new patients", by: admin,
            body: #"{"enabled":true,"shows_doctors":true}"#)
        let clinic = ExampleClinic.id.text
        let service = "\(self.clinic.service)"
        try await show(
            "listPublicServices", "A person without an account reads the services", by: anyone, ["clinic_id": clinic])
        try await show(
            "listPublicDays", "A person without an account looks for a free day", by: anyone,
            ["clinic_id": clinic, "service_id": service, "from": day(16), "to": day(17)])
        try await show(
            "listPublicTimes", "A person without an account looks for a free time", by: anyone,
            ["clinic_id": clinic, "service_id": service, "from": day(16), "to": day(16)], keeping: 2)
        let request = try await show(
            "askForPublicBooking", "A person without an account asks for an appointment", by: anyone,
            ["clinic_id": clinic],
            """
            {"given_name":"Jana","family_name":"Winter","birth_date":"1988-02-14","phone":"+49 30 5550188",\
            "email":"jana.winter@mail.example","service_id":"\(service)","start":"\(day(16))T15:00:00Z",\
            "reason":"A tooth hurts"}
            """
        ).text("request_id")
        let code = try await mailbox.code(for: "jana.winter@mail.example")
        try await show(
            "confirmPublicBooking", "The reader of the mail confirms the request", by: anyone,
            ["clinic_id": clinic, "request_id": request], #"{"code":"\#(code)"}"#)
        let found = try await receptionist.app.get("patients?q=winter").items
        guard let patient = try found.first?.text("id") else {
            throw Unexpected(description: "the confirmed request has registered no patient")
        }
        try await show(
            "acceptPatient", "A receptionist accepts a provisional patient", by: receptionist, ["patient_id": patient])
    }
}
