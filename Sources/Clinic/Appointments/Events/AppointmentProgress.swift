public import EventSourcing
public import Identifiers
public import JSON

/// An event by which an appointment reaches a later status without further data. The step happened at the time of the
/// event.
public protocol AppointmentProgress: AppointmentPayload {
    /// The appointment's status after the step.
    static var reached: AppointmentStatus { get }

    init(visit: Visit)
}

extension AppointmentProgress {
    public var statusEffect: StatusEffect { .reaches(Self.reached) }
    public var timeEffect: TimeEffect { .unchanged }

    static var progressCodec: Codec<Self> { object(Self.init(visit:), field("visit", \.visit, Visit.codec)) }
}

/// The clinic approved a patient's request.
public struct AppointmentApproved: AppointmentProgress {
    public static let stored = StoredType("appointment-approved")
    public static var reached: AppointmentStatus { .booked }
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}

/// The patient confirmed the appointment.
public struct AppointmentConfirmed: AppointmentProgress {
    public static let stored = StoredType("appointment-confirmed")
    public static var reached: AppointmentStatus { .confirmed }
    public let visit: Visit
    /// The guardian who confirmed for the patient; `nil` if it was the patient or the staff.
    public let guardian: ID<Patient>?

    public init(visit: Visit) { self.init(visit: visit, guardian: nil) }
    init(visit: Visit, guardian: ID<Patient>?) {
        self.visit = visit
        self.guardian = guardian
    }

    public static let codec = object(
        AppointmentConfirmed.init(visit:guardian:), field("visit", \.visit, Visit.codec),
        optionalField("guardian_id", \.guardian, .id()))
}

/// The patient has checked in and waits.
public struct PatientArrived: AppointmentProgress {
    public static let stored = StoredType("patient-arrived")
    public static var reached: AppointmentStatus { .arrived }
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}

public struct PatientSeated: AppointmentProgress {
    public static let stored = StoredType("patient-seated")
    public static var reached: AppointmentStatus { .seated }
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}

public struct TreatmentStarted: AppointmentProgress {
    public static let stored = StoredType("treatment-started")
    public static var reached: AppointmentStatus { .inTreatment }
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}

/// The treatment is finished, and the patient can pay.
public struct TreatmentFinished: AppointmentProgress {
    public static let stored = StoredType("treatment-finished")
    public static var reached: AppointmentStatus { .readyForCheckout }
    public let visit: Visit
    /// The place until now, if the treatment ended early; the rest of the time is free again.
    public let from: Place?

    public init(visit: Visit) { self.init(visit: visit, from: nil) }
    init(visit: Visit, from: Place?) {
        self.visit = visit
        self.from = from
    }

    public var timeEffect: TimeEffect { from.map { .moves(from: $0) } ?? .unchanged }
    public static let codec = object(
        TreatmentFinished.init(visit:from:), field("visit", \.visit, Visit.codec),
        optionalField("from", \.from, Place.codec))
}

public struct AppointmentCompleted: AppointmentProgress {
    public static let stored = StoredType("appointment-completed")
    public static var reached: AppointmentStatus { .completed }
    public let visit: Visit
    /// The place until now, if the treatment ended early; the rest of the time is free again.
    public let from: Place?

    public init(visit: Visit) { self.init(visit: visit, from: nil) }
    init(visit: Visit, from: Place?) {
        self.visit = visit
        self.from = from
    }

    public var timeEffect: TimeEffect { from.map { .moves(from: $0) } ?? .unchanged }
    public static let codec = object(
        AppointmentCompleted.init(visit:from:), field("visit", \.visit, Visit.codec),
        optionalField("from", \.from, Place.codec))
}
