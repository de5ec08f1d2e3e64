extension Codec where Value == String {
    /// A codec for a name: one line, not blank, without white space around it. Every name from a client is read by this
    /// codec.
    ///
    /// A name from a client must have visible characters, and must not change the direction of the text around it
    /// (Unicode TR 36 §2.10.5). Otherwise a person could look like another one in a list, or be invisible in it. These
    /// two rules do not apply to a stored name.
    public static func name(max: Int = 200) -> Codec {
        string(
            min: 1, max: max, pattern: notBlank, code: "too_short", detail: "must not be blank",
            check: { nonBlank($0) != nil }
        )
        .checked(code: "too_short", detail: "must not be blank", nonBlank, { $0 })
        .fromClients(code: "invisible", detail: "must show something", isVisible)
        .ofOneDirection
    }

    /// A copy of this text codec with a rule for clients: they may not send characters that change the direction of the
    /// text around them (Unicode TR 36 §2.10.5). Use it for text that is shown to others and may be blank.
    public var ofOneDirection: Codec {
        fromClients(code: "bidi_control", detail: "no characters that change the direction of text") { text in
            !text.unicodeScalars.contains(where: Self.turnsText)
        }
    }

    /// A copy of this text codec that also removes the white space at both ends of a text. A blank text is refused, and
    /// text from a client must have visible characters.
    public var trimmed: Codec {
        checked(code: "too_short", detail: "must not be blank", Self.nonBlank, { $0 })
            .fromClients(code: "invisible", detail: "must show something", Self.isVisible)
    }

    /// A copy of this text codec that removes the white space at both ends of a text and reads a blank text as an empty
    /// one. Any other text from a client must have visible characters.
    public var trimmedOrEmpty: Codec {
        checked(code: "too_short", detail: "must not be blank", { Self.nonBlank($0) ?? "" }, { $0 })
            .fromClients(code: "invisible", detail: "must show something or be empty") {
                $0.isEmpty || Self.isVisible($0)
            }
    }

    /// A copy of this text codec with a rule that is checked for text from clients, but not for stored text.
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

    /// A regular expression for a schema: text without control characters that does not consist of white space.
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

    /// Whether a text begins and ends with visible ASCII, as nearly every text does. Such a text is visible and has no
    /// white space at its ends.
    private static func isPlain(_ text: String) -> Bool {
        let plain: ClosedRange<UInt8> = 0x21...0x7e
        guard let first = text.utf8.first, let last = text.utf8.last else { return false }
        return plain ~= first && plain ~= last
    }

    @Sendable private static func isVisible(_ text: String) -> Bool {
        if isPlain(text) { return true }
        return text.unicodeScalars.contains { scalar in
            let properties = scalar.properties
            // 0x2800 is the Braille pattern without dots, which is invisible but is not white space.
            return !properties.isDefaultIgnorableCodePoint && !properties.isWhitespace && scalar.value != 0x2800
        }
    }

    /// Whether a character changes the direction of text: embeddings, overrides and isolates (Unicode Standard Annex 9
    /// §2). Directional marks are not included, since they occur in ordinary Hebrew and Arabic.
    @Sendable private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
        (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
