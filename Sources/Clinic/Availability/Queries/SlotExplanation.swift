import EventSourcing
import Identifiers
import JSON

/// Whether a time is available for a service, and for each doctor the reason if it is not.
package struct SlotExplanation: Sendable {
    package let start: Instant
    package let isAvailable: Bool
    package let earliest: Instant
    package let latest: Instant
    package let parts: [Part]

    /// The maximum number of appointments that the explanation of a slot names for one doctor.
    static let mostAppointments = 100

    /// Whether a time is available with one doctor, and the obstacle if it is not.
    package struct Part: Hashable, Sendable {
        package let doctor: ID<StaffMember>
        package let name: String
        /// The first reason why a time is not available with the doctor; `nil` if the time is available.
        package let reason: Reason?
        package let appointments: [ID<Appointment>]
    }

    package enum Reason: String, Hashable, Sendable, CaseIterable {
        case past
        case tooSoon = "too_soon"
        case tooFarAhead = "too_far_ahead"
        case offGrid = "off_grid"
        case outsideHours = "outside_hours"
        case closed
        case doctorAway = "doctor_away"
        case doctorBusy = "doctor_busy"
        case hygienistAway = "hygienist_away"
        case hygienistBusy = "hygienist_busy"
        case noChair = "no_chair"
        case patientBusy = "patient_busy"
        case held
        case groupFull = "group_full"
    }

    init(
        start: Instant, isAvailable: Bool, limits: (earliest: Instant, latest: Instant), parts: [Part]
    ) {
        self.init(
            start: start, isAvailable: isAvailable, earliest: limits.earliest, latest: limits.latest, parts: parts)
    }

    private init(start: Instant, isAvailable: Bool, earliest: Instant, latest: Instant, parts: [Part]) {
        self.start = start
        self.isAvailable = isAvailable
        self.earliest = earliest
        self.latest = latest
        self.parts = parts
    }

    package static let codec = object(
        SlotExplanation.init(start:isAvailable:earliest:latest:parts:),
        field("start", \.start, .instant.described("The time that was asked for, in UTC.")),
        field("available", \.isAvailable, .bool.described("Whether it can be booked with one of the doctors.")),
        field("earliest", \.earliest, .instant.described("The first time that the caller can book at all, in UTC.")),
        field("latest", \.latest, .instant.described("The last time that the caller can book at all, in UTC.")),
        field(
            "doctors", \.parts,
            .array(Part.codec, 0...1000).described("The answer for each doctor who offers the service."))
    ).described("Why a time is or is not available.").named("SlotExplanation")
}

extension SlotExplanation.Part {
    static let codec = object(
        SlotExplanation.Part.init(doctor:name:reason:appointments:), field("doctor_id", \.doctor, .doctorID),
        field("doctor_name", \.name, .name().described("The doctor's name.")),
        optionalField(
            "reason", \.reason,
            Codec<SlotExplanation.Reason>.stringEnum.described(
                """
                The first reason why the time is not available; absent if it is. `closed`: the clinic is closed that \
                day. `doctor_away` and `hygienist_away`: the doctor or each hygienist has time off (the staff only; to \
                patients it is `outside_hours`). `hygienist_busy`: no hygienist is free in the hygienist's part. \
                `held`: another patient is about to book it. `group_full`: the group visit that begins at this time \
                has no place left.
                """)),
        field(
            "appointment_ids", \.appointments,
            .array(.id(), 0...SlotExplanation.mostAppointments).described(
                "For the staff: the doctor's or the hygienists' appointments at this time."), default: []))
}

extension Obstacle {
    var explanation: SlotExplanation.Reason {
        switch self {
        case .past: .past
        case .tooSoon: .tooSoon
        case .tooFarAhead: .tooFarAhead
        case .offGrid: .offGrid
        case .outsideHours: .outsideHours
        case .closed: .closed
        case .doctorAway: .doctorAway
        case .doctorBusy: .doctorBusy
        case .hygienistAway: .hygienistAway
        case .hygienistBusy: .hygienistBusy
        case .noChair: .noChair
        case .patientBusy: .patientBusy
        case .held: .held
        case .groupFull: .groupFull
        }
    }
}
