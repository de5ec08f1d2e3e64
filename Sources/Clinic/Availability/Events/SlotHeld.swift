public import EventSourcing
public import JSON

public struct SlotHeld: EventPayload, Hashable {
    public let hold: Hold
    /// The name of the doctor of the held time, as it is shown to the patient.
    public let doctorName: String

    public static let stored = StoredType("slot-held")
    public static let codec = object(
        SlotHeld.init(hold:doctorName:), field("hold", \.hold, Hold.codec), field("doctor_name", \.doctorName, .name()))
    public var tags: [Tag] { hold.tags }
}
