import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// A small clinic in which tests book appointments. The properties say what the clinic has when a test begins.
struct Practice {
    var zone = "Europe/Berlin"
    var hours: [Int: String] = [:]
    var open = "08:00-12:00,13:00-18:00"
    var doctors: [String] = ["Dr. Ada", "Dr. Ben"]
    var chairs = 2
    var patients = 3
    /// The duration of each service in minutes.
    var services = [30]
    /// The buffers of the services that have them, by the services' numbers.
    var buffers: [UInt64: ChairBuffers] = [:]
    /// The segments of the services that have segments, by the services' numbers, and the numbers of the services'
    /// hygienists.
    var segments: [UInt64: (parts: [VisitSegment], hygienists: [UInt64])] = [:]
    /// The capacities of the services for several patients, by the services' numbers.
    var capacities: [UInt64: Int] = [:]
    var rules: String?

    static func doctor(_ number: UInt64) -> ID<StaffMember> { ID(integerLiteral: 100 + number) }
    static func chair(_ number: UInt64) -> ID<Chair> { ID(integerLiteral: 200 + number) }
    static func patient(_ number: UInt64) -> ID<Patient> { ID(integerLiteral: 300 + number) }
    static func service(_ number: UInt64) -> ID<Service> { ID(integerLiteral: 400 + number) }
    static func appointment(_ number: UInt64) -> ID<Appointment> { ID(integerLiteral: 1000 + number) }

    /// The events that create the clinic, followed by `more`.
    func events(and more: [ClinicEvent] = []) throws -> [ClinicEvent] {
        var events = [
            try event("clinic-founded", #"{"profile":{"name":"Practice"},"zone":"\#(zone)","currency":"EUR"}"#),
            try event("opening-hours-set", #"{"hours":[\#((1...7).map(day).joined(separator: ","))]}"#),
        ]
        if let rules { events.append(try event("scheduling-rules-set", #"{"rules":\#(rules)}"#)) }
        for (index, minutes) in services.enumerated() {
            let buffers = buffers[UInt64(index + 1)].map {
                #","buffers":{"minutes_before":\#($0.minutesBefore),"minutes_after":\#($0.minutesAfter)}"#
            }
            let segments = segments[UInt64(index + 1)].map { parts, hygienists in
                let parts = parts.map { #"{"provider":"\#($0.provider.rawValue)","minutes":\#($0.minutes)}"# }
                let ids = hygienists.map { #""\#(Practice.doctor($0))""# }
                return #","segments":[\#(parts.joined(separator: ","))],"hygienists":[\#(ids.joined(separator: ","))]"#
            }
            let capacity = capacities[UInt64(index + 1)].map { #","capacity":\#($0)"# }
            events.append(
                try event(
                    "service-created",
                    #"{"service_id":"\#(Practice.service(UInt64(index + 1)))","details":{"code":"S\#(index)","#
                        + #""name":"Check-up \#(minutes)","duration_minutes":\#(minutes),"#
                        + #""price":{"amount":5000,"currency":"EUR"}\#(buffers ?? "")\#(segments ?? "")\#(capacity ?? "")}}"#
                ))
        }
        for (index, name) in doctors.enumerated() {
            events.append(
                try event(
                    "staff-hired",
                    #"{"staff_id":"\#(Practice.doctor(UInt64(index + 1)))","#
                        + #""details":{"name":"\#(name)","roles":["doctor"]}}"#))
        }
        for number in 1...UInt64(chairs) {
            events.append(
                try event("chair-added", #"{"chair_id":"\#(Practice.chair(number))","name":"Chair \#(number)"}"#))
        }
        for number in 1...UInt64(patients) {
            events.append(
                try event(
                    "patient-registered",
                    #"{"patient_id":"\#(Practice.patient(number))","identity":"00000001","details":"#
                        + #"{"given":"Pat","family":"Number \#(number)","birth_date":"1990-01-01","contact":{}}}"#))
        }
        return events + more
    }

    private func day(_ weekday: Int) -> String {
        let parts = (hours[weekday] ?? open).split(separator: ",").map { $0.split(separator: "-").map(String.init) }
        let breaks = zip(parts, parts.dropFirst()).map { #"{"start":"\#($0[1])","end":"\#($1[0])"}"# }
        return #"{"weekday":\#(weekday),"opens":"\#(parts[0][0])","closes":"\#(parts[parts.count - 1][1])","#
            + #""breaks":[\#(breaks.joined(separator: ","))]}"#
    }
}

/// An event, decoded from its stored name and JSON.
func event(_ type: String, _ json: String) throws -> ClinicEvent {
    guard let stored = ClinicEvent.types.all.first(where: { $0.name == type }) else {
        throw UndecodableEvent(type: type, version: 0, reason: "unknown type")
    }
    return try ClinicEvent.types.decode(type: type, version: stored.version, data: Array(json.utf8))
}

/// The standard scheduling rules as JSON, with the given interval between offered start times, in minutes, and with
/// the given rule whether staff approve patients' bookings.
func standardRules(offerMinutes: Int = 15, approvesPatientBookings: Bool = false) -> String {
    #"{"atom_minutes":5,"offer_minutes":\#(offerMinutes),"minimum_notice_minutes":120,"horizon_days":90,"#
        + #""hold_minutes":5,"cancellation_notice_hours":48,"no_show_after_minutes":15,"#
        + #""approves_patient_bookings":\#(approvesPatientBookings)}"#
}
