extension Operation {
    /// The header fields that a client of this operation sets itself, by name. A page of an allowed origin may set all of
    /// these. The field for tokens in cookies is not among them: it is only for pages of this server.
    public var requestFields: [String] {
        var names = Set((parameters + impliedParameters).filter { $0.place == .header }.map(\.name))
        names.remove(RefreshCookie.requestField)
        if requiresAuthentication || takesBearerToken { names.formUnion(["Authorization", "DPoP"]) }
        if body != nil || !upload.isEmpty { names.insert("Content-Type") }
        names.insert("traceparent")
        return names.sorted()
    }
}
