public import Identifiers

/// A Swift type whose values can be interpolated into a SQL statement: alone, optional or in an array.
///
/// Declare the conformance of a domain's value (an id, an instant) where its type is declared.
public protocol Bindable {
    /// The PostgreSQL type of all values of this Swift type, NULL included.
    static var bindType: BindType { get }
    /// The value as a `Bind` of an SQL statement, whose `type` is `bindType`.
    var bind: Bind { get }
}

extension Bool: Bindable {
    public static var bindType: BindType { .bool }
    public var bind: Bind { .bool(self) }
}

extension Int: Bindable {
    public static var bindType: BindType { .int64 }
    public var bind: Bind { .int64(Int64(self)) }
}

extension Int64: Bindable {
    public static var bindType: BindType { .int64 }
    public var bind: Bind { .int64(self) }
}

extension Int32: Bindable {
    public static var bindType: BindType { .int32 }
    public var bind: Bind { .int32(self) }
}

extension Int16: Bindable {
    public static var bindType: BindType { .int16 }
    public var bind: Bind { .int16(self) }
}

extension Double: Bindable {
    public static var bindType: BindType { .double }
    public var bind: Bind { .double(self) }
}

extension String: Bindable {
    public static var bindType: BindType { .text }
    public var bind: Bind { .text(self) }
}

extension UUIDBytes: Bindable {
    public static var bindType: BindType { .uuid }
    public var bind: Bind { .uuid(self) }
}

extension ID: Bindable {
    public static var bindType: BindType { .uuid }
    public var bind: Bind { .uuid(uuid) }
}

/// A JSON document's bytes, bound as `json` and stored unchanged.
public struct JSONText: Bindable, Sendable, Hashable {
    public var bytes: [UInt8]
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    public static var bindType: BindType { .json }
    public var bind: Bind { .json(bytes) }
}

/// Text that is already encoded as UTF-8 bytes, bound as `text`.
public struct UTF8Text: Bindable, Sendable, Hashable {
    public var bytes: [UInt8]
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    public static var bindType: BindType { .text }
    public var bind: Bind { .utf8(bytes) }
}

/// A byte string, bound as `bytea`. Needed only for arrays of byte strings: a single `[UInt8]` can be bound directly.
public struct Bytes: Bindable, Sendable, Hashable {
    public var bytes: [UInt8]
    public init(_ bytes: [UInt8]) { self.bytes = bytes }
    public static var bindType: BindType { .bytea }
    public var bind: Bind { .bytes(bytes) }
}

/// An instant in microseconds since 1970-01-01T00:00Z, bound as `timestamptz`.
public struct Timestamp: Bindable, Sendable, Hashable, Comparable {
    public var microsecondsSince1970: Int64
    public init(microsecondsSince1970: Int64) { self.microsecondsSince1970 = microsecondsSince1970 }
    public static var bindType: BindType { .timestamptz }
    public var bind: Bind { .timestamp(microsecondsSince1970: microsecondsSince1970) }
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.microsecondsSince1970 < right.microsecondsSince1970
    }
}

/// A day without a time zone, in days since 1970-01-01, bound as `date`.
public struct CalendarDay: Bindable, Sendable, Hashable, Comparable {
    public var daysSince1970: Int32
    public init(daysSince1970: Int32) { self.daysSince1970 = daysSince1970 }
    public static var bindType: BindType { .date }
    public var bind: Bind { .date(daysSince1970: daysSince1970) }
    public static func < (left: CalendarDay, right: CalendarDay) -> Bool { left.daysSince1970 < right.daysSince1970 }
}
