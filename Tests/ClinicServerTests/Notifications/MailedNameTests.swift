import ClinicServer
import Testing

@Suite struct MailedNameTests {
    @Test(arguments: [
        ("Dr. Zoë O’Neill-Çelik", "Dr. Zoë O’Neill-Çelik"), ("Ngô Văn Đức", "Ngô Văn Đức"), ("राम कुमार", "राम कुमार"),
        ("You won! Go to https://evil.example/x?y=1", "You won Go to httpsevilexamplexy"),
        ("www.evil.example", "wwwevilexample"), ("a\r\nBcc: b@c.example", "a Bcc bcexample"), ("<b>Pia</b>", "bPiab"),
        ("+49 30 555", ""),
    ])
    func `a name in a mail keeps letters, and nothing that makes a link or another line`(
        _ name: String, _ shown: String
    ) {
        #expect(MailedName.reduced(name) == shown)
    }

    @Test func `a name in a mail has at most 60 characters`() {
        #expect(MailedName.reduced(String(repeating: "ab ", count: 100)).count <= 60)
    }
}
