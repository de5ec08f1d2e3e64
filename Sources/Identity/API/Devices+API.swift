import Endpoints
import Identifiers
import JSON

extension Identity {
    static let deviceEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/user-devices", id: "registerDevice", summary: "Register a token for pushes",
            details: "The same token again is updated in place; one that was another account's leaves that one (O12).",
            tag: "Identity", for: SignedIn.self, evenRestricted: true, takes: .body(DeviceRegistration.codec),
            answers: [.created(UserDevice.codec)], problems: [.sessionEnded]
        ) { caller, registration in
            IdentityAction { identity, now in
                let device = try await identity.register(registration, for: caller.principal, at: now)
                return .created(
                    device, UserDevice.codec, at: "/api/v1/user-devices/\(device.id)")
            }
        },
        Endpoint(
            .delete, "/api/v1/user-devices/{user_device_id}", id: "removeDevice", summary: "No more pushes here",
            tag: "Identity", for: SignedIn.self, evenRestricted: true, takes: .path("user_device_id", .uuid),
            answers: [.noContent],
            problems: [.notFound]
        ) { caller, device in
            IdentityAction { identity, _ in
                try await identity.removeDevice(device, for: caller.principal)
                return .noContent
            }
        },
    ]
}
