import HTTPClient
import Testing

@Suite struct HTTPSAddressTests {
    @Test(
        arguments: [
            ("https://push.example/a/b?c=d", "https://push.example", "/a/b?c=d"),
            ("HTTPS://Push.Example", "https://push.example", "/"),
            ("https://push.example:8443?x", "https://push.example:8443", "/?x"),
            ("https://192.0.2.1:443/", "https://192.0.2.1", "/"),
        ])
    func `the origin and the path of an https URL are read`(text: String, origin: String, path: String) throws {
        let address = try #require(HTTPSAddress(text))
        #expect("\(address.origin)" == origin)
        #expect(address.path == path)
    }

    @Test(
        arguments: [
            "", "http://push.example/", "https://", "https:///a", "https://user@push.example/", "https://[::1]/",
            "https://push.example:0/", "https://push.example:+1/", "https://push.example:65536/",
            "https://push.example/#a", "https://push.example/a b", "https://push.example/é", "https://a:1:2/",
            "https://push.example/\r\nx", "https://.push.example/", "https://push_example/",
            "https://\(String(repeating: "a", count: 254))/",
        ])
    func `a text that is not an https URL of a host name or an IPv4 address is refused`(text: String) {
        #expect(HTTPSAddress(text) == nil)
    }
}
