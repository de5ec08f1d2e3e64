import EventSourcing
import JSON

// JSON members that several bodies and documents about appointments share. Each member is described once.

extension Codec where Value == Instant {
    static var visitStart: Codec { .instant.described("When the appointment begins, in UTC.") }
    static var visitEnd: Codec { .instant.described("When the appointment ends (exclusive), in UTC.") }
    static var cancelDeadline: Codec {
        .instant.described("Until when (exclusive) the patient may cancel or move the appointment, in UTC.")
    }
    static var lastChange: Codec { .instant.described("When it was changed last, in UTC.") }
}

extension Codec where Value == Bool {
    static var canCancel: Codec {
        .bool.described(
            "Whether the reader may cancel the appointment now; for patients, whether they may move it too.")
    }
}

extension Codec where Value == CivilDate {
    static var visitDate: Codec { .date.described("The day of the appointment, by the clinic's calendar.") }
}

extension Codec where Value == String {
    static var serviceName: Codec { .name().described("The service's name, as it was when the appointment was made.") }
    static var doctorName: Codec { .name().described("The doctor's name, as it was when the appointment was made.") }
    static var chairName: Codec { .name().described("The chair's name, as it was when the appointment was made.") }
}

extension Codec where Value == Personal<String> {
    static var visitReason: Codec {
        .personal(.clinical, .prose(max: 500)).described(
            "Why the patient comes; absent if nothing was given.")
    }
    static var staffNote: Codec {
        .personal(.clinical, .prose()).described("A note for the staff; patients do not see it.")
    }
}
