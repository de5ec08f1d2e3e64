import Identifiers

extension CursorKey {
    /// Any text without control characters.
    public static let text = CursorKey { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } }
    /// A 64-bit integer.
    public static let integer = CursorKey { Int64($0) != nil }
    public static let uuid = CursorKey { UUIDBytes($0) != nil }
}
