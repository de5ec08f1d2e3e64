/// Writes JSON as bytes: no spaces, members in the order they are written, the same bytes for the same calls.
///
/// Commas are written automatically. The caller must end every `begin` with its `end`, and give every member one value.
public struct JSONWriter: Sendable {
    public private(set) var bytes: [UInt8]
    private var needsComma = false
    /// The complete JSON member that names a union's kind. It is written first into the object that begins next.
    private var pendingMember: [UInt8]?
    /// Encrypts the personal values that are written; `nil` if they are written unencrypted.
    var sealer: (any ValueSealer)?
    /// Whether the JSON that was written so far contains a personal value that is not encrypted.
    public internal(set) var holdsSealable = false

    public init(reservingCapacity capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Creates a writer that appends to existing bytes.
    public init(appendingTo bytes: consuming [UInt8]) { self.bytes = bytes }

    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        if let member = pendingMember {
            bytes.append(contentsOf: member)
            pendingMember = nil
            needsComma = true
        }
    }

    public mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    public mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    /// Writes a member's name; its value must come next.
    public mutating func name(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a member name that is prepared as bytes: in quotation marks, escaped, with its colon.
    @usableFromInline mutating func name(prepared name: [UInt8]) {
        separate()
        // The member name is copied byte by byte: `append(contentsOf:)` would change the reference count of its array,
        // which all threads share.
        bytes.append(addingCapacity: name.count) { output in
            for index in name.indices { output.append(name[index]) }
        }
        needsComma = false
    }

    /// Sets a complete JSON member that is written as the first one of the object that begins next.
    mutating func putFirst(_ member: [UInt8]) { pendingMember = member }

    public mutating func writeNull() {
        separate()
        bytes.append(contentsOf: [0x6e, 0x75, 0x6c, 0x6c])
        needsComma = true
    }

    public mutating func write(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
        needsComma = true
    }

    public mutating func write(_ value: Int64) {
        separate()
        appendDecimal(value)
        needsComma = true
    }

    /// Writes a double with the shortest digits that read back as the same double. JSON has no infinities and no NaN;
    /// they are written as `null`.
    public mutating func write(_ value: Double) {
        guard value.isFinite else { return writeNull() }
        separate()
        bytes.append(contentsOf: value.description.utf8)
        needsComma = true
    }

    public mutating func write(_ value: String) {
        separate()
        appendQuoted(value)
        needsComma = true
    }

    /// Writes a string of ASCII without quotation marks, backslashes and control characters, such as a date.
    public mutating func writePlain(_ ascii: some Collection<UInt8>) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: ascii)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a string whose text `body` appends: ASCII without quotation marks, backslashes and control characters.
    public mutating func writePlain(_ body: (inout [UInt8]) -> Void) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        body(&bytes)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Writes a JSON value that exists as bytes already, without changes.
    public mutating func write(_ raw: RawJSON) { write(rawBytes: raw.bytes[...]) }

    /// Writes a JSON value that exists as bytes already, without changes.
    public mutating func write(rawBytes: ArraySlice<UInt8>) {
        separate()
        bytes.append(contentsOf: rawBytes)
        needsComma = true
    }

    public mutating func write(_ value: JSONValue) {
        switch value.kind {
        case .null: writeNull()
        case .bool: write(value.bool ?? false)
        case .integer: write(value.integer ?? 0)
        case .double: write(value.double ?? 0)
        case .string: write(value.string ?? "")
        case .array:
            beginArray()
            for element in value.elements ?? [] { write(element) }
            endArray()
        case .object:
            beginObject()
            for member in value.members ?? [] {
                name(member.name)
                write(member.value)
            }
            endObject()
        }
    }

    @inline(__always)
    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    /// Calls `body` with the bytes of JSON that were written so far. `body` may only append to them.
    mutating func append(_ body: (inout [UInt8]) -> Void) { body(&bytes) }
}
