public import JSON

/// The title and the body of a notification. They contain no data of a patient, because devices show them on locked
/// screens and push services can read them. A text is for the patient and for the patient's guardians.
public struct NotificationText: Hashable, Sendable {
    public let title: String
    public let body: String

    public init(title: String, body: String) {
        self.title = title
        self.body = body
    }

    /// The standard text of a notification. It is used if the clinic has not written its own text.
    public static func standard(_ type: NotificationType, in language: NotificationLanguage) -> NotificationText {
        switch language {
        case .english: english(type)
        case .german: german(type)
        }
    }

    private static func english(_ type: NotificationType) -> NotificationText {
        switch type {
        case .appointmentReminder:
            NotificationText(title: "Appointment reminder", body: "An appointment is coming up soon.")
        case .appointmentStatusChanged:
            NotificationText(title: "Appointment changed", body: "An appointment has changed.")
        case .messageNew: NotificationText(title: "New message", body: "You have a new message.")
        case .paymentReceived: NotificationText(title: "Payment received", body: "The clinic has received a payment.")
        case .recallDue: NotificationText(title: "Time for a visit", body: "It is time to book the next visit.")
        case .waitlistOffer: NotificationText(title: "A time is free", body: "The clinic offers you a time.")
        case .checkInDue: NotificationText(title: "Check-in", body: "Please check in.")
        case .checkInMissed: NotificationText(title: "Check-in missed", body: "A check-in was missed.")
        }
    }

    private static func german(_ type: NotificationType) -> NotificationText {
        switch type {
        case .appointmentReminder:
            NotificationText(title: "Terminerinnerung", body: "Bald steht ein Termin an.")
        case .appointmentStatusChanged:
            NotificationText(title: "Termin geändert", body: "Ein Termin hat sich geändert.")
        case .messageNew: NotificationText(title: "Neue Nachricht", body: "Sie haben eine neue Nachricht.")
        case .paymentReceived: NotificationText(title: "Zahlung eingegangen", body: "Eine Zahlung ist eingegangen.")
        case .recallDue: NotificationText(title: "Zeit für einen Termin", body: "Der nächste Besuch steht an.")
        case .waitlistOffer:
            NotificationText(title: "Ein Termin ist frei", body: "Die Praxis bietet Ihnen einen Termin an.")
        case .checkInDue: NotificationText(title: "Rückmeldung", body: "Bitte melden Sie sich zurück.")
        case .checkInMissed: NotificationText(title: "Rückmeldung fehlt", body: "Eine Rückmeldung ist ausgeblieben.")
        }
    }
}

/// A text that a clinic has written for one kind of notification in one language.
public struct OwnNotificationText: Hashable, Sendable {
    public let type: NotificationType
    public let language: NotificationLanguage
    public let text: NotificationText

    public init(_ type: NotificationType, _ language: NotificationLanguage, _ text: NotificationText) {
        self.type = type
        self.language = language
        self.text = text
    }

    public static let codec = object(
        OwnNotificationText.make(type:language:title:body:),
        field("type", \.type, NotificationType.codec.described("The kind of notifications that have the text.")),
        field("language", \.language, .stringEnum.described("The language of the text.")),
        field(
            "title", \.text.title,
            .string(1...60).described(
                "The title. Devices show it on locked screens, so it must not be about a patient.")),
        field(
            "body", \.text.body,
            .string(1...160).described(
                "The text. Devices show it on locked screens, so it must not be about a patient."))
    ).described("A clinic's own text for one kind of notification in one language.").named("NotificationText")

    private static func make(
        type: NotificationType, language: NotificationLanguage, title: String, body: String
    ) -> OwnNotificationText {
        OwnNotificationText(type, language, NotificationText(title: title, body: body))
    }
}
