/// A type of file that the clinic stores. A file's type is recognized by the file's first bytes, whatever type the
/// client declares.
public enum FileType: String, CaseIterable, Hashable, Sendable {
    case pdf = "application/pdf"
    case png = "image/png"
    case jpeg = "image/jpeg"
    case heic = "image/heic"
    case dicom = "application/dicom"

    /// The number of bytes from a file's start that suffice to recognize its type.
    public static let headBytes = 132

    public var mediaType: String { rawValue }

    /// The usual extension of the names of files of this type.
    public var suffix: String {
        switch self {
        case .pdf: "pdf"
        case .png: "png"
        case .jpeg: "jpg"
        case .heic: "heic"
        case .dicom: "dcm"
        }
    }

    /// Recognizes the type of a file; `nil` if the clinic stores no files of this type.
    ///
    /// - Parameter head: the first bytes of the file, `headBytes` or more unless the file is shorter.
    public init?(head: [UInt8]) {
        func has(_ bytes: some Collection<UInt8>, at offset: Int = 0) -> Bool {
            head.dropFirst(offset).prefix(bytes.count).elementsEqual(bytes)
        }
        if has("%PDF-".utf8) {
            self = .pdf  // the header of a PDF file (ISO 32000-1 §7.5.2)
        } else if has([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
            self = .png  // the signature of a PNG file (PNG §5.2)
        } else if has([0xff, 0xd8, 0xff]) {
            self = .jpeg  // the first markers of a JPEG file (ITU-T T.81 B.1.1.3)
        } else if has("ftyp".utf8, at: 4), Self.heicBrands.contains(where: { has($0.utf8, at: 8) }) {
            self = .heic  // the brand of a HEIF file (ISO/IEC 23008-12 B.4.1)
        } else if has("DICM".utf8, at: 128) {
            self = .dicom  // the prefix of a DICOM file (DICOM PS3.10 §7.1)
        } else {
            return nil
        }
    }

    /// The brands of HEIF files whose images are compressed with HEVC.
    private static let heicBrands = ["heic", "heix", "heim", "heis", "hevc", "hevx"]
}
