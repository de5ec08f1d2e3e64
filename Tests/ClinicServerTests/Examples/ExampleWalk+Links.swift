import ClinicTestSupport

/// Example requests about links to appointments, whose holders do not sign in.
extension ExampleWalk {
    func showVisitLinks() async throws {
        let reminder = try await show(
            "makeVisitLink", "A receptionist makes a link for a reminder", by: receptionist,
            ["appointment_id": id("visit")]
        ).text("token")
        try await show(
            "getLinkedVisit", "The reader of the reminder looks at the appointment", by: anyone, ["token": reminder])
        try await show(
            "listLinkedTimes", "The reader of the reminder looks for another time", by: anyone,
            ["token": reminder, "from": day(14), "to": day(14)], keeping: 2)
        let booking =
            #"{"patient_id":"\#(try id("child"))","service_id":"\#(clinic.service)","doctor_id":"\#(clinic.doctor)","#
        let other = try await receptionist.app.post("appointments", booking + #""start":"\#(time(15))"}"#)
        let token = try await receptionist.app.post("appointments/\(try other.text("id"))/link").text("token")
        try await show("confirmByLink", "The reader of the reminder will come", by: anyone, ["token": token])
        let moved = try await show(
            "moveByLink", "The reader of the reminder moves the appointment", by: anyone, ["token": token],
            #"{"start":"\#(time(16))"}"#
        ).text("token")
        try await show("cancelByLink", "The reader of the reminder cancels", by: anyone, ["token": moved])
    }
}
