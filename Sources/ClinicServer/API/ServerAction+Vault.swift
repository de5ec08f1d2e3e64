import Vault

extension ServerAction {
    static func vault(_ action: VaultAction) -> ServerAction {
        .work { services, call in
            let body = try await action.perform(by: services.vault, at: call.now)
            return WorkAnswer(body.isEmpty ? 204 : 200, body)
        }
    }
}
