import Endpoints
import JSON

private struct PINBody: Sendable {
    let pin: String

    static let codec = object(
        PINBody.init(pin:), field("pin", \.pin, .pin.described("The PIN for this device: six digits."))
    )
    .described("A PIN.").named("PIN")
}

private struct NewPIN: Sendable {
    let pin: String
    let deviceKey: String?

    static let codec = object(
        NewPIN.init(pin:deviceKey:), field("pin", \.pin, .pin.described("The PIN for this device: six digits.")),
        optionalField("device_key", \.deviceKey, DeviceKey.codec)
    ).described("The PIN to set.").named("NewPIN")
}

private struct PINChange: Sendable {
    let current: String
    let new: String
    let deviceKey: String?

    static let codec = object(
        PINChange.init(current:new:deviceKey:), field("current_pin", \.current, .pin.described("The PIN until now.")),
        field("new_pin", \.new, .pin.described("The PIN from now on: six digits.")),
        optionalField("device_key", \.deviceKey, DeviceKey.codec)
    ).described("The old and the new PIN.").named("PINChange")
}

extension Codec where Value == String {
    static var pin: Codec {
        .string(min: 6, max: 6, pattern: "^[0-9]{6}$", detail: "must be six digits") { PINRules.isSixDigits($0) }
    }
}

extension Identity {
    static let pinEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/pin", id: "setPIN", summary: "Set a PIN for this device",
            details: """
                With `device_key` the device can also unlock its sessions by a signature. If there is a PIN already, \
                the answer is a 409: change it instead.
                """, tag: "Identity",
            for: SignedIn.self, evenRestricted: true, takes: .body(NewPIN.codec),
            answers: [.noContent("Nothing; the PIN is set")],
            problems: [.pinAlreadySet, .weakPIN, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.setPIN(
                    body.pin, deviceKey: body.deviceKey.flatMap { DeviceKey(text: $0) }, by: caller.principal, at: now)
                return .noContent
            }
        },
        Endpoint(
            .post, "/api/v1/pin/verify", id: "verifyPIN", summary: "Unlock the session by PIN",
            details: "The fifth wrong PIN in a row ends every session of the account on this device.",
            tag: "Identity", for: SignedIn.self, evenLocked: true, evenRestricted: true, takes: .body(PINBody.codec),
            answers: [.noContent("Nothing; the session is unlocked")],
            problems: [.wrongPIN, .noPINSet, .sessionEnded]
        ) { caller, body in
            IdentityAction { identity, now in
                try await identity.verifyPIN(body.pin, by: caller.principal, at: now)
                return .noContent
            }
        },
        Endpoint(
            .put, "/api/v1/pin", id: "changePIN", summary: "Change the PIN for this device",
            details: "Needs the PIN until now. The device's key stays unless another one is sent.", tag: "Identity",
            for: SignedIn.self, evenRestricted: true, takes: .body(PINChange.codec),
            answers: [.noContent("Nothing; the PIN is changed")],
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
