import Clinic
import EventSourcing
import Testing

/// Events of a new clinic in Berlin: its founding, opening hours, a doctor and closures.
enum Founded {
    static let doctor: UInt64 = 0xd1
    static let id = "00000000-0000-7000-8000-0000000000"

    static func clinic(_ zone: String = "Europe/Berlin") throws -> ClinicEvent {
        try event("clinic-founded", #"{"profile":{"name":"Praxis"},"zone":"\#(zone)","currency":"EUR"}"#)
    }

    /// Opening hours from Monday to Friday, 8 to 18, with a break from 12 to 13.
    static func hours() throws -> ClinicEvent {
        let days = (1...5).map {
            #"{"weekday":\#($0),"opens":"08:00","closes":"18:00","breaks":[{"start":"12:00","end":"13:00"}]}"#
        }
        return try event("opening-hours-set", #"{"hours":[\#(days.joined(separator: ","))]}"#)
    }

    static func hired(_ number: String = "d1", name: String = "Dr. Ada", more: String = "") throws -> ClinicEvent {
        try event(
            "staff-hired", #"{"staff_id":"\#(id)\#(number)","details":{"name":"\#(name)","roles":["doctor"]\#(more)}}"#)
    }

    static func closure(_ number: String, _ first: String, _ last: String) throws -> ClinicEvent {
        try event(
            "closure-added",
            #"{"closure":{"id":"\#(id)\#(number)","first_day":"\#(first)","last_day":"\#(last)","reason":"Holiday"}}"#)
    }
}
