import EventLoop
import Testing
import WebhookClient

/// Tests which URLs and addresses a webhook may have.
@Suite struct WebhookURLTests {
    private func refusal(_ text: String) -> WebhookURL.Refusal? {
        do throws(WebhookURL.Refusal) {
            _ = try WebhookURL(text, permitsLocal: false)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        ("https://hooks.example.com", "https://hooks.example.com:443/"),
        ("HTTPS://Hooks.Example.com/a?b=c", "https://hooks.example.com:443/a?b=c"),
        ("https://hooks.example.com?b", "https://hooks.example.com:443/?b"),
        ("https://hooks.example.com:8443/x", "https://hooks.example.com:8443/x"),
        ("https://8.8.8.8/", "https://8.8.8.8:443/"),
        ("https://[2606:4700::1111]/", "https://[2606:4700::1111]:443/"),
    ]) func `a public https URL of a webhook is accepted and normalized`(_ text: String, _ normalized: String) throws {
        #expect(try WebhookURL(text, permitsLocal: false).text == normalized)
    }

    @Test(arguments: [
        ("http://hooks.example.com/", WebhookURL.Refusal.scheme), ("ftp://hooks.example.com/", .scheme),
        ("file:///etc/passwd", .scheme), ("hooks.example.com", .malformed), ("https://", .malformed),
        ("https:///x", .malformed), ("https://a@hooks.example.com/", .userinfo),
        ("https://hooks.example.com@127.0.0.1/", .userinfo), ("https://a:b@hooks.example.com/", .userinfo),
        ("https://hooks.example.com:22/", .port), ("https://hooks.example.com:80/", .port),
        ("https://hooks.example.com:0/", .malformed), ("https://hooks.example.com:443x/", .malformed),
        ("https://hooks.example.com/#a", .malformed), (#"https://hooks.example.com\@127.0.0.1/"#, .malformed),
        ("https://hooks.example.com/ x", .malformed), ("https://hooks.exämple.com/", .malformed),
        ("https://hooks..example.com/", .malformed), ("https://-a.example.com/", .malformed),
        ("https://a.example.com./", .malformed), ("https://localhost/", .host), ("https://printer/", .host),
        ("https://a.localhost/", .host), ("https://nas.local/", .host), ("https://db.internal/", .host),
        ("https://127.0.0.1/", .host), ("https://127.1/", .malformed), ("https://2130706433/", .malformed),
        ("https://0x7f000001/", .malformed), ("https://0177.0.0.1/", .malformed), ("https://[::1]/", .host),
        ("https://[::ffff:10.0.0.1]/", .host), ("https://[fe80::1%25eth0]/", .malformed),
    ]) func `a webhook's URL of another form or of a private network is refused with the reason`(
        _ text: String, _ reason: WebhookURL.Refusal
    ) {
        #expect(refusal(text) == reason)
    }

    @Test func `a webhook's URL of more than a thousand bytes is refused`() {
        #expect(refusal("https://hooks.example.com/" + String(repeating: "a", count: 1_000)) == .malformed)
    }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.9.9.9", "169.254.169.254",
        "172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.2.1", "192.168.1.1", "198.18.0.1", "203.0.113.1",
        "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255", "::", "::1", "fe80::1", "fc00::1", "fd12::1",
        "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "64:ff9b::10.0.0.1", "64:ff9b::127.0.0.1",
        "64:ff9b:1::a00:1", "2002:7f00:1::1", "2001::1", "2001:db8::1", "100::1",
    ])
    func `a private or reserved address, also one inside an IPv6 address, is not a public address for webhooks`(
        _ text: String
    ) throws {
        #expect(!PublicAddress.contains(try SocketAddress(numericHost: text, port: 443)))
    }

    @Test(arguments: [
        "1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "9.255.255.255", "11.0.0.0",
        "223.255.255.255", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700::1111", "2a00:1450::1",
    ]) func `an address that is neither private nor reserved is a public address for webhooks`(_ text: String) throws {
        #expect(PublicAddress.contains(try SocketAddress(numericHost: text, port: 443)))
    }
}
