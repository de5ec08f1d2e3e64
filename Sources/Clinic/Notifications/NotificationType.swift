public import JSON

/// The kinds of notifications that patients and staff get.
public enum NotificationType: String, Hashable, Sendable, CaseIterable {
    case appointmentReminder = "appointment.reminder"
    case appointmentStatusChanged = "appointment.status_changed"
    case messageNew = "message.new"
    case paymentReceived = "payment.received"
    case recallDue = "recall.due"
    case waitlistOffer = "waitlist.offer"
    case checkInDue = "check-in.due"
    case checkInMissed = "check-in.missed"

    public static let codec = Codec<NotificationType>.stringEnum.described("The kind of a notification.")
        .named("NotificationType")

    /// Whether a device should show the notification at once, even in its power-saving mode.
    public var isUrgent: Bool { self == .waitlistOffer || self == .checkInMissed }

    /// Whether a newer notification about the same entity replaces an older one on the device.
    public var replacesOlder: Bool {
        switch self {
        case .appointmentReminder, .appointmentStatusChanged, .messageNew, .checkInDue: true
        case .paymentReceived, .recallDue, .waitlistOffer, .checkInMissed: false
        }
    }

    /// The kinds of notifications of a patient that the patient's guardians get too. Of a new message, each guardian who
    /// has written in the thread gets a notification of their own. A guardian can see no waitlist and no check-ins of a
    /// dependant. The trigger of the table `notification_inbox` has the same list.
    public static let forGuardians: [NotificationType] = [
        .appointmentReminder, .appointmentStatusChanged, .paymentReceived, .recallDue,
    ]
}

/// The languages in which notifications are written.
public enum NotificationLanguage: String, Hashable, Sendable, CaseIterable {
    case english = "en"
    case german = "de"
}
