import Clinic
import JSON
import Thumbnails

/// The form of a file's content to which a link leads: the whole content or a thumbnail.
enum ContentSize: String, CaseIterable, Hashable, Sendable {
    /// The link leads to the file's content as it was added.
    case original
    /// The link leads to a small image of the file's content.
    case thumbnail

    static let codec = Codec<ContentSize>.stringEnum.described(
        "`thumbnail` gives a small JPEG of a PNG or JPEG image, with 256 pixels on its longest side. Without it, the whole."
    )
}

extension FileDocument {
    /// Whether the server can make a thumbnail of the file, as far as type and size tell.
    var canHaveThumbnail: Bool { [.png, .jpeg].contains(type) && size <= Int64(Thumbnail.mostBytes) }
}
