import SQL

/// Identification of statements without reading their text. The pieces of a statement are literals with fixed
/// addresses, so these addresses and the types of the binds identify a statement.
extension Statement {
    /// A hash over the addresses of the statement's literals and the types of its binds; `nil` if a piece has no fixed
    /// address.
    var fingerprint: UInt? {
        var hash: UInt = 0x9E37_79B9_7F4A_7C15
        var bind = 0
        for piece in pieces {
            guard let word = word(piece, bind: &bind) else { return nil }
            hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
            hash ^= hash >> 32
        }
        return hash
    }

    /// The addresses of the statement's literals and the types of its binds, over which `fingerprint` is a hash. They
    /// are compared too, since hashes may collide.
    var words: [UInt] {
        var bind = 0
        return pieces.compactMap { word($0, bind: &bind) }
    }

    func matches(_ words: [UInt]) -> Bool {
        guard words.count == pieces.count else { return false }
        var bind = 0
        for (index, piece) in pieces.enumerated() where word(piece, bind: &bind) != words[index] { return false }
        return true
    }

    /// Whether two statements have the same text and values. If they consist of the same literals, their texts are not
    /// compared.
    package func asksTheSame(as other: Statement) -> Bool {
        binds == other.binds && (matches(other.words) || text == other.text)
    }

    /// A number for a piece of a statement: the address of a literal, or the type of a bind. The address alone
    /// identifies a literal, since a zero byte ends each literal in memory.
    private func word(_ piece: Piece, bind: inout Int) -> UInt? {
        switch piece {
        case .literal(let literal):
            return unsafe literal.hasPointerRepresentation ? UInt(bitPattern: literal.utf8Start) : nil
        case .identifier: return nil
        case .bind:
            defer { bind += 1 }
            return bind < binds.count ? UInt(binds[bind].type.rawValue) : nil
        }
    }
}
