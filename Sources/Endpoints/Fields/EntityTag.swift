/// What `ETag` says of an answer (RFC 9110 §8.8.3).
public struct EntityTag: Hashable, Sendable {
    /// Without quotation marks.
    public let opaque: String
    public let isWeak: Bool

    /// - Parameter opaque: visible ASCII without quotation marks.
    public init(_ opaque: String, isWeak: Bool = false) {
        precondition(opaque.utf8.allSatisfy(EntityTag.isOpaque), "an entity tag is visible ASCII")
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// An entity's version.
    public init(version: Int64) { self.init("\(version)") }

    /// An entity's version, and what tells apart answers that show it differently.
    ///
    /// - Parameter content: visible ASCII without quotation marks.
    public init(version: Int64, shownAs content: String) { self.init("\(version)-\(content)") }

    /// Whether it is of an entity's version, however shown.
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

    /// What ends a strong tag of an answer that is sent compressed: other bytes have another tag (RFC 9110 §8.8.3.3).
    public static let gzipSuffix = "-gzip"

    /// As the field has it: `"17"`, `W/"17"`.
    public var text: String { (isWeak ? "W/\"" : "\"") + opaque + "\"" }

    fileprivate static func isOpaque(_ byte: UInt8) -> Bool {
        byte == 0x21 || (0x23...0x7e).contains(byte) || byte >= 0x80
    }
}

/// What `If-Match` and `If-None-Match` ask for (RFC 9110 §13.1).
public enum EntityTagCondition: Hashable, Sendable {
    /// `*`
    case any
    case tags([EntityTag])

    /// Reads `*` or a list of entity tags, whose empty members are passed over (RFC 9110 §5.6.1.2).
    ///
    /// - Parameter field: the values of all lines of the field, with commas between them.
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

    /// Strong comparison (RFC 9110 §8.8.3.2): whether one of the tags is this one, and neither is weak.
    public func matchesStrongly(_ tag: EntityTag) -> Bool {
        switch self {
        case .any: true
        case .tags(let tags): tags.contains { !$0.isWeak && $0 == tag }
        }
    }

    /// Weak comparison: whether one of the tags is this one, weak or not.
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
