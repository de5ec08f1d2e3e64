/// The value of `ETag` (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable {
    /// The text of the entity tag, without quotation marks.
    public let opaque: String
    public let isWeak: Bool

    /// An entity tag.
    ///
    /// - Parameter opaque: visible ASCII without quotation marks.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(EntityTag.isOpaque), "an entity tag is visible ASCII")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The entity tag of an entity's version.
    public init(version: Int64) { self.init("\(version)") }

    /// The entity tag of an entity's version in one of several representations.
    ///
    /// - Parameter content: a suffix that distinguishes the representation: visible ASCII without quotation marks.
    public init(version: Int64, shownAs content: String) { self.init("\(version)-\(content)") }

    /// Whether this entity tag names the given version of an entity, in any representation.
    fileprivate func names(_ version: Int64) -> Bool {
        let text = "\(version)"
        return opaque == text || opaque.hasPrefix(text + "-")
    }

    fileprivate init(parsed opaque: ArraySlice<UInt8>, isWeak: Bool) {
        let text = String(decoding: opaque, as: UTF8.self)
        // A compressed answer has the same version as an uncompressed one, so the suffix `-gzip` of a strong entity tag
        // is removed.
        self.opaque = !isWeak && text.hasSuffix(Self.gzipSuffix) ? String(text.dropLast(Self.gzipSuffix.count)) : text
        self.isWeak = isWeak
    }

    /// The suffix that a compressed answer adds to a strong entity tag, since other bytes need another entity tag (RFC
    /// 9110 §8.8.3.3).
    public static let gzipSuffix = "-gzip"

    /// The entity tag as it is written in the header field: `"17"`, `W/"17"`.
    public var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    fileprivate static func isOpaque(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7e).contains(byte) || byte >= 0x80
    }
}

/// The condition of `If-Match` or `If-None-Match` (RFC 9110 §13.1).
public enum EntityTagCondition: Hashable, Sendable {
    /// The condition `*`, which every version of the entity satisfies.
    case any
    case tags([EntityTag])

    /// Reads `*` or a list of entity tags, ignoring empty members (RFC 9110 §5.6.1.2).
    ///
    /// - Parameter field: the values of all lines of the field, joined with commas.
    /// - Returns: `nil` for any other text.
    public init?(_ field: ArraySlice<UInt8>) {
        var rest = trimmed(field)
        if rest.elementsEqual([UInt8(ascii: "*")]) {
            self = .any
            return
        }
        var tags: [EntityTag] = []
        while true {
            rest = trimmed(rest)
            if rest.first == UInt8(ascii: ",") {
                rest.removeFirst()
                continue
            }
            guard !rest.isEmpty else { break }
            let isWeak = rest.starts(with: [UInt8(ascii: "W"), UInt8(ascii: "/")])
            if isWeak { rest.removeFirst(2) }
            guard rest.popFirst() == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")),
                rest[..<end].allSatisfy(EntityTag.isOpaque), tags.count < 100
            else { return nil }
            tags.append(EntityTag(parsed: rest[..<end], isWeak: isWeak))
            rest = trimmed(rest[end...].dropFirst())
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
        guard !tags.isEmpty else { return nil }
        self = .tags(tags)
    }

    /// Whether the condition is `*`, or contains the entity tag by strong comparison (RFC 9110 §8.8.3.2): equal tags
    /// match only if both the tag in the condition and the given tag are strong.
    public func matchesStrongly(_ tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { !$0.isWeak && $0 == tag }
        }
    }

    /// Whether the condition is `*`, or contains the entity tag by weak comparison (RFC 9110 §8.8.3.2): equal tags
    /// match even if they are weak.
    public func matchesWeakly(_ tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.opaque == tag.opaque }
        }
    }

    /// Whether the condition is `*`, or contains an entity tag of the given version, `"17"` or `"17-…"`, that is not
    /// weak (strong comparison).
    func namesStrongly(_ version: Int64) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { !$0.isWeak && $0.names(version) }
        }
    }

    /// Whether the condition is `*`, or contains an entity tag of the given version, weak or not (weak comparison).
    func namesWeakly(_ version: Int64) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.names(version) }
        }
    }
}
