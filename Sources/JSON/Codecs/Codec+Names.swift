extension Codec where Value == String {
    /// Something that has a name: one line, not blank; white space around it is taken away. Every name that a client can give
    /// to anything is read by this codec.
    ///
    /// A client's name must show something, and must not turn the text around it about (Unicode TR 36 §2.10.5): nobody can
    /// pass for somebody else in a list, or hide in one. A name that is stored already is read as it is.
    public static func name(max: Int = 200) -> Codec {
        string(
            min: 1, max: max, pattern: notBlank, code: "too_short", detail: "must not be blank",
            check: { nonBlank($0) != nil }
        )
        .checked(code: "too_short", detail: "must not be blank", nonBlank, { $0 })
        .fromClients(code: "invisible", detail: "must show something", isVisible)
        .ofOneDirection
    }

    /// The same text; a client may not send characters that turn the text around it about (Unicode TR 36 §2.10.5). For what is
    /// shown to others and may be blank.
    public var ofOneDirection: Codec {
        fromClients(code: "bidi_control", detail: "no characters that change the direction of text") { text in
            !text.unicodeScalars.contains(where: Self.turnsText)
        }
    }

    /// The same text without white space around it; what a client sends must show something.
    public var trimmed: Codec {
        checked(code: "too_short", detail: "must not be blank", Self.nonBlank, { $0 })
            .fromClients(code: "invisible", detail: "must show something", Self.isVisible)
    }

    /// Asks more of what clients send than of what is stored.
    private func fromClients(
        code: String, detail: String, _ check: @escaping @Sendable (String) -> Bool
    ) -> Codec {
        let read = read
        return Codec(schema) { source, node, context throws(DecodingProblem) in
            let value = try read(source, node, context)
            switch context.unknownMembers {
            case .ignored: break
            case .refused: guard check(value) else { throw DecodingProblem(code, detail) }
            }
            return value
        } write: { value, writer in
            writer.write(value)
        }
    }

    /// No control characters, and something besides white space.
    private static var notBlank: String {
        let plain = #"[^\u0000-\u001f\u007f-\u009f]*"#
        return "^\(plain)[^\\s\\u0000-\\u001f\\u007f-\\u009f]\(plain)$"
    }

    @Sendable private static func nonBlank(_ text: String) -> String? {
        if isPlain(text) { return text }
        guard
            let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return nil }
        return String(text[first...last])
    }

    /// Nearly every text begins and ends in ASCII that is seen: no white space of any script is among this.
    private static func isPlain(_ text: String) -> Bool {
        let plain: ClosedRange<UInt8> = 0x21...0x7e
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return plain ~= first && plain ~= last
    }

    @Sendable private static func isVisible(_ text: String) -> Bool {
        if isPlain(text) { return true }
        return text.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            // The last is Braille's pattern without dots.
            return !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace && scalar.value != 0x2800
        }
    }

    /// Embeddings, overrides and isolates (Unicode Standard Annex 9 §2). Marks, which turn no text, are in ordinary Hebrew and
    /// Arabic.
    @Sendable private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
