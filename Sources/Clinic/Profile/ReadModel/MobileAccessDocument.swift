public import Identifiers
public import JSON

/// The JSON answer with the areas of the mobile app that are open to each role. It is stored in a column of the
/// clinic's row.
public struct MobileAccessDocument: Sendable {
    public let id: UUIDBytes
    public let version: Int64
    public let access: MobileAccess

    public static let codec = object(
        MobileAccessDocument.init(id:version:access:), field("id", \.id, .uuid.described("The clinic's id.")),
        field("version", \.version, .version),
        field(
            "access", \.access,
            MobileAccess.codec.named("MobileAccess").described("The areas that are open to each role."))
    ).described("The open areas of the mobile app.").named("MobileAccessSettings")
}
