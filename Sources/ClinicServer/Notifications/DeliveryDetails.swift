import Clinic
import Endpoints
import EventSourcing
import Foundation
import Identifiers
import PostgresClient
import Push
import SQL

/// The notification of a claimed row of the notification outbox, the device or e-mail address that gets it, and the
/// recipient's preferences, as they are when an attempt begins.
struct DeliveryDetails: Sendable {
    let item: NotificationInboxDocument.Item
    let channel: NotificationChannel
    let target: DeliveryTarget
    /// The registration of the device to which a notification is delivered; `nil` for a mail.
    let device: UUIDBytes?
    let own: OwnNotifications

    /// A statement that reads the details of a claimed row.
    static func query(_ row: ClaimedDelivery) -> Statement {
        let one: Statement = """
            (SELECT * FROM notification_outbox WHERE clinic_id = \(row.clinic) AND outbox_id = \(row.id))
            """
        return """
            SELECT o.notification_id, o.person_id, o.channel, o.device_id, d.platform, d.environment, d.push_token,
                (\(address)), \(OwnNotifications.columns)
            FROM \(OwnNotifications.joined(to: one, as: "o"))
            LEFT JOIN user_device AS d ON d.user_device_id = o.device_id AND (
                d.clinic_id = o.clinic_id AND EXISTS (
                    SELECT FROM membership AS g
                    WHERE g.clinic_id = o.clinic_id AND g.subject_id = o.person_id AND g.account_id = d.account_id
                        AND g.ended_at IS NULL AND NOT g.awaits_owner)
                OR o.clinic_id = \(Principal.personsFeed) AND d.clinic_id = \(Principal.noClinic)
                    AND d.account_id = o.person_id)
            """
    }

    /// An SQL subquery for the person's e-mail address: the verified address of the person's login, or else the address
    /// in the patient's record. For a person without a clinic it is the verified address of the account.
    private static let address: Statement = """
        SELECT coalesce(
            (SELECT a.email FROM membership AS g JOIN account AS a USING (account_id)
             WHERE g.clinic_id = o.clinic_id AND g.subject_id = o.person_id AND g.ended_at IS NULL
                AND NOT g.awaits_owner AND a.email_verified_at IS NOT NULL
             ORDER BY g.created_at LIMIT 1),
            (SELECT t.document ->> 'email' FROM patient AS t
             WHERE t.clinic_id = o.clinic_id AND t.patient_id = o.person_id),
            (SELECT a.email FROM account AS a
             WHERE o.clinic_id = \(Principal.personsFeed) AND a.account_id = o.person_id
                AND a.email_verified_at IS NOT NULL))
        """

    /// Reads the details of a delivery. The result is `nil` if the notification no longer exists, if there is no device
    /// or e-mail address any more, or if the recipient does not want the notification on this channel or has read it.
    init?(_ row: Row, of claimed: ClaimedDelivery) throws {
        let (notification, person) = try (row.uuid(0), row.uuid(1))
        own = try OwnNotifications(row, from: 8, of: person)
        guard let channel = NotificationChannel(rawValue: try row.text(2)),
            let item = own.items.first(where: { $0.id == notification }),
            Self.isWanted(item.type, on: channel, in: claimed.clinic, own.preferences), !own.isRead(item)
        else { return nil }
        self.item = item
        self.channel = channel
        device = try row.optionalUUID(3)
        switch channel {
        case .push:
            guard let platform = try row.optionalText(4), let environment = try row.optionalText(5),
                let token = try row.optionalText(6)
            else { return nil }
            target = .device(.init(service: .init(platform: platform, environment: environment), token: token))
        case .mail:
            guard let address = try row.optionalText(7) else { return nil }
            target = .mail(address)
        }
    }

    /// Whether the recipient wants notifications of a kind on a channel. A person without a clinic has no preferences:
    /// a mail about a missed check-in is in the outbox only if the person has no registered device.
    private static func isWanted(
        _ type: NotificationType, on channel: NotificationChannel, in feed: UUIDBytes,
        _ preferences: NotificationPreferences
    ) -> Bool {
        let isMailOfPerson = feed == Principal.personsFeed && channel == .mail && type == .checkInMissed
        return isMailOfPerson || preferences.types(on: channel).contains(type)
    }

    /// The message of a delivery.
    ///
    /// - Parameter link: the URL of a page for the reader of a mail; `nil` for the link that the app opens.
    func message(_ row: ClaimedDelivery, link: String?) -> PushMessage {
        let text = own.text(of: item.type)
        return PushMessage(
            id: UUID(row.id), collapseKey: item.type.replacesOlder ? item.subject.id.text : nil, title: text.title,
            body: text.body, badge: own.unread, url: link ?? item.subject.url, type: item.type.rawValue,
            isUrgent: item.type.isUrgent, expires: row.expires)
    }
}

extension UUID {
    init(_ bytes: UUIDBytes) {
        let b = bytes.bytes
        self.init(
            uuid: (
                b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]
            ))
    }
}
