import Clinic
import Endpoints
import HTTPServer

/// The content of an uploaded file while it arrives: raw, or as a part of a form.
struct ArrivingFile {
    private let body: HTTPBodyReader
    private var multipart: MultipartFile?
    private let fields: UploadFields
    private var head: [UInt8] = []

    /// Begins to read the content of an uploaded file from a request's body.
    ///
    /// - Throws: 400 if the request has no body, or is a form without a boundary.
    init(_ fields: UploadFields, _ body: HTTPBodyReader?) throws(Problem) {
        guard let body else {
            throw .malformed(body: "", code: "missing", detail: "the request has no body; send the file's content")
        }
        self.body = body
        self.fields = fields
        guard fields.mediaType == Self.form else { return }
        guard let multipart = MultipartFile(fields.contentType) else {
            throw MultipartFile.malformed("needs a boundary in Content-Type")
        }
        self.multipart = multipart
    }

    static let form = "multipart/form-data"

    /// The next bytes of an uploaded file's content; `nil` at its end.
    ///
    /// - Throws: 400 or 415 if the content is not acceptable; `HTTPBodyBroken` if the rest of the content will not
    ///   arrive.
    private mutating func next() async throws -> [UInt8]? {
        while let bytes = try await body.next() {
            let content = try multipart?.take(bytes) ?? bytes
            guard !content.isEmpty else { continue }
            if head.count < FileType.headBytes {
                head += content.prefix(FileType.headBytes - head.count)
                if head.count == FileType.headBytes { _ = try self.type }
            }
            return content
        }
        if let multipart, !multipart.hasEnded { throw MultipartFile.malformed("must end with its boundary") }
        guard !head.isEmpty else { throw Problem.malformed(body: "", code: "missing", detail: "the file is empty") }
        _ = try self.type
        return nil
    }

    /// The next bytes of an uploaded file's content: at least `count`, or fewer at its end; `nil` after its end.
    mutating func next(atLeast count: Int) async throws -> [UInt8]? {
        guard var bytes = try await next() else { return nil }
        while bytes.count < count, let more = try await next() { bytes += more }
        return bytes
    }

    /// The type of an uploaded file, by its first bytes.
    ///
    /// - Throws: 415 if the clinic stores no files of this type.
    var type: FileType {
        get throws(Problem) {
            guard let type = FileType(head: head) else { throw Problem(.unsupportedFileType) }
            return type
        }
    }

    /// The name that the client gave to an uploaded file, without folders; `nil` if it gave no name that can be used.
    var name: String? {
        let given = multipart?.fileName ?? fields.disposition.flatMap { FieldParameters($0).text("filename") }
        guard let last = given?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else { return nil }
        let printable = last.unicodeScalars.filter {
            !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 32 && $0.value != 127
        }
        var name = String(String.UnicodeScalarView(printable))
        while name.first?.isWhitespace == true { name.removeFirst() }
        while name.last?.isWhitespace == true { name.removeLast() }
        return name.isEmpty ? nil : String(name.prefix(200))
    }
}

extension Problem.Kind {
    static let unsupportedFileType = Problem.Kind(
        "unsupported-file-type", 415, "Files of this type are not stored",
        means: "The content is no PDF, PNG, JPEG, HEIC or DICOM file; the type that the request names does not matter.",
        remedy: "Convert the file to one of these types.")
}
