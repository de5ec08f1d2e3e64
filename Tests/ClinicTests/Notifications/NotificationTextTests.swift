import Clinic
import EventSourcing
import Testing

@Suite struct NotificationTextTests {
    @Test func `every kind of notification has a text in each language that is short enough for a phone's lock screen`()
    {
        for language in NotificationLanguage.allCases {
            for type in NotificationType.allCases {
                let text = NotificationText.standard(type, in: language)
                #expect((1...60).contains(text.title.count) && (1...160).contains(text.body.count), "\(type)")
            }
        }
    }

    @Test func `a clinic's own notification text replaces the standard text only for the text's kind and language`()
        throws
    {
        let own = NotificationText(title: "See you soon", body: "We look forward to it.")
        let settings = try NotificationSettings.checked(
            reminders: [120], language: .english,
            texts: [OwnNotificationText(.appointmentReminder, .english, own)])
        #expect(settings.text(of: .appointmentReminder, in: .english) == own)
        #expect(settings.text(of: .appointmentReminder, in: .german) == .standard(.appointmentReminder, in: .german))
        #expect(settings.text(of: .paymentReceived, in: .english) == .standard(.paymentReceived, in: .english))
    }

    @Test func `notification settings with two texts for the same kind and language are refused`() {
        let text = OwnNotificationText(.recallDue, .german, NotificationText(title: "A", body: "B"))
        #expect(throws: (any Error).self) {
            try NotificationSettings.checked(reminders: [], language: .german, texts: [text, text])
        }
    }
}
