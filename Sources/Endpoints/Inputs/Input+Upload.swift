public import JSON

/// A media type in which an endpoint accepts an upload, and the schema of a body of this type.
public struct UploadForm: Hashable, Sendable {
    public let mediaType: String
    public let schema: Schema

    public init(_ mediaType: String, _ schema: Schema = Schema(.string)) {
        self.mediaType = mediaType
        self.schema = schema
    }
}

/// The header fields that describe an uploaded body.
public struct UploadFields: Hashable, Sendable {
    /// The media type of an uploaded body, in lower case and without its parameters.
    public let mediaType: String
    /// The value of the header field `Content-Type` of an uploaded body.
    public let contentType: ArraySlice<UInt8>
    /// The value of the header field `Content-Disposition`, which can name the uploaded file; `nil` if it is absent.
    public let disposition: ArraySlice<UInt8>?
}

extension Input where Value == UploadFields {
    /// An input with the header fields of a body that the endpoint reads while the body arrives. A request gets 415 if
    /// its media type is neither one of those in `forms` nor one that says nothing of the content.
    public static func upload(_ forms: [UploadForm]) -> Input {
        let disposition = Parameter(
            .header, "Content-Disposition",
            Schema(.string).with {
                $0.text = "Names the file, such as `attachment; filename*=UTF-8''M%C3%BCller.pdf` (RFC 6266)."
            }, isRequired: false)
        var takes = Takes(parameters: [disposition])
        takes.upload = forms
        return Input(takes) { reading throws(InputFailure) in
            let (mediaType, contentType) = try reading.mediaType(in: forms)
            return UploadFields(
                mediaType: mediaType, contentType: contentType,
                disposition: reading.invocation.field("content-disposition"))
        }
    }
}

extension Input where Value == [UInt8] {
    /// An input that reads a body that is no JSON, after the whole body has arrived. The server's general limit for the
    /// size of bodies applies. A request gets 415 if its media type is neither one of those in `forms` nor
    /// one that says nothing of the content.
    public static func content(_ forms: [UploadForm]) -> Input {
        var takes = Takes()
        takes.upload = forms
        return Input(takes) { reading throws(InputFailure) in
            _ = try reading.mediaType(in: forms)
            return reading.invocation.body
        }
    }
}

extension InputReading {
    /// The media type of the body in lower case, without its parameters, and the value of `Content-Type`; empty if the
    /// field is absent. The bytes of an upload tell its content, so a type that says nothing is no obstacle.
    fileprivate func mediaType(
        in forms: [UploadForm]
    ) throws(InputFailure) -> (mediaType: String, contentType: ArraySlice<UInt8>) {
        guard let type = invocation.field("content-type") else { return ("", []) }
        let essence = type.prefix { $0 != UInt8(ascii: ";") }.filter { $0 != UInt8(ascii: " ") }
        let mediaType = String(decoding: essence, as: UTF8.self).lowercased()
        guard forms.contains(where: { $0.mediaType == mediaType }) || Self.untold.contains(mediaType) else {
            let names = forms.map(\.mediaType).joined(separator: ", ")
            throw .refused(Problem(.unsupportedUpload, "The body can be \(names)."))
        }
        return (mediaType, type)
    }

    /// The media types that senders give to contents of which they do not know the type, or by a usual other name:
    /// nothing, URLSession's and curl's default for a body, `image/jpg`.
    private static let untold: Set<String> = [
        "", "application/octet-stream", "binary/octet-stream", "application/x-www-form-urlencoded", "image/jpg",
        "image/pjpeg", "image/x-png", "image/heif", "application/x-pdf",
    ]
}
