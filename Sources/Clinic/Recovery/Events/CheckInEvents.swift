public import EventSourcing
public import Identifiers
public import JSON

/// A doctor prescribed check-ins for a patient, or a patient or a person without a clinic chose them. A plan that was
/// running is replaced.
public struct CheckInsStarted: EventPayload, Hashable {
    public let plan: CheckInPlan
    /// The person who is told of missed check-ins; `nil` for nobody.
    public let contact: CheckInContact?

    public static let stored = StoredType("check-ins-started")
    public static let codec = object(
        CheckInsStarted.init(plan:contact:), field("plan", \.plan, CheckInPlan.codec),
        optionalField("contact", \.contact, CheckInContact.codec))
    public var person: UUIDBytes? { plan.patient.uuid }
    public var tags: [Tag] { [.checkIns(of: plan.patient)] }
}

/// The intervals of a plan of check-ins were changed.
public struct CheckInIntervalsSet: EventPayload, Hashable {
    public let plan: CheckInPlan

    public static let stored = StoredType("check-in-intervals-set")
    public static let codec = object(CheckInIntervalsSet.init(plan:), field("plan", \.plan, CheckInPlan.codec))
    public var tags: [Tag] { [.checkIns(of: plan.patient)] }
}

/// A patient, or a person without a clinic, checked in. The plan's `since` is the time of the last check-in.
public struct CheckedIn: EventPayload, Hashable {
    public let checkIn: ID<CheckIn>
    public let source: CheckInSource
    /// The instant of the check-in by the client's clock, if the client named one; `nil` if the person checked in when
    /// the server received the command.
    public let made: Instant?
    public let plan: CheckInPlan

    public static let stored = StoredType("checked-in")
    public static let codec = object(
        CheckedIn.init(checkIn:source:made:plan:), field("check_in_id", \.checkIn, .id()),
        field("source", \.source, .stringEnum), optionalField("made_at", \.made, .instant),
        field("plan", \.plan, CheckInPlan.codec))
    public var tags: [Tag] { [.checkIns(of: plan.patient), .checkIn(checkIn)] }

    /// The instant of the check-in.
    var instant: Instant { made ?? plan.since }
}

/// The reminder of a check-in became due. The person is notified of this event.
public struct CheckInReminded: EventPayload, Hashable {
    public let plan: CheckInPlan

    public static let stored = StoredType("check-in-reminded")
    public static let codec = object(CheckInReminded.init(plan:), field("plan", \.plan, CheckInPlan.codec))
    public var tags: [Tag] { [.checkIns(of: plan.patient)] }
}

/// A check-in was due, and the patient, or the person without a clinic, had not checked in. The person is notified of
/// this event.
public struct CheckInMissed: EventPayload, Hashable {
    public let missed: ID<MissedCheckIn>
    public let due: Instant
    public let plan: CheckInPlan

    public static let stored = StoredType("check-in-missed")
    public static let codec = object(
        CheckInMissed.init(missed:due:plan:), field("missed_check_in_id", \.missed, .id()),
        field("due_at", \.due, .instant), field("plan", \.plan, CheckInPlan.codec))
    public var tags: [Tag] { [.checkIns(of: plan.patient), .missedCheckIn(missed)] }
}

/// A patient, or a person without a clinic, has still not checked in some time after a missed check-in, so the contact
/// is to be told.
public struct CheckInContactDue: EventPayload, Hashable {
    public let missed: ID<MissedCheckIn>
    public let plan: CheckInPlan

    public static let stored = StoredType("check-in-contact-due")
    public static let codec = object(
        CheckInContactDue.init(missed:plan:), field("missed_check_in_id", \.missed, .id()),
        field("plan", \.plan, CheckInPlan.codec))
    public var tags: [Tag] { [.checkIns(of: plan.patient), .missedCheckIn(missed)] }
}

/// A plan of check-ins ended.
public struct CheckInsEnded: EventPayload, Hashable {
    /// The reason why the plan of check-ins ended: its end was reached, or somebody ended it before.
    public enum Cause: String, Hashable, Sendable, CaseIterable { case over, stopped }

    public let cause: Cause
    public let plan: CheckInPlan

    public static let stored = StoredType("check-ins-ended")
    public static let codec = object(
        CheckInsEnded.init(cause:plan:), field("cause", \.cause, .stringEnum),
        field("plan", \.plan, CheckInPlan.codec))
    public var tags: [Tag] { [.checkIns(of: plan.patient)] }
}

/// A member of staff has seen that a check-in was missed.
public struct MissedCheckInSeen: EventPayload, Hashable {
    public let missed: ID<MissedCheckIn>
    public let patient: ID<Patient>
    public let by: ID<StaffMember>

    public static let stored = StoredType("missed-check-in-seen")
    public static let codec = object(
        MissedCheckInSeen.init(missed:patient:by:), field("missed_check_in_id", \.missed, .id()),
        field("patient_id", \.patient, .id()), field("staff_id", \.by, .id()))
    public var tags: [Tag] { [.missedCheckIn(missed)] }
}

/// A person without a clinic erased the check-ins of the account. The key that encrypts the data of the contacts was
/// destroyed in the transaction of this event, so no plan can follow the event.
public struct CheckInsErased: EventPayload, Hashable {
    /// The id of the account, which is in the place of the patient's id in the other events.
    public let person: ID<Patient>

    public static let stored = StoredType("check-ins-erased")
    public static let codec = object(CheckInsErased.init(person:), field("person_id", \.person, .id()))
    public var tags: [Tag] { [.checkIns(of: person)] }
}

/// The way in which a person checked in.
public enum CheckInSource: String, Hashable, Sendable, CaseIterable {
    case manual, notification, widget, watch
}
