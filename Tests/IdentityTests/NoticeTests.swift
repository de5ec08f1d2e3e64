import EventSourcing
import Foundation
import Identity
import Testing

/// Tests mails with notifications.
@Suite struct NoticeTests {
    private static let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

    private func notice(to address: String, _ subject: String = "Terminerinnerung") -> Notice {
        Notice(id: Self.id, recipient: address, subject: subject, text: "Grüße\n\nhttps://app.example.org")
    }

    @Test func `a mail with a notification has its text as UTF-8 in base64, and the delivery's id in its Message-ID`()
        async throws
    {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        // The last character is one of 60 bytes: a letter with 29 combining marks.
        let subject =
            "Ein sehr langer Betreff mit Umlauten: äöü äöü äöü äöü e" + String(repeating: "\u{301}", count: 29)
        #expect(await mailbox.program.deliver(notice(to: "pat@example.org", subject), at: noon) == .sent)
        let letter = try #require(try mailbox.take().first)
        #expect(letter.utf8.allSatisfy { $0 < 128 })
        #expect(letter.contains("To: <pat@example.org>\n"))
        #expect(letter.contains("Message-ID: <01020304-0506-0708-090a-0b0c0d0e0f10@example.org>\n"))
        #expect(letter.split(separator: "\n").allSatisfy { $0.utf8.count <= 90 })
        let words = letter.matches(of: /=\?utf-8\?B\?([A-Za-z0-9+\/=]+)\?=/).compactMap {
            Data(base64Encoded: String($0.output.1))
        }
        #expect(words.count > 1)
        #expect(words.allSatisfy { (1...45).contains($0.count) })
        #expect(words.map { String(decoding: $0, as: UTF8.self) }.joined() == subject)
        let body = try #require(letter.components(separatedBy: "\n\n").dropFirst().first)
        let text = try #require(Data(base64Encoded: body, options: .ignoreUnknownCharacters))
        #expect(String(decoding: text, as: UTF8.self) == "Grüße\n\nhttps://app.example.org")
    }

    @Test
    func `a notification is not mailed to an address that could change the mail's fields or the program's options`()
        async throws
    {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        for address in ["-x@example.org", "a b@example.org", "a@b@c", "a@example.org\nBcc: x@example.org"] {
            #expect(await mailbox.program.deliver(notice(to: address), at: noon) == .badAddress)
        }
        #expect(try mailbox.take().isEmpty)
    }

    @Test func `a mail with a notification that cannot be sent in time is not sent later`() async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        #expect(await mailbox.program.deliver(notice(to: "pat@example.org"), at: noon, within: 4) == .failed)
        // Mails with notifications are sent one after the other, so the first would have been sent by now.
        #expect(await mailbox.program.deliver(notice(to: "kim@example.org"), at: noon) == .sent)
        #expect(try mailbox.take().map { $0.contains("kim@example.org") } == [true])
    }

    @Test func `a notification counts as failed if the mail program fails`() async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        mailbox.close()
        #expect(await mailbox.program.deliver(notice(to: "pat@example.org"), at: noon) == .failed)
    }
}
