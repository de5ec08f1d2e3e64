import Identifiers

extension CursorKey {
    /// Accepts any text without control characters as a cursor's value.
    public static let text = CursorKey { !$0.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f } }
    public static let uuid = CursorKey { UUIDBytes($0) != nil }
}
