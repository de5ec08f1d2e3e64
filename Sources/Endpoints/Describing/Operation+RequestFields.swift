extension Operation {
    /// The header fields that a client of this operation sets itself, by name.
    public var requestFields: [String] {
        var names = Set((parameters + impliedParameters).filter { $0.place == .header }.map(\.name))
        if requiresAuthentication || takesBearerToken { names.formUnion(["Authorization", "DPoP"]) }
        if body != nil || !upload.isEmpty { names.insert("Content-Type") }
        names.insert("traceparent")
        return names.sorted()
    }
}
