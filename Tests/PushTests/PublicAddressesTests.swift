import EventLoop
import Push
import Testing

@Suite struct PublicAddressesTests {
    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "192.0.2.1", "::", "::1",
        "::ffff:10.0.0.1", "::ffff:127.0.0.1", "fe80::1", "fd00::1", "fc00::1", "ff02::1", "2001:db8::1",
        "2002:7f00:1::", "2001::1", "64:ff9b::a00:1", "::127.0.0.1",
    ])
    func `an address for private, local or special use is not a public address`(text: String) throws {
        #expect(!PublicAddresses.contains(try SocketAddress(numericHost: text, port: 443)))
    }

    @Test(arguments: [
        "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "192.167.255.255", "223.255.255.255", "::ffff:8.8.8.8", "2606:4700::1111", "2a00:1450::1", "2003::1",
    ])
    func `an address that is not for private, local or special use is a public address`(text: String) throws {
        #expect(PublicAddresses.contains(try SocketAddress(numericHost: text, port: 443)))
    }
}
