import Clinic
import Endpoints
import EventSourcing
import Foundation
import Identifiers
import Identity
import JSON
import PostgresClient
import Push
import SQL

/// The mail to the contact of a plan of check-ins about a missed check-in.
///
/// Unlike a notification, the mail names the person of whom the check-in was expected, since the contact must know whom
/// the mail is about. The person or a doctor has named the contact for this case, and the contact has agreed. The name is
/// reduced to what names consist of, so that it cannot be a message or a link of its own.
struct ContactMail: Sendable {
    let address: String
    private let name: String
    /// The time at which the missed check-in was due, as `2026-11-24 08:00 UTC`.
    private let due: String
    private let language: NotificationLanguage
    /// The id of the one-time token with which the contact can refuse further mails.
    let token: UUIDBytes

    /// A statement that reads the mail for a claimed row of the notification outbox. It returns no row if the person
    /// has checked in since, or has started another plan.
    static func query(_ row: ClaimedDelivery) -> Statement {
        """
        SELECT c.document -> 'contact' ->> 'email', m.document ->> 'due_at',
            CASE WHEN o.clinic_id = \(Principal.personsFeed)
                THEN (SELECT a.name FROM account AS a WHERE a.account_id = o.person_id)
                ELSE (SELECT nullif(concat_ws(' ', p.document ->> 'given_name', p.document ->> 'family_name'), '')
                      FROM patient AS p WHERE p.clinic_id = o.clinic_id AND p.patient_id = o.person_id)
            END,
            s.document -> 'settings', k.token_id
        FROM notification_outbox AS o
        JOIN missed_check_in AS m ON m.clinic_id = o.clinic_id AND m.missed_check_in_id = o.notification_id
        JOIN check_in_plan AS c ON c.clinic_id = o.clinic_id AND c.patient_id = o.person_id
        JOIN contact_consent AS k ON k.clinic_id = o.clinic_id AND k.person_id = o.person_id AND k.state = 'accepted'
            AND k.address = address_digest(c.document #>> '{contact,email}')
        LEFT JOIN notification_settings AS s ON s.clinic_id = o.clinic_id
        WHERE o.clinic_id = \(row.clinic) AND o.outbox_id = \(row.id) AND c.document ->> 'status' <> 'active'
        """
    }

    /// Reads the mail from a row; `nil` if the contact has no e-mail address, or if contact or person were erased.
    init?(_ row: Row) throws {
        guard let address = try row.optionalText(0), let due = try row.optionalText(1),
            let name = try row.optionalText(2)
        else { return nil }
        self.address = address
        self.name = MailedName.reduced(name)
        token = try row.uuid(4)
        self.due = String(due.prefix(16)).replacing("T", with: " ") + " UTC"
        let settings = try row.optionalBytes(3).map {
            try NotificationSettings.codec.decode(parsing: $0, unknownMembers: .ignored)
        }
        language = (settings ?? .standard).language
    }

    private var text: NotificationText {
        switch language {
        case .english:
            NotificationText(
                title: "Check-in missed",
                body: """
                    \(name.isEmpty ? "A person" : name) was expected to check in by \(due), and has not checked in since. You are named as the person to \
                    tell, and you have agreed. Please ask whether everything is all right. If you want no more of these mails, \
                    say so here:
                    """)
        case .german:
            NotificationText(
                title: "Rückmeldung fehlt",
                body: """
                    \(name.isEmpty ? "Eine Person" : name) hätte sich bis \(due) melden sollen und hat sich seither nicht gemeldet. Sie sind als Kontakt \
                    für diesen Fall angegeben und haben zugestimmt. Bitte fragen Sie nach, ob alles in Ordnung ist. Wenn Sie \
                    solche Nachrichten nicht mehr wollen, sagen Sie es hier:
                    """)
        }
    }

    /// The mail as a message.
    ///
    /// - Parameter link: the end of the link with which the contact can refuse further mails.
    func message(_ row: ClaimedDelivery, link: String) -> PushMessage {
        PushMessage(
            id: UUID(row.id), collapseKey: nil, title: text.title, body: text.body, badge: 0, url: link,
            type: NotificationType.checkInMissed.rawValue, isUrgent: true, expires: row.expires)
    }
}

extension NotificationWorker {
    /// Sends a claimed row's mail to the contact of a plan of check-ins.
    func deliverToContact(_ row: ClaimedDelivery, at now: Instant) async throws {
        let found = try await services.reads.perform(ContactMail.query(row), effect: .reads)
        guard let mail = try found.first.flatMap({ try ContactMail($0) }) else { return try await write(.drop(row)) }
        let target = DeliveryTarget.mail(mail.address)
        // This server has no mail program. Another server may have one.
        guard let channel = channels.channel(for: target) else {
            return try await write(.postpone(row, to: now.adding(minutes: 10)))
        }
        let link = services.identity.contactLink(mail.token, mail.address)
        try await send(mail.message(row, link: link), of: row, by: channel, to: target, device: nil, at: now)
    }
}
