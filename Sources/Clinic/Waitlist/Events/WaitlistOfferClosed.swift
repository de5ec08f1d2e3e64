public import EventSourcing
public import Identifiers
public import JSON

/// An offer to a waiting patient was declined, was lost because its time is no longer free, or was not answered in time.
public struct WaitlistOfferClosed: EventPayload, Hashable {
    /// The reason why the offer of the waitlist was closed; `taken` if its time is no longer free.
    public enum Cause: String, Hashable, Sendable, CaseIterable { case declined, taken, expired }

    public let entry: WaitlistReference
    public let start: Instant
    public let doctor: ID<StaffMember>
    public let cause: Cause

    public static let stored = StoredType("waitlist-offer-closed")
    public static let codec = object(
        WaitlistOfferClosed.init(entry:start:doctor:cause:), field("entry", \.entry, WaitlistReference.codec),
        field("start", \.start, .instant), field("doctor_id", \.doctor, .id()), field("cause", \.cause, .stringEnum))
    public var tags: [Tag] { entry.tags }
}
