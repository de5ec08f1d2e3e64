public import JSON

/// The clinic's logo, without its content: the content is public, and is stored under its hash.
public struct ClinicLogo: Hashable, Sendable {
    /// A type of images that browsers and mail programs show.
    public enum MediaType: String, CaseIterable, Hashable, Sendable {
        case png = "image/png"
        case jpeg = "image/jpeg"
    }

    public let type: MediaType
    /// The SHA-256 of the logo's content, in hexadecimal digits.
    public let sha256: String

    public init(type: MediaType, sha256: String) {
        self.type = type
        self.sha256 = sha256
    }

    /// The JSON of the logo, in events and in the API.
    public static let codec = object(
        ClinicLogo.init(type:sha256:),
        field("type", \.type, .stringEnum.described("The media type, as the content shows it.")),
        field("sha256", \.sha256, .sha256.described("The SHA-256 of the content, in hexadecimal digits."))
    ).described("A clinic's logo, whose content is at `GET /api/v1/public/clinics/{clinic_id}/logo`.")
        .named("ClinicLogo")
}

extension ClinicLogo.MediaType {
    /// Recognizes the type of an image by the image's first bytes; `nil` if a logo cannot have this type.
    public init?(head: [UInt8]) {
        switch FileType(head: head) {
        case .png: self = .png
        case .jpeg: self = .jpeg
        case .pdf, .heic, .dicom, nil: return nil
        }
    }
}
