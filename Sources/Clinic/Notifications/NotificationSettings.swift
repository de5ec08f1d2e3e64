public import EventSourcing
public import JSON

/// A clinic's settings for notifications: the reminders of visits and recalls, the language, and the clinic's own
/// texts.
public struct NotificationSettings: Hashable, Sendable {
    /// The numbers of minutes before a visit at which the patient is reminded, the largest first.
    public let reminders: [Int]
    /// The language of notifications to persons who have not chosen one.
    public let language: NotificationLanguage
    /// The clinic's own texts of notifications, at most one for each kind and language.
    public let texts: [OwnNotificationText]
    /// The days on which a patient is reminded of a recall, counted from the day on which the recall is due, the
    /// earliest first. A negative number is before that day. If the list is empty, the servers remind of no recalls.
    public let recallDays: [Int]

    private init(reminders: [Int], language: NotificationLanguage, texts: [OwnNotificationText], recallDays: [Int]) {
        self.reminders = reminders
        self.language = language
        self.texts = texts
        self.recallDays = recallDays
    }

    /// The settings of a clinic that has not set any: reminders 24 hours and 2 hours before a visit, and no reminders
    /// of recalls.
    public static let standard = NotificationSettings(
        reminders: [1440, 120], language: .english, texts: [], recallDays: [])

    /// The permitted numbers of minutes between a reminder and the visit: from ten minutes to 14 days.
    public static let reminderMinutes = 10...20_160

    /// The permitted numbers of days between the day on which a recall is due and a reminder of it.
    public static let recallDayRange = -365...365

    public func text(of type: NotificationType, in language: NotificationLanguage) -> NotificationText {
        texts.first { $0.type == type && $0.language == language }?.text ?? .standard(type, in: language)
    }

    public static let codec = object(
        NotificationSettings.read(reminders:language:texts:recallDaysIfAny:),
        field(
            "reminder_minutes", \.reminders,
            .array(
                Codec<Int>.int(reminderMinutes).described("How many minutes before a visit the patient is reminded."),
                0...6
            ).described("The reminders of a visit, each with its number of minutes before the visit.")),
        field(
            "language", \.language,
            .stringEnum.described("The language of notifications to persons who have not chosen one.")),
        field(
            "texts", \.texts,
            .array(OwnNotificationText.codec, 0...16).described(
                """
                The clinic's own texts, at most one for each kind and language. The other notifications have standard \
                texts.
                """
            )),
        optionalField(
            "recall_days", \.recallDaysIfAny,
            .array(
                Codec<Int>.int(recallDayRange).described(
                    "How many days after the day on which a recall is due the patient is reminded; negative: before."),
                0...6
            ).described(
                """
                The reminders of a recall, each with its number of days after the day on which it is due, such as \
                `[-28, 14]`. They come at 9:00 by the clinic's wall clock. Absent: none.
                """
            ))
    ).described("The settings of a clinic's notifications.").named("NotificationSettings")

    private var recallDaysIfAny: [Int]? { recallDays.isEmpty ? nil : recallDays }

    private static func read(
        reminders: [Int], language: NotificationLanguage, texts: [OwnNotificationText], recallDaysIfAny: [Int]?
    ) throws(CheckFailure) -> NotificationSettings {
        try checked(reminders: reminders, language: language, texts: texts, recallDays: recallDaysIfAny ?? [])
    }

    /// Makes a clinic's settings for notifications, and sorts the reminders.
    ///
    /// - Throws: a failure if two reminders of visits have the same number of minutes, if two reminders of recalls have
    ///   the same number of days, or if two texts have the same kind and language.
    public static func checked(
        reminders: [Int], language: NotificationLanguage, texts: [OwnNotificationText], recallDays: [Int] = []
    ) throws(CheckFailure) -> NotificationSettings {
        guard Set(reminders).count == reminders.count else {
            throw CheckFailure("duplicate", "each number of minutes at most once")
        }
        guard Set(recallDays).count == recallDays.count else {
            throw CheckFailure("duplicate", "each number of days at most once")
        }
        guard Set(texts.map { "\($0.type.rawValue) \($0.language.rawValue)" }).count == texts.count else {
            throw CheckFailure("duplicate", "at most one text for each type and language")
        }
        return NotificationSettings(
            reminders: reminders.sorted(by: >), language: language, texts: texts, recallDays: recallDays.sorted())
    }
}

/// A clinic's settings for notifications, for decisions. Each event contains all settings.
public struct ChosenNotificationSettings: EventSourced {
    public static let initial = ChosenNotificationSettings()
    public static let readsPersonal = false
    public static let readsLast = true

    public private(set) var settings = NotificationSettings.standard
    /// Whether the clinic has set its settings for notifications. They may equal the standard settings.
    private(set) var isSet = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .notification(.settingsSet(let set)) = recorded.event else { return }
        settings = set.settings
        isSet = true
    }
}

extension Subject where State == ChosenNotificationSettings {
    public static var notificationSettings: Subject { Subject(.notificationSettings) }
}
