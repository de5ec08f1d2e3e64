import Endpoints
import JSON

private struct PINBody: Sendable {
    let pin: String

    static let codec = object(PINBody.init, field("pin", \.pin, .pin)).named("PIN")
}

private struct NewPIN: Sendable {
    let pin: String
    let deviceKey: String?

    static let codec = object(
        NewPIN.init, field("pin", \.pin, .pin), optionalField("device_key", \.deviceKey, DeviceKey.codec)
    ).named("NewPIN")
}

private struct PINChange: Sendable {
    let current: String
    let new: String
    let deviceKey: String?

    static let codec = object(
        PINChange.init, field("current_pin", \.current, .pin), field("new_pin", \.new, .pin),
        optionalField("device_key", \.deviceKey, DeviceKey.codec)
    ).named("PINChange")
}

extension Codec where Value == String {
    static var pin: Codec {
        .string(min: 6, max: 6, pattern: "^[0-9]{6}$", detail: "must be six digits") { PINRules.isSixDigits($0) }
    }
}

extension Identity {
    static let pinEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/pin", id: "setPIN", summary: "Set the PIN for this device",
            details: "With `device_key` the device can also unlock its sessions by a signature.", tag: "Identity",
            for: SignedIn.self, evenRestricted: true, takes: .body(NewPIN.codec), answers: [.noContent],
            problems: [.pinAlreadySet, .weakPIN, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.setPIN(
                    body.pin, deviceKey: body.deviceKey.flatMap { DeviceKey(text: $0) }, by: caller.principal, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/pin/verify", id: "verifyPIN", summary: "Unlock the session",
            details: "The fifth wrong PIN in a row ends every session of the account on this device (O4).",
            tag: "Identity", for: SignedIn.self, evenLocked: true, evenRestricted: true, takes: .body(PINBody.codec),
            answers: [.noContent],
            problems: [.wrongPIN, .noPINSet, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.verifyPIN(body.pin, by: caller.principal, at: now)
                return .noContent
            }
        },
        Endpoint(
            .put, "/api/v1/pin", id: "changePIN", summary: "Change the PIN for this device",
            details: "The device's key stays unless another one is given.", tag: "Identity",
            for: SignedIn.self, evenRestricted: true, takes: .body(PINChange.codec), answers: [.noContent],
            problems: [.wrongPIN, .noPINSet, .weakPIN, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.changePIN(
                    body.current, to: body.new, deviceKey: body.deviceKey.flatMap { DeviceKey(text: $0) },
                    by: caller.principal, at: now)
                return .noContent
            }
        },
    ]
}
