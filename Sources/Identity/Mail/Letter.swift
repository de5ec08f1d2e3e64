import EventSourcing
import Foundation
import Identifiers

/// A mail from the server. It is plain ASCII text, and contains no names and no data of a clinic or a patient.
struct Letter: Sendable {
    enum Kind: String, Sendable {
        case verification, password, invitation, registration, notice
        case knownAlready = "known_already"
        case booking
        /// The mail with the code of a booking request, to an address that has an account with the clinic.
        case bookingKnown = "booking_known"
        /// The question to a new contact of a plan of check-ins.
        case contact
        /// The mail for a booking request from an address without an account. It is never sent, so nobody gets a code.
        case nothing
    }

    let kind: Kind
    let recipient: String
    let token: OneTimeToken
    /// The code of a booking request. Only a mail for a booking request shows it.
    let code: BookingCode

    /// The mail as an RFC 5322 message, with the line ends that programs on this machine expect; `nil` if there is
    /// nothing to send.
    func message(_ mail: MailProgram, at now: Instant) -> [UInt8]? {
        guard let (subject, text) = words, MailAddress.isAcceptable(recipient) else { return nil }
        var lines = [
            "From: <\(mail.sender)>", "To: <\(recipient)>", "Subject: \(subject)", "Date: \(Self.date(of: now))",
            "Message-ID: <\(token.id)@\(Self.host(of: mail.sender))>", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=us-ascii",
            "Auto-Submitted: auto-generated", "", text,
        ]
        if let purpose { lines += ["", mail.links.url(purpose: purpose, token.text)] }
        if let consequence { lines += ["", consequence] }
        lines += ["", "If you did not ask for this, you need not do anything.", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// A sentence in the mail for choosing a new password: the new password does not open a vault that was encrypted
    /// with the old one.
    private var consequence: String? {
        guard kind == .password else { return nil }
        return "A new password does not open a vault that was encrypted with the old one."
    }

    private var purpose: String? {
        switch kind {
        case .verification, .registration: "email"
        case .password, .invitation: "password"
        case .contact: "contact"
        case .notice, .knownAlready, .booking, .bookingKnown, .nothing: nil
        }
    }

    private var words: (subject: String, text: String)? {
        switch kind {
        case .verification: ("Your e-mail address", "Please confirm that this is your e-mail address, within a day:")
        case .registration:
            (
                "Your registration",
                "Please confirm, within a day, if it was you who asked for an account with this address:"
            )
        case .password: ("Your password", "Here you can choose a new password, within an hour:")
        case .invitation: ("Your account", "Here you can choose the password of your new account, within a week:")
        case .notice:
            ("Your account", "You have access to one more clinic now. Sign in with the password that you have.")
        case .knownAlready:
            ("Your registration", "You have an account with this address already. Sign in, or ask for a new password.")
        case .booking: ("Your booking request", codeLines)
        case .bookingKnown:
            (
                "Your booking request",
                codeLines + """


                    You have an account with this clinic. If you sign in, you can book as the patient that the clinic knows.
                    """
            )
        case .contact:
            (
                "A person wants to name you as a contact",
                """
                Somebody who checks in regularly has named this address, to be told if they do not. If you know about this
                and agree, please say so here, within a week. If you do not agree, or do not answer, you get no such mails:
                """
            )
        case .nothing: nil
        }
    }

    private var codeLines: String {
        """
        If it was you who asked for an appointment, please enter this code within half an hour:

        \(code.text)
        """
    }

    /// The value of a mail's `Date` field (RFC 5322 §3.3).
    static func date(of now: Instant) -> String {
        Date(timeIntervalSince1970: TimeInterval(now.secondsSince1970)).formatted(date) + " +0000"
    }

    /// The host of a sender's address. The message ids of the sender's mails end with it.
    static func host(of sender: String) -> String { sender.split(separator: "@").last.map(String.init) ?? "localhost" }

    private static let date = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits)
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
}
