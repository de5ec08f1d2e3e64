public import EventSourcing
public import JSON

/// A free time was offered to a waiting patient. The time is not held: the first patient who accepts or books it gets
/// it.
public struct WaitlistOffered: EventPayload, Hashable {
    public let entry: WaitlistReference
    public let offer: WaitlistOffer
    /// The day of the offered time by the clinic's calendar; `nil` in events from before offers named it. By this day the
    /// commands that take the doctor's time find the offer.
    public let date: CivilDate?

    public static let stored = StoredType("waitlist-offered")
    public static let codec = object(
        WaitlistOffered.init(entry:offer:date:), field("entry", \.entry, WaitlistReference.codec),
        field("offer", \.offer, WaitlistOffer.codec), optionalField("date", \.date, .date))
    public var tags: [Tag] { entry.tags + (date.map { [.doctorDay(offer.doctor, $0)] } ?? []) }
}
