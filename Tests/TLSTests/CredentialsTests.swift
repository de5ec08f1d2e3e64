import Foundation
import TLS
import TestSupport
import Testing

@Suite struct CredentialsTests {
    private func files(_ made: SelfSigned) -> CredentialFiles {
        CredentialFiles(certificate: made.certificate, key: made.key)
    }

    @Test func `certificate fingerprints are equal to those of openssl`() async throws {
        try await withSelfSigned { made in
            let certificate = try Certificate(file: made[0].certificate)
            let openssl = try await Shell.run(
                ["openssl", "x509", "-in", made[0].certificate, "-noout", "-fingerprint", "-sha256"])
            #expect(openssl.trimmingCharacters(in: .newlines).hasSuffix("=" + certificate.fingerprintText))
            let pin = try await Shell.run([
                "sh", "-c",
                "openssl x509 -in \(made[0].certificate) -noout -pubkey | openssl pkey -pubin -outform der"
                    + " | openssl dgst -sha256 -binary | base64",
            ])
            #expect(pin.trimmingCharacters(in: .newlines) == certificate.pin)
            #expect(certificate.notAfter - certificate.notBefore == 2 * 86_400)
        }
    }

    @Test func `an invalid certificate does not replace the one in use`() async throws {
        try await withSelfSigned(2) { made in
            let credentials = try ServerCredentials(files(made[0]), speaking: [.http1])
            let before = credentials.certificate
            // The key file now contains the key of another certificate.
            try Data(contentsOf: URL(filePath: made[1].key)).write(to: URL(filePath: made[0].key))
            #expect(throws: TLSError.self) { try credentials.reload() }
            try Data("nonsense".utf8).write(to: URL(filePath: made[0].certificate))
            #expect(throws: TLSError.self) { try credentials.reload() }
            try FileManager.default.removeItem(atPath: made[0].certificate)
            #expect(throws: TLSError.self) { try credentials.reload() }
            #expect(credentials.certificate == before)
            try made[0].replace(with: made[1])
            #expect(try credentials.reload() != before)
            #expect(credentials.certificate == (try Certificate(file: made[1].certificate)))
        }
    }

    @Test func `an expired certificate or a weak key is not used`() async throws {
        try await withSelfSigned { made in
            try await made[0].end()
            #expect(throws: TLSError.self) { try ServerCredentials(files(made[0]), speaking: [.http1]) }
        }
        try await withSelfSigned(algorithm: "rsa:1024") { made in
            #expect(throws: TLSError.self) { try ServerCredentials(files(made[0]), speaking: [.http1]) }
        }
    }
}
