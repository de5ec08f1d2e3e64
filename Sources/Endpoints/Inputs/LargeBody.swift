public import JSON

/// A JSON body that may be larger than the bodies of most operations.
public struct LargeBody<Value: Sendable>: Sendable {
    private let bytes: [UInt8]
    private let codec: Codec<Value>
    private let limits: ParsingLimits

    init(_ bytes: [UInt8], _ codec: Codec<Value>, _ limits: ParsingLimits) {
        self.bytes = bytes
        self.codec = codec
        self.limits = limits
    }

    /// Decodes a large JSON body.
    ///
    /// - Throws: 400 with everything that is wrong with the body.
    public func decoded() throws(Problem) -> Value {
        do throws(DecodingProblem) { return try codec.decode(parsing: bytes, limits: limits) } catch {
            throw .malformed(
                error.issues.map { InputIssue(.body, $0.pointer, code: $0.code, detail: $0.detail) })
        }
    }
}

extension Input {
    /// A required JSON body of up to `limits.bytes` bytes, which the endpoint decodes itself.
    public static func largeBody<Wrapped>(
        _ codec: Codec<Wrapped>, _ limits: ParsingLimits
    ) -> Input where Value == LargeBody<Wrapped> {
        var takes = Takes(body: codec.schema)
        takes.bodyLimit = limits.bytes
        return Input(takes) { reading throws(InputFailure) in
            LargeBody(try reading.requiredJSON(), codec, limits)
        }
    }
}
