public import EventSourcing
public import Identifiers
public import JSON

/// An event whose type alone determines the status that the appointment reaches. The appointment reached that status
/// when the event was recorded.
public protocol AppointmentProgress: AppointmentPayload {
    /// The status of the appointment after an event of this type.
    static var reached: AppointmentStatus { get }

    init(visit: Visit)
}

extension AppointmentProgress {
    public var statusEffect: StatusEffect { .reaches(Self.reached) }
    public var timeEffect: TimeEffect { .unchanged }

    static var progressCodec: Codec<Self> { object(Self.init(visit:), field("visit", \.visit, Visit.codec)) }
}

/// An event that ends the treatment of an appointment. If the treatment ends early, the rest of the appointment's time
/// is free again.
public protocol TreatmentEnd: AppointmentProgress {
    /// The appointment's place before the event, if the treatment ended early and freed the rest of its time.
    var from: Place? { get }

    init(visit: Visit, from: Place?)
}

extension TreatmentEnd {
    public init(visit: Visit) { self.init(visit: visit, from: nil) }

    public var timeEffect: TimeEffect { from.map { .moves(from: $0) } ?? .unchanged }

    static var endCodec: Codec<Self> {
        object(
            Self.init(visit:from:), field("visit", \.visit, Visit.codec), optionalField("from", \.from, Place.codec))
    }
}

/// The clinic approved a patient's request for an appointment.
public struct AppointmentApproved: AppointmentProgress {
    public static let stored = StoredType("appointment-approved")
    public static var reached: AppointmentStatus { .booked }
    public static let codec = progressCodec
    public let visit: Visit
    public init(visit: Visit) { self.visit = visit }
}

/// The patient, a guardian or the staff confirmed that the patient will come to an appointment.
public struct AppointmentConfirmed: AppointmentProgress {
    public static let stored = StoredType("appointment-confirmed")
    public static var reached: AppointmentStatus { .confirmed }
    public let visit: Visit
    /// The guardian who confirmed for the patient; `nil` if the patient or the staff confirmed.
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

/// A patient has checked in for an appointment, and waits.
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

/// The treatment of an appointment is finished, and the patient can pay.
public struct TreatmentFinished: TreatmentEnd {
    public static let stored = StoredType("treatment-finished")
    public static var reached: AppointmentStatus { .readyForCheckout }
    public static let codec = endCodec
    public let visit: Visit
    public let from: Place?

    public init(visit: Visit, from: Place?) {
        self.visit = visit
        self.from = from
    }
}

public struct AppointmentCompleted: TreatmentEnd {
    public static let stored = StoredType("appointment-completed")
    public static var reached: AppointmentStatus { .completed }
    public static let codec = endCodec
    public let visit: Visit
    public let from: Place?

    public init(visit: Visit, from: Place?) {
        self.visit = visit
        self.from = from
    }
}
