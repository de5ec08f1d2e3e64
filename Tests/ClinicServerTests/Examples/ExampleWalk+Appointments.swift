import Clinic
import ClinicTestSupport
import Endpoints
import EventSourcing
import JSON

/// Examples about free times and appointments, from the booking to the end of the visit.
extension ExampleWalk {
    /// The number of days from today to the appointments in the example requests.
    private static let ahead = 14

    /// A local time of the clinic on the day of the appointments in the examples, as text in UTC.
    private func time(_ hour: Int, _ minute: Int = 0) -> String {
        zoned(hour, minute).rfc3339
    }

    private func zoned(_ hour: Int, _ minute: Int) -> Instant {
        let time = LocalTime(hour: hour, minute: minute) ?? .midnight
        return clinic.zone.firstInstant(clinic.today.adding(days: Self.ahead), time)
    }

    private func booking(_ start: String, for patient: String? = nil) -> String {
        let patient = patient.map { #""patient_id":"\#($0)","# } ?? ""
        return #"{\#(patient)"service_id":"\#(clinic.service)","doctor_id":"\#(clinic.doctor)","start":"\#(start)"}"#
    }

    private func appointment(_ id: String) -> KeyValuePairs<String, String> { ["appointment_id": id] }

    func showFreeTimes() async throws {
        try await show(
            "listSlots", "A patient looks for a time", by: patient,
            [
                "service_id": "\(clinic.service)", "doctor_id": "\(clinic.doctor)", "from": day(Self.ahead),
                "to": day(Self.ahead),
            ], keeping: 2)
        try await show(
            "explainSlot", "A patient asks why a time is not offered", by: patient,
            ["service_id": "\(clinic.service)", "doctor_id": "\(clinic.doctor)", "start": time(6)])
        let hold = try await show(
            "holdSlot", "The app holds a time while the patient thinks", by: patient, body: booking(time(9))
        ).text("id")
        try await show("releaseHold", "The patient does not want it", by: patient, ["hold_id": hold])
    }

    func showBooking() async throws {
        let own = try await show(
            "bookAppointment", "A patient books for themselves", by: patient,
            body: booking(time(9)).replacing(#""start""#, with: #""reason":"A tooth hurts","start""#)
        ).text("id")
        ids["booked"] = own
        ids["visit"] = try await show(
            "bookAppointment", "A receptionist books for a patient", by: receptionist,
            body: booking(time(10), for: id("child"))
        ).text("id")
        try await show("getAppointment", "A patient reads an appointment", by: patient, appointment(own))
        try await show("getAppointment", "A doctor reads an appointment", by: doctor, appointment(own))
        try await show("confirmAppointment", "A patient confirms an appointment", by: patient, appointment(own))
        try await show(
            "rescheduleAppointment", "A patient moves an appointment", by: patient, appointment(own),
            #"{"start":"\#(time(14, 30))"}"#)
        try await show("getPatientHome", "A patient opens the app", by: patient)
        try await show(
            "listOwnAppointments", "A patient lists what is to come", by: patient, ["when": "upcoming", "limit": "20"])
        try await show(
            "cancelAppointment", "A patient cancels in time", by: patient, appointment(own),
            #"{"reason":"I am better"}"#)
        try await set("clinic/scheduling", rules(approving: true))
        let requested = try await patient.app.post("appointments", booking(time(11))).text("id")
        try await show(
            "approveAppointment", "A receptionist approves a request", by: receptionist, appointment(requested))
        try await set("clinic/scheduling", rules(approving: false))
        try await show(
            "enterAppointmentInError", "An admin marks an appointment that never was", by: admin,
            appointment(requested),
            #"{"reason":"Entered for the wrong patient"}"#)
    }

    func showVisit() async throws {
        let visit = try appointment(id("visit"))
        let early = #"{"early":true}"#
        try await show("checkIn", "A receptionist checks an early patient in", by: receptionist, visit, early)
        try await show(
            "undoAppointmentStep", "A receptionist has checked in the wrong patient", by: receptionist, visit,
            #"{"reason":"Wrong patient"}"#)
        _ = try await receptionist.app.post("appointments/\(try id("visit"))/check-in", early)
        try await show(
            "getReceptionQueue", "The reception's screen polls the day", by: receptionist, ["date": day(Self.ahead)])
        try await show(
            "reassignAppointment", "The other chair is free", by: receptionist, visit,
            #"{"chair_id":"\#(try id("chair"))","reason":"Chair 1 is being cleaned"}"#)
        let first = try await receptionist.app.get("reception/queue?date=\(day(Self.ahead))&since=0")
        let version = try first.text("version")
        try await show("seatPatient", "The patient sits in the chair", by: doctor, visit, "{}")
        try await show(
            "getReceptionQueue", "The reception's screen asks what has changed", by: receptionist, named: "changes",
            ["date": day(Self.ahead), "since": version])
        try await show("startTreatment", "The doctor begins", by: doctor, visit, early)
        try await show(
            "noteAppointment", "The doctor writes a note", by: doctor, visit, #"{"note":"Filled tooth 26"}"#)
        try await show("finishTreatment", "The treatment is over", by: doctor, visit)
        try await show("completeAppointment", "The visit is over", by: receptionist, visit)
        try await show("getDoctorSchedule", "A doctor reads their day", by: doctor, ["date": day(Self.ahead)])
        try await show(
            "markNoShow", "A patient has not come", by: receptionist, appointment("\(clinic.missed)"))
        try await show(
            "listUnbookedPatients", "A receptionist calls patients who have missed or cancelled", by: receptionist,
            ["limit": "20"])
        try await show(
            "listUnconfirmedAppointments", "A receptionist calls tomorrow's patients", by: receptionist,
            ["date": day(Self.ahead)])
        try await show(
            "listAffectedAppointments", "A receptionist looks for appointments to move", by: receptionist,
            ["from": day(0), "to": day(60)])
        try await show(
            "listAppointments", "A receptionist lists what patients have missed", by: receptionist,
            ["from": day(-30), "to": day(0), "status": "no_show,cancelled", "limit": "20"])
    }
}
