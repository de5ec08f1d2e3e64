import Identity

extension ServerAction {
    static func identity(_ action: IdentityAction) -> ServerAction {
        .work { services, call in
            let answer = try await action.perform(by: services.identity, at: call.now)
            return WorkAnswer(answer.status, answer.body, location: answer.location, tokens: answer.tokens)
        }
    }
}
