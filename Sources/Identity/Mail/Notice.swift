public import EventSourcing
public import Foundation

/// A mail with a notification. Its texts contain no data of a patient.
public struct Notice: Sendable {
    /// The id of the delivery. Every attempt of the delivery has the same id.
    let id: UUID
    let recipient: String
    let subject: String
    let text: String

    public init(id: UUID, recipient: String, subject: String, text: String) {
        self.id = id
        self.recipient = recipient
        self.subject = subject
        self.text = text
    }

    /// The result of an attempt to mail a notification.
    public enum Outcome: Hashable, Sendable {
        case sent, failed
        /// The recipient's address contains characters that are not permitted in a mail's header.
        case badAddress
    }

    /// The mail as an RFC 5322 message in UTF-8, with the line ends that programs on this machine expect; `nil` if the
    /// recipient's address contains characters that are not permitted in a header.
    func message(from sender: String, at now: Instant) -> [UInt8]? {
        guard MailAddress.isAcceptable(recipient) else { return nil }
        let lines = [
            "From: <\(sender)>", "To: <\(recipient)>", "Subject: \(Self.encodedWord(subject))",
            "Date: \(Letter.date(of: now))", "Message-ID: <\(id.uuidString.lowercased())@\(Letter.host(of: sender))>",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated", "", Self.base64Lines(text), "",
        ]
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// A text as encoded words of a header field (RFC 2047 §2), each of at most 75 characters.
    static func encodedWord(_ text: String) -> String {
        var words: [String] = []
        var part = ""
        for scalar in text.unicodeScalars {
            // At most 45 bytes of text fit into one encoded word: they become 60 characters of base64, and the word's
            // prefix and suffix add 12 characters.
            if part.utf8.count + scalar.utf8.count > 45 {
                words.append(part)
                part = ""
            }
            part.unicodeScalars.append(scalar)
        }
        words.append(part)
        return words.map { "=?utf-8?B?\(Data($0.utf8).base64EncodedString())?=" }.joined(separator: "\n ")
    }

    private static func base64Lines(_ text: String) -> String {
        Data(text.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
    }
}

extension MailProgram {
    /// Sends a mail with a notification. If the mail program does not take the mail in time, the attempt has failed,
    /// and the mail is not sent later.
    ///
    /// - Parameter seconds: the time for the attempt. The default is shorter than the time after which the notification
    ///   outbox makes another attempt, so that no mail is sent twice.
    public func deliver(_ notice: Notice, at now: Instant, within seconds: Int64 = 25) async -> Notice.Outcome {
        guard let message = notice.message(from: sender, at: now) else { return .badAddress }
        return await sendNotice(message, within: seconds) ? .sent : .failed
    }
}
