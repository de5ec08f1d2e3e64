public import Endpoints

extension Identity {
    /// All endpoints for accounts, sessions, PINs, devices and tablets.
    public static let endpoints: [Endpoint<IdentityAction>] =
        authEndpoints(under: "/api/v1", idSuffix: "") + authEndpoints(under: "/v1", idSuffix: "V1")
        + registrationEndpoints(under: "/api/v1", idSuffix: "") + registrationEndpoints(under: "/v1", idSuffix: "V1")
        + oneTimeEndpoints + meEndpoints + sessionEndpoints + pinEndpoints + unlockEndpoints
        + deviceEndpoints + reportEndpoints
        + secondFactorEndpoints + tabletEndpoints + keyEndpoints
}
