import COpenSSL
import Glibc

/// The fingerprints of a server's certificate, and the time for which it is valid.
public struct Certificate: Hashable, Sendable {
    /// The SHA-256 hash of the whole certificate (DER). Clients that pin a certificate compare this hash.
    public let fingerprint: [UInt8]
    /// The SHA-256 hash of the certificate's public key (SubjectPublicKeyInfo, DER; RFC 7469 §2.4). A renewed
    /// certificate with the same key has the same hash.
    public let keyFingerprint: [UInt8]
    /// The start of the certificate's validity, in whole seconds since 1970-01-01T00:00:00Z.
    public let notBefore: Int64
    public let notAfter: Int64

    /// Reads the certificate that comes first in a PEM file.
    public init(file path: String) throws(TLSError) {
        ErrorQueue.clear()
        guard let file = unsafe BIO_new_file(path, "r") else {
            throw TLSError("cannot read the certificate \(path)", from: ErrorQueue())
        }
        defer { unsafe BIO_free(file) }
        guard let certificate = unsafe PEM_read_bio_X509(file, nil, nil, nil) else {
            throw TLSError("no certificate (PEM) in \(path)", from: ErrorQueue())
        }
        defer { unsafe X509_free(certificate) }
        try unsafe self.init(certificate)
    }

    init(_ certificate: OpaquePointer) throws(TLSError) {
        fingerprint = try unsafe Certificate.digest { unsafe i2d_X509(certificate, $0) }
        keyFingerprint = try unsafe Certificate.digest { unsafe i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), $0) }
        notBefore = try unsafe Certificate.seconds(X509_get0_notBefore(certificate))
        notAfter = try unsafe Certificate.seconds(X509_get0_notAfter(certificate))
    }

    /// The certificate's SHA-256 fingerprint in hexadecimal, `AB:CD:…`, as `openssl x509 -fingerprint -sha256` writes
    /// it.
    public var fingerprintText: String {
        let digits = Array("0123456789ABCDEF".utf8)
        let pairs = fingerprint.map { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return String(decoding: Array(pairs.joined(separator: [UInt8(ascii: ":")])), as: UTF8.self)
    }

    /// The SHA-256 fingerprint of the certificate's public key in base64, as pinning libraries write it after
    /// `sha256/`.
    public var pin: String {
        var text = [UInt8](repeating: 0, count: (keyFingerprint.count + 2) / 3 * 4 + 1)
        let count = unsafe EVP_EncodeBlock(&text, keyFingerprint, Int32(keyFingerprint.count))
        return String(decoding: text.prefix(Int(count)), as: UTF8.self)
    }

    /// Whether the certificate is valid at a time.
    ///
    /// - Parameter now: the time in seconds since 1970.
    public func isValid(at now: Int64) -> Bool { notBefore <= now && now <= notAfter }

    /// The SHA-256 hash of the bytes of an OpenSSL structure, which the function `encode` writes. If `encode` gets no
    /// buffer, it only returns the number of the bytes.
    private static func digest(
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(TLSError) -> [UInt8] {
        let count = encode(nil)
        guard count > 0 else { throw TLSError("the certificate cannot be encoded", from: ErrorQueue()) }
        var bytes = [UInt8](repeating: 0, count: Int(count))
        unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            _ = unsafe encode(&start)
        }
        var hash = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        unsafe SHA256(bytes, bytes.count, &hash)
        return hash
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) throws(TLSError) -> Int64 {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else {
            throw TLSError("the certificate has an unreadable date", from: ErrorQueue())
        }
        return Int64(unsafe timegm(&parts))
    }
}
