public import JSON

extension Input {
    /// An input of an endpoint that reads a required body: JSON in UTF-8, with the codec's members and no others.
    public static func body(_ codec: Codec<Value>) -> Input {
        Input(Takes(body: codec.schema)) { reading throws(InputFailure) in
            let bytes = try reading.requiredJSON()
            do throws(DecodingProblem) { return try codec.decode(parsing: bytes) } catch {
                throw InputFailure(error, .body)
            }
        }
    }

    /// An input of an endpoint that reads a JSON body which may be absent; its value is then `nil`.
    public static func optionalBody<Wrapped>(_ codec: Codec<Wrapped>) -> Input where Value == Wrapped? {
        let body = Input<Wrapped>.body(codec)
        var takes = body.takes
        takes.bodyIsOptional = true
        return Input(takes) { reading throws(InputFailure) in
            reading.invocation.body.isEmpty ? nil : try body.read(reading)
        }
    }
}

extension Input where Value == String {
    /// An input that reads the token in `Authorization: Bearer …`, for operations that have no session. A request
    /// without it gets 401.
    public static var bearerToken: Input {
        Input(Takes(bearerToken: true)) { reading throws(InputFailure) in
            guard let field = reading.invocation.field("authorization"), let token = BearerToken.parse(field) else {
                throw .refused(.unauthenticated)
            }
            return token
        }
    }

    /// An input that reads the token in `Authorization: Bearer …` or `Authorization: DPoP …` (RFC 9449 §7.1), for
    /// operations that have no session. The token may be bound to a key.
    public static var anyToken: Input {
        Input(Takes(bearerToken: true)) { reading throws(InputFailure) in
            guard let field = reading.invocation.field("authorization"),
                let token = BearerToken.parse(field) ?? BearerToken.parseBound(field)
            else { throw .refused(.unauthenticated) }
            return token
        }
    }
}

extension Input where Value == String? {
    /// An input that reads the token in `Authorization: Bearer …` or `Authorization: DPoP …`; `nil` if the field is
    /// absent. Another scheme gets 401.
    public static var optionalToken: Input {
        Input(Takes(bearerToken: true, bearerTokenIsOptional: true)) { reading throws(InputFailure) in
            reading.invocation.field("authorization") == nil ? nil : try Input<String>.anyToken.read(reading)
        }
    }
}

extension Input where Value == String? {
    /// An input that reads the refresh token in a browser's cookie; `nil` if there is none, or if the request does not
    /// have the header field `Chairside-Tokens`.
    public static var refreshCookie: Input {
        Input(Takes(refreshCookie: true)) { reading in reading.invocation.refreshCookie }
    }
}

extension Input where Value == AcceptedMedia {
    /// An input that reads the media types that the client accepts from the header field `Accept`. The API's
    /// description does not list `Accept` as a parameter, since OpenAPI describes media types with the answer.
    public static var accepted: Input {
        Input(Takes()) { reading in
            AcceptedMedia(reading.invocation.field("accept").map { String(decoding: $0, as: UTF8.self) })
        }
    }
}

extension Input where Value == PeerAddress {
    /// An input with the client's address; behind a trusted proxy, the address that the proxy names. Endpoints use it
    /// to count attempts, such as wrong passwords, for each network.
    public static var peer: Input {
        Input(Takes()) { reading in PeerAddress(text: reading.invocation.peer) }
    }
}

extension Input where Value == ProofFields {
    /// An input that reads a proof that the client has a private key (RFC 9449), if the client sends one.
    public static var proof: Input {
        let schema = Schema(.string).with {
            $0.text = """
                A proof that the client has the private key that the session is bound to (RFC 9449). Absent: the session is \
                bound to no key.
                """
        }
        return Input(Takes(parameters: [Parameter(.header, "DPoP", schema, isRequired: false)])) { reading in
            ProofFields(proof: reading.invocation.field("dpop"))
        }
    }
}

/// The value of a request's `DPoP` field, which holds a proof of possession; `nil` if there is none.
public struct ProofFields: Sendable {
    public let proof: ArraySlice<UInt8>?
}

/// The address of a request's client, by which attempts such as wrong passwords are counted.
public struct PeerAddress: Hashable, Sendable {
    /// The client's address as text; `nil` if unknown.
    public let text: String?
}

extension Input where Value == Preconditions {
    /// An input that reads the conditions of `If-Match` and `If-None-Match`, for work that changes an entity without a
    /// clinic command. Commands always obey the request's preconditions.
    public static var preconditions: Input {
        Input(Takes()) { reading throws(InputFailure) in
            do throws(Problem) { return try Preconditions(isSafe: false, reading.invocation.field) } catch {
                throw .refused(error)
            }
        }
    }
}

extension InputReading {
    /// The request's body, which must not be empty and must have a `Content-Type` of JSON.
    func requiredJSON() throws(InputFailure) -> [UInt8] {
        let type = invocation.field("content-type")
        if let type, !MediaType.isJSON(type) { throw .refused(Problem(.unsupportedMediaType)) }
        guard !invocation.body.isEmpty else {
            throw .issues([
                InputIssue(
                    .body, "", code: "missing",
                    detail: "the request has no body; send JSON, with Content-Type: application/json")
            ])
        }
        guard type != nil else { throw .refused(Problem(.unsupportedMediaType)) }
        return invocation.body
    }
}
