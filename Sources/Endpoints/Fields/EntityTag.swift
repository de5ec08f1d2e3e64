/// The value of `ETag` (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable {
    /// The tag's text without quotation marks.
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

    /// The entity tag of an entity's version, with a mark that distinguishes its renderings.
    ///
    /// - Parameter content: visible ASCII without quotation marks.
    public init(version: Int64, shownAs content: String) { self.init("\(version)-\(content)") }

    /// Whether the tag is for an entity's version, in any rendering.
    fileprivate func names(_ version: Int64) -> Bool {
        let text = "\(version)"
        return opaque == text || opaque.hasPrefix(text + "-")
    }

    fileprivate init(parsed opaque: ArraySlice<UInt8>, isWeak: Bool) {
        let text = String(decoding: opaque, as: UTF8.self)
        // The compressed form of an answer is of the same version.
        self.opaque = !isWeak && text.hasSuffix(Self.gzipSuffix) ? String(text.dropLast(Self.gzipSuffix.count)) : text
        self.isWeak = isWeak
    }

    /// The suffix of a strong tag for a compressed answer: other bytes need another tag (RFC 9110 §8.8.3.3).
    public static let gzipSuffix = "-gzip"

    /// The tag as the header field has it: `"17"`, `W/"17"`.
    public var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    fileprivate static func isOpaque(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7e).contains(byte) || byte >= 0x80
    }
}

/// The condition of `If-Match` or `If-None-Match` (RFC 9110 §13.1).
public enum EntityTagCondition: Hashable, Sendable {
    /// The condition `*`: any version.
    case any
    case tags([EntityTag])

    /// Reads `*` or a list of entity tags, ignoring empty members (RFC 9110 §5.6.1.2).
    ///
    /// - Parameter field: the values of all lines of the field, joined with commas.
    /// - Returns: `nil` for anything else.
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

    /// Strong comparison (RFC 9110 §8.8.3.2): whether the condition has this tag, and neither is weak.
    public func matchesStrongly(_ tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { !$0.isWeak && $0 == tag }
        }
    }

    /// Weak comparison (RFC 9110 §8.8.3.2): whether the condition has this tag, weak or not.
    public func matchesWeakly(_ tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.opaque == tag.opaque }
        }
    }

    /// Strong comparison with the tags of an entity's version, which are `"17"` and `"17-…"`.
    func namesStrongly(_ version: Int64) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { !$0.isWeak && $0.names(version) }
        }
    }

    /// Weak comparison with the tags of an entity's version.
    func namesWeakly(_ version: Int64) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { $0.names(version) }
        }
    }
}
