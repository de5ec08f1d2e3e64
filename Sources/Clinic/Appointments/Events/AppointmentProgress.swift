public import EventSourcing
public import JSON

/// An event for a step to a later status that needs no further data. The step happened at the time of the event.
public protocol AppointmentProgress: AppointmentPayload {
    /// The status after the step.
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
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
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
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}

public struct AppointmentCompleted: AppointmentProgress {
    public static let stored = StoredType("appointment-completed")
    public static var reached: AppointmentStatus { .completed }
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}
