public import EventSourcing

/// The events of the waitlist. For example, a patient joined it, or a time was offered to a waiting patient.
public enum WaitlistEvent: FeatureEvent {
    case joined(WaitlistJoined)
    case left(WaitlistLeft)
    case offered(WaitlistOffered)
    case offerClosed(WaitlistOfferClosed)
    case accepted(WaitlistOfferAccepted)

    public var payload: any EventPayload {
        switch self {
        case .joined(let payload): payload
        case .left(let payload): payload
        case .offered(let payload): payload
        case .offerClosed(let payload): payload
        case .accepted(let payload): payload
        }
    }

    /// The waitlist entry that the event is about.
    public var reference: WaitlistReference {
        switch self {
        case .joined(let payload): payload.entry.reference
        case .left(let payload): payload.entry
        case .offered(let payload): payload.entry
        case .offerClosed(let payload): payload.entry
        case .accepted(let payload): payload.entry
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(WaitlistJoined.self) { .waitlist(.joined($0)) }
            .with(WaitlistLeft.self) { .waitlist(.left($0)) }
            .with(WaitlistOffered.self) { .waitlist(.offered($0)) }
            .with(WaitlistOfferClosed.self) { .waitlist(.offerClosed($0)) }
            .with(WaitlistOfferAccepted.self) { .waitlist(.accepted($0)) }
    }
}
