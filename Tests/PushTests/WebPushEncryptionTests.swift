import Crypto
import Endpoints
import Push
import ServiceFakes
import Testing

@Suite struct WebPushEncryptionTests {
    /// The values of RFC 8291, Appendix A.
    @Test func `the encryption of the example of Web Push in RFC 8291 gives the bytes that the RFC prints`() throws {
        let subscription = try WebPushSubscription(
            """
            {"endpoint":"https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            "keys":{"auth":"BTBZMqHH6r4Tts7J_aSIgg",
            "p256dh":"BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}}
            """)
        let key = try P256.KeyAgreement.PrivateKey(
            rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
        let encrypted = try WebPushEncryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), for: subscription, key: key,
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.encode(encrypted) == """
                DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6P\
                Bru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
                """)
    }

    @Test func `the largest message for Web Push gives an encrypted body of 4096 bytes`() throws {
        let browser = Browser(path: "/a")
        let subscription = try WebPushSubscription(browser.subscription(at: "https://push.example"))
        let message = [UInt8](repeating: 7, count: WebPushEncryption.plainLimit)
        let encrypted = try WebPushEncryption.encrypt(
            message, for: subscription, key: P256.KeyAgreement.PrivateKey(), salt: [UInt8](repeating: 1, count: 16))
        #expect(encrypted.count == 4_096)
        #expect(browser.decrypt(encrypted) == message)
    }

    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.decode(Array(text.utf8))) }
}
