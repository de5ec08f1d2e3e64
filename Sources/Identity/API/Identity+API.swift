public import Endpoints

extension Identity {
    /// Everything that identity serves.
    public static let endpoints: [Endpoint<IdentityAction>] =
        authEndpoints(under: "/api/v1", idSuffix: "") + authEndpoints(under: "/v1", idSuffix: "V1")
        + meEndpoints + sessionEndpoints + pinEndpoints + deviceEndpoints + keyEndpoints
}
