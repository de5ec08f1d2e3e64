public import EventSourcing
public import JSON

public struct MobileAccessSet: EventPayload, Hashable {
    public let access: MobileAccess

    public static let stored = StoredType("mobile-access-set")
    public static let codec = object(MobileAccessSet.init(access:), field("access", \.access, MobileAccess.codec))
    public var tags: [Tag] { [.settings] }
}
