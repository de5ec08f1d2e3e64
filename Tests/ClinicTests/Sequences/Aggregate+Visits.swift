import Clinic
import Endpoints
import EventSourcing
import Identifiers

extension Aggregate {
    static let visits = [appointment, hold, block, waitlistEntry, recall, series]

    private static let wanted = #""service_id":"<service>","doctor_id":"<doctor>","start":"<start>""#
    private static let book = Move("bookAppointment", #"{"patient_id":"<patient>",\#(wanted)}"#)
    private static func book(at start: String) -> Move {
        Move(
            "bookAppointment",
            #"{"patient_id":"<patient>","service_id":"<service>","doctor_id":"<doctor>","start":"\#(start)"}"#)
    }
    private static let cancel = Move("cancelAppointment", #"{"reason":"Ill"}"#)
    private static let checkIn = Move("checkIn", #"{"early":true}"#)
    private static let override = #""override":{"reason":"Pain"}"#
    private static let undo = #"{"reason":"Wrong patient"}"#

    private static let appointment = Aggregate(
        name: "appointment",
        moves: [
            book, book, Move("bookAppointment", #"{"patient_id":"<patient>",\#(wanted),\#(override)}"#),
            Move("bookAppointment", as: .patient, #"{"service_id":"<service>","start":"<start>"}"#),
            Move("bookAppointment", #"{"patient_id":"<patient>","service_id":"<service>","walk_in":true}"#),
            Move("rescheduleAppointment", #"{"start":"<start>"}"#),
            Move("rescheduleAppointment", #"{"start":"<start>",\#(override)}"#),
            Move("rescheduleAppointment", as: .patient, #"{"start":"<start>"}"#),
            Move("reassignAppointment", #"{"doctor_id":"<doctor>"}"#),
            Move("reassignAppointment", #"{"service_id":"<service>","chair_id":"<chair>",\#(override)}"#), cancel,
            Move("cancelAppointment", as: .patient), Move("approveAppointment"), Move("confirmAppointment"),
            Move("confirmAppointment", as: .patient), checkIn, Move("checkIn", #"{"early":true,\#(override)}"#),
            Move("markNoShow"), Move("seatPatient"), Move("startTreatment", as: .doctor, #"{"early":true}"#),
            Move("finishTreatment", as: .doctor), Move("completeAppointment"),
            Move("noteAppointment", as: .doctor, #"{"note":"Afraid"}"#), Move("undoAppointmentStep", undo),
            Move("undoAppointmentStep", as: .admin, undo), Move("enterAppointmentInError", as: .admin, undo),
        ],
        documents: [AnyProjection(Appointments.self), AnyProjection(Holds.self)],
        lives: [
            Life(Appointments.self, begins: ["appointment-booked"], ends: ["appointment-entered-in-error"])
        ], faults: { AppointmentRules.faults($0.feed) })

    private static let hold = Aggregate(
        name: "hold",
        moves: [
            Move("holdSlot", as: .patient, #"{"service_id":"<service>","start":"<start>"}"#, makes: "hold"),
            Move("holdSlot", #"{"patient_id":"<patient>",\#(wanted)}"#, makes: "hold"),
            Move("releaseHold", as: .patient), book,
            Move("bookAppointment", as: .patient, #"{"service_id":"<service>","start":"<start>"}"#), cancel,
        ],
        documents: [AnyProjection(Holds.self), AnyProjection(Appointments.self)],
        faults: { AppointmentRules.faults($0.feed) + HoldRules.faults($0.feed) })

    private static let block = Aggregate(
        name: "block",
        moves: [
            Move(
                "blockTime",
                #"{"kind":"meeting","start":"2026-11-24T<time>","end":"2026-11-25T<time>","doctor_ids":["<doctor>"]}"#),
            Move(
                "blockTime",
                #"{"kind":"other","start":"2026-11-25","end":"2026-11-26","chair_ids":["<chair>"],"over_appointments":true}"#
            ), Move("removeBlock"), book, book, cancel,
        ],
        documents: [AnyProjection(TimeBlocks.self), AnyProjection(Appointments.self)],
        lives: [Life(TimeBlocks.self, begins: ["time-blocked"], ends: ["block-removed"])],
        faults: { AppointmentRules.faults($0.feed) + BlockRules.faults($0.feed) })

    private static let wishes = #""service_id":"<service>","first_day":"2026-11-23","last_day":"2026-12-31""#

    private static let waitlistEntry = Aggregate(
        name: "waitlist entry", prelude: [book(at: "2026-11-25T09:00:00Z"), book(at: "2026-11-26T10:00:00Z")],
        moves: [
            Move("joinWaitlist", #"{"patient_id":"<patient>",\#(wishes)}"#),
            Move("joinWaitlist", #"{"patient_id":"<patient>","doctor_id":"<doctor>","weekdays":[2,3],\#(wishes)}"#),
            Move("joinWaitlist", as: .patient, "{\(wishes)}"), Move("leaveWaitlist"),
            Move("leaveWaitlist", as: .patient),
            Move("offerWaitlistTime", #"{"start":"<start>","doctor_id":"<doctor>"}"#),
            Move("acceptWaitlistOffer", "{<offer>}"), Move("acceptWaitlistOffer", as: .patient, "{<offer>}"),
            Move("declineWaitlistOffer", "{<offer>}"), Move("declineWaitlistOffer", as: .patient, "{<offer>}"), book,
            cancel, cancel, Move("rescheduleAppointment", #"{"start":"<start>"}"#),
        ],
        documents: [AnyProjection(Waitlist.self), AnyProjection(Appointments.self)],
        lives: [
            Life(Waitlist.self, begins: ["waitlist-joined"], ends: ["waitlist-left", "waitlist-offer-accepted"])
        ], faults: { AppointmentRules.faults($0.feed) + WaitlistRules.faults(in: $0) })

    private static let recall = Aggregate(
        name: "recall",
        moves: [
            Move("setRecallRule", as: .admin, #"{"months":<digit>,"days":1}"#), Move("removeRecallRule", as: .admin),
            Move("remindPatient", #"{"channel":"phone"}"#), Move("pauseRecall", #"{"until":"2027-0<digit>-01"}"#),
            Move("pauseRecall", "{}"),
        ],
        documents: [AnyProjection(RecallNotes.self), AnyProjection(Services.self)],
        lives: [Life(RecallNotes.self, begins: ["recall-reminded", "recall-paused"])])

    private static func plan(_ unit: String) -> Move {
        Move(
            "planSeries",
            #"{"patient_id":"<patient>","service_id":"<service>","doctor_id":"<doctor>","start":"2026-11-24T<time>","#
                + #""rule":{"every":1,"unit":"\#(unit)","count":4},"skip_refused":<bool>}"#)
    }

    private static let series = Aggregate(
        name: "series",
        moves: [
            plan("days"), plan("weeks"), Move("moveSeries", #"{"time":"<time>"}"#),
            Move("moveSeries", #"{"shift_days":1,"doctor_id":"<doctor>"}"#),
            Move("cancelSeries", #"{"reason":"Ill"}"#), Move("cancelSeries", #"{"reason":"Ill","from":"2026-11-26"}"#),
            cancel, Move("rescheduleAppointment", #"{"start":"<start>"}"#), checkIn, book,
        ],
        documents: [AnyProjection(SeriesList.self), AnyProjection(Appointments.self)],
        lives: [Life(SeriesList.self, begins: ["series-planned"])],
        faults: { AppointmentRules.faults($0.feed) + SeriesRules.faults(in: $0) })
}
