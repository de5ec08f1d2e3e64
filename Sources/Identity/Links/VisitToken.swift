public import EventSourcing
public import Identifiers

/// The signed part of a visit link: a clinic, an appointment, and the time at which the appointment begins.
public struct VisitToken: Hashable, Sendable {
    public let clinic: UUIDBytes
    public let appointment: UUIDBytes
    public let start: Instant

    public init(clinic: UUIDBytes, appointment: UUIDBytes, start: Instant) {
        self.clinic = clinic
        self.appointment = appointment
        self.start = start
    }
}

extension Identity {
    /// Signs the token of a visit link with a key of the server's that is used only for this purpose.
    public func sign(_ token: VisitToken) -> String {
        LinkParts(token.clinic, token.appointment, token.start).signed(shared.pepper, for: "visit-link")
    }

    /// Reads the token of a visit link; `nil` if no server with this pepper signed it.
    public func visitToken(_ text: String) -> VisitToken? {
        LinkParts(text, shared.pepper, for: "visit-link").map {
            VisitToken(clinic: $0.owner, appointment: $0.entity, start: $0.instant)
        }
    }

    /// The URL of the page with the signed token of a visit link; `nil` if this server knows no page.
    public func url(ofVisit token: String) -> String? { shared.links?.url(ofVisit: token) }
}
