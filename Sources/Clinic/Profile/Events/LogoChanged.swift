public import EventSourcing
public import JSON

/// The clinic changed its logo, or removed it.
public struct LogoChanged: EventPayload, Hashable {
    /// The new logo; `nil` if the clinic has none any more.
    public let logo: ClinicLogo?

    public static let stored = StoredType("logo-changed")
    public static let codec = object(LogoChanged.init(logo:), optionalField("logo", \.logo, ClinicLogo.codec))
    public var tags: [Tag] { [.settings] }
}
