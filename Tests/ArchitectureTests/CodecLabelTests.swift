import Testing

/// Codecs of objects (`object(…)` in the target JSON) pair a function's arguments with fields by position. Two
/// arguments of one type could change places unnoticed, so every codec names the labels of its function. These tests
/// compare the labels with the properties of the fields.
@Suite struct CodecLabelTests {
    struct Codec {
        let labels: [String]?
        /// For each argument of `object(…)` after the first, the last component of the field's key path; `nil` if the
        /// argument is not a field with a plain key path.
        let properties: [String?]
        let line: Int

        var isSafe: Bool { labels.map { $0 == properties } ?? properties.isEmpty }
    }

    static func codecs(in source: String) -> [Codec] {
        let text = SwiftText(source)
        return text.calls(of: "object").map { start in
            let arguments = text.arguments(from: start)
            let labels = text.text(arguments[0]).wholeMatch(of: #/[\w.<>]+\(((?:\w+:)+)\)/#).map { match in
                match.1.split(separator: ":").map(String.init)
            }
            let properties = arguments.dropFirst().map { property(of: $0, in: text) }
            return Codec(labels: labels, properties: Array(properties), line: text.line(of: start))
        }
    }

    /// The last component of a field's key path; `nil` if the argument is not a field with a plain key path.
    private static func property(of field: Range<Int>, in text: SwiftText) -> String? {
        let isField = ["field(", "optionalField("].contains { text.text(field).hasPrefix($0) }
        guard isField, let open = text.code[field].firstIndex(of: UInt8(ascii: "(")) else { return nil }
        let parts = text.arguments(from: open + 1)
        guard parts.count > 1 else { return nil }
        return text.text(parts[1]).wholeMatch(of: #/\\(?:\w+)?(?:\.\w+[?!]?)*\.(\w+)/#).map { String($0.1) }
    }

    @Test
    func `in every codec of a JSON object, the argument labels are the names of the encoded properties, in order`()
        throws
    {
        var (count, unsafe) = (0, [String]())
        for source in try HouseTests.sources() {
            for codec in Self.codecs(in: source.lines.joined(separator: "\n")) {
                count += 1
                guard !codec.isSafe else { continue }
                let fields = codec.properties.map { $0 ?? "?" }.joined(separator: ", ")
                unsafe.append(
                    "\(source.name):\(codec.line): \(codec.labels?.joined(separator: ", ") ?? "no labels") ≠ \(fields)")
            }
        }
        #expect(count > 140)
        #expect(unsafe == [])
    }

    @Test(
        arguments: [
            #"object(Visit.init(patient:doctor:), field("patient", \.patient, .id()), field("doctor", \.doctor, .id()))"#,
            #"object(Slot.checked(start:end:), field("a", \.place.slot.start, .x), optionalField("b", \Slot.end, .y(1, 2)))"#,
            "object(Nothing.init)",
            #"object(A.init(b:), field("b", \.b, object(B.init(c:), field("c (", \.c, .d)).described("e, f(")))"#,
        ])
    func `the check of argument labels accepts an object codec whose labels equal its fields' property names`(
        _ source: String
    ) {
        #expect(Self.codecs(in: source).allSatisfy { $0.isSafe })
    }

    @Test(
        arguments: [
            #"object(Visit.init(patient:doctor:), field("patient", \.doctor, .id()), field("doctor", \.patient, .id()))"#,
            #"object(Visit.init, field("patient", \.patient, .id()))"#,
            #"object(Visit.init(patient:), field("patient", { $0.patient }, .id()))"#,
            #"object(Visit.init(patient:), patientField)"#,
            #"object({ Visit(patient: $0) }, field("patient", \.patient, .id()))"#,
            #"object(A.init(b:), field("b", \.b, object(B.init, field("c", \.c, .d))))"#,
        ])
    func
        `the check of argument labels reports an object codec whose labels are not its fields' property names`(
            _ source: String
        )
    {
        #expect(Self.codecs(in: source).contains { !$0.isSafe })
    }
}
