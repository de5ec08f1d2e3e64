import Clinic
import ClinicTestSupport
import Endpoints
import EventSourcing
import JSON

/// Example requests about free times and appointments, from the booking to the end of the visit.
extension ExampleWalk {
    /// The number of days from today to the appointments in the example requests.
    private static let ahead = 14

    /// A local time of the clinic on the day of the appointments in the examples, as text in UTC.
    func time(_ hour: Int, _ minute: Int = 0) -> String {
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
            "listFreeDays", "The app draws a calendar", by: patient,
            ["service_id": "\(clinic.service)", "from": day(Self.ahead), "to": day(Self.ahead + 2)])
        try await show(
            "listNextSlots", "A patient wants to come soon", by: patient,
            ["service_id": "\(clinic.service)", "from": day(2)])
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

    func showSeries() async throws {
        let visit =
            #""patient_id":"\#(try id("child"))","service_id":"\#(clinic.service)","doctor_id":"\#(clinic.doctor)""#
        let series = try await show(
            "planSeries", "A receptionist books three visits, one a week", by: receptionist,
            body: #"{\#(visit),"start":"\#(day(21))T13:00","rule":{"every":1,"unit":"weeks","count":3}}"#
        ).text("id")
        try await show("getSeries", "A receptionist reads the series", by: receptionist, ["series_id": series])
        try await show(
            "listSeries", "A receptionist lists a patient's series", by: receptionist,
            ["patient_id": id("child"), "limit": "20"])
        try await show(
            "moveSeries", "The patient can come an hour later only", by: receptionist, ["series_id": series],
            #"{"time":"14:00"}"#)
        try await show(
            "cancelSeries", "The patient needs no more visits after the first", by: receptionist, ["series_id": series],
            #"{"from":"\#(day(28))","reason":"Treatment has ended"}"#)
    }

    /// Sends the example requests to the endpoints for recalls, for a patient whose visit has ended.
    func showRecalls() async throws {
        try await set("services/\(clinic.service)/recall", #"{"months":6,"days":1}"#)
        let child = try id("child")
        try await show(
            "listRecalls", "A receptionist looks who should come in the next nine months", by: receptionist,
            ["by": day(270), "limit": "20"])
        try await show(
            "listPatientsToRecall", "A receptionist calls patients who should come in the next nine months",
            by: receptionist, ["by": day(270), "limit": "20"])
        try await show(
            "remindPatient", "A receptionist has called a patient", by: receptionist,
            ["patient_id": child, "service_id": "\(clinic.service)"], #"{"channel":"phone"}"#)
        try await show(
            "pauseRecall", "A patient is abroad for a year", by: receptionist,
            ["patient_id": child, "service_id": "\(clinic.service)"], #"{"until":"\#(day(365))"}"#)
    }

    func showWaitlist() async throws {
        func wish(_ patient: String = "") -> String {
            #"{\#(patient)"service_id":"\#(clinic.service)","first_day":"\#(day(3))","last_day":"\#(day(60))"}"#
        }
        let own = try await show(
            "joinWaitlist", "A patient waits for an earlier time", by: patient,
            body: wish().replacing("}", with: #","weekdays":[1,2,3,4,5,6,7],"earliest":"08:00","latest":"16:00"}"#)
        ).text("id")
        let child = try await show(
            "joinWaitlist", "A receptionist lets a patient wait", by: receptionist,
            body: wish(#""patient_id":"\#(id("child"))","#)
        ).text("id")
        func time(_ hour: Int) -> String {
            #"{"start":"\#(self.time(hour))","doctor_id":"\#(clinic.doctor)"}"#
        }
        try await show(
            "offerWaitlistTime", "A receptionist offers a free time", by: receptionist, ["waitlist_entry_id": own],
            time(15))
        try await show(
            "listWaitlist", "A receptionist looks what a patient waits for", by: receptionist,
            ["status": "waiting", "patient_id": "\(clinic.patient)", "limit": "20"])
        try await show(
            "listOwnWaitlist", "A patient reads the offers", by: patient, ["status": "waiting", "limit": "20"])
        try await show(
            "declineWaitlistOffer", "The time does not suit the patient", by: patient, ["waitlist_entry_id": own],
            time(15))
        let again = try await receptionist.app.post("waitlist/\(own)/offers", time(16))
        guard again.status == 200 else { throw Unexpected(description: "no second offer: \(again.status)") }
        try await show(
            "acceptWaitlistOffer", "A patient takes the offered time", by: patient, ["waitlist_entry_id": own], time(16)
        )
        try await show(
            "leaveWaitlist", "A patient does not wait any more", by: receptionist, ["waitlist_entry_id": child])
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
