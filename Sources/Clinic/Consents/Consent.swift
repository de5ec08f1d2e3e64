public import EventSourcing
public import Identifiers
public import JSON

/// The data that each event of a consent repeats: the consent's id, the patient, and the day on which the consent was
/// presented.
public struct Consent: Hashable, Sendable {
    public let id: ID<Consent>
    public let patient: ID<Patient>
    public let presentedOn: CivilDate

    public init(id: ID<Consent>, patient: ID<Patient>, presentedOn: CivilDate) {
        self.id = id
        self.patient = patient
        self.presentedOn = presentedOn
    }

    static let codec = object(
        Consent.init(id:patient:presentedOn:), field("consent_id", \.id, .id()),
        field("patient_id", \.patient, .id()), field("presented_on", \.presentedOn, .date))

    var tags: [Tag] { [.consent(id), .consents(of: patient, presentedOn)] }
}

/// The status of a consent.
public enum ConsentStatus: String, CaseIterable, Hashable, Sendable {
    case presented, signed, withdrawn

    static let codec = Codec<ConsentStatus>.stringEnum.described(
        """
        `presented`: nobody has signed the consent yet. `signed`: the patient or a guardian agreed. `withdrawn`: the \
        consent was withdrawn, before or after a signature.
        """
    )
}

/// The title and the text of a consent, as the patient reads them.
public struct ConsentWording: Hashable, Sendable {
    public let title: String
    public let text: String

    public init(title: String, text: String) {
        self.title = title
        self.text = text
    }

    public static let codec = object(
        ConsentWording.init(title:text:),
        field("title", \.title, .consentTitle), field("text", \.text, .consentText)
    ).described("The title and the text of a consent.").named("ConsentWording")
}

/// The signature under a consent: a typed name, and a drawing if the person drew one.
public struct ConsentSignature: Hashable, Sendable {
    public let name: String
    /// A drawn signature as the path data of an SVG path (SVG 2 §9.3).
    public let drawing: String?

    public init(name: String, drawing: String? = nil) {
        self.name = name
        self.drawing = drawing
    }

    public static let codec = object(
        ConsentSignature.init(name:drawing:), field("signed_name", \.name, .signedName),
        optionalField("drawing", \.drawing, .svgPath)
    ).described("The signature under a consent.").named("ConsentSignature")
}

/// The state of one consent for decisions.
public struct KnownConsent: EventSourced {
    /// The consent; `nil` if there is no such consent.
    public private(set) var consent: Consent?
    public private(set) var status = ConsentStatus.presented

    public static let initial = KnownConsent()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .consent(let event) = recorded.event else { return }
        switch event {
        case .presented(let presented): consent = presented.consent
        case .signed: status = .signed
        case .withdrawn: status = .withdrawn
        case .templateSet, .templateRetired: break
        }
    }
}

/// The number of consents that were presented to a patient in one year. The number is limited.
public struct PatientConsents: EventSourced {
    public private(set) var count = 0

    public static let initial = PatientConsents()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .consent(.presented) = recorded.event { count += 1 }
    }
}

extension Subject<KnownConsent> {
    static func consent(_ id: ID<Consent>) -> Subject<KnownConsent> { Subject(.consent(id)) }
}

extension Subject<PatientConsents> {
    /// The consents that were presented to a patient in the year of a date.
    static func consents(of patient: ID<Patient>, inYearOf date: CivilDate) -> Subject<PatientConsents> {
        Subject(.consents(of: patient, date))
    }
}

extension Codec where Value == ID<Consent> {
    public static var consentID: Codec { .id().described("The consent's id.") }
}

extension Codec where Value == String {
    static var consentTitle: Codec { .name().described("The title.") }
    static var consentText: Codec { .prose(max: 20_000).described("The text that the patient agrees to.") }
    static var svgPath: Codec {
        string(
            min: 1, max: 20_000, pattern: "^[MmLlHhVvCcSsQqTtAaZz0-9eE ,.+-]+$",
            detail: "must be the data of an SVG path"
        ) { text in
            text.utf8.allSatisfy { allowedInPaths.contains($0) }
        }.described("The drawn signature: the data of an SVG path, such as `M10 10 L20 20`.")
    }
    private static var allowedInPaths: Set<UInt8> { Set("MmLlHhVvCcSsQqTtAaZz0123456789eE ,.+-".utf8) }
}
