import EventLoop
import Testing

@Suite struct ProcessSecretsTests {
    @Test func `passwords are hidden in database URIs and keyword strings, and no other text is treated as a password`()
    {
        func hidden(_ text: String) -> String {
            var bytes = Array(text.utf8)
            for range in ProcessSecrets.passwords(in: bytes) { for index in range { bytes[index] = UInt8(ascii: "*") } }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(hidden("postgresql://clinic:geheim@db.example/c") == "postgresql://clinic:******@db.example/c")
        #expect(hidden("--database=postgres://c:a:b@h:5432/c") == "--database=postgres://c:***@h:5432/c")
        #expect(
            hidden("postgres:///c?host=/run&password=geheim&user=c") == "postgres:///c?host=/run&password=******&user=c"
        )
        #expect(hidden("host=db password=geheim user=c") == "host=db password=****** user=c")
        for text in ["postgresql://clinic@db.example:5432/c", "--host", "https://a:b@c", "postgres:///c"] {
            #expect(hidden(text) == text)
        }
    }

    @Test func `a process that forbids core dumps cannot be dumped`() async {
        await #expect(processExitsWith: .success) {
            try ProcessSecrets.forbidDumps()
            precondition(!ProcessSecrets.mayBeDumped)
        }
    }

    @Test func `a password in a keyword string is hidden completely, by libpq's rules of quoting`() {
        func shown(_ text: String) -> String {
            var bytes = Array(text.utf8)
            for range in ProcessSecrets.passwords(in: bytes).reversed() { bytes.removeSubrange(range) }
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(shown("password='a b' user=c") == "password= user=c")
        #expect(shown(#"password='a\' b' user=c"#) == "password= user=c")
        #expect(shown(#"password=a\ b user=c"#) == "password= user=c")
        #expect(shown("password = geheim user=c") == "password =  user=c")
        #expect(shown("host=db password=a&b user=c") == "host=db password= user=c")
        #expect(shown("password='not closed") == "password=")
        #expect(shown("user=password host=db") == "user=password host=db")
        #expect(shown("password=") == "password=")
    }
}
