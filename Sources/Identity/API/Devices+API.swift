import Endpoints
import Identifiers
import JSON

extension Identity {
    static let deviceEndpoints: [Endpoint<IdentityAction>] = [
        Endpoint(
            .post, "/api/v1/user-devices", id: "registerDevice", summary: "Register a device for push notifications",
            details: """
                Registering the same token again updates its registration. A token that another account registered \
                moves to this account.
                """,
            tag: "Identity", for: SignedIn.self, evenRestricted: true, takes: .body(DeviceRegistration.codec),
            answers: [.created(UserDevice.codec, "The registration")], problems: [.sessionEnded]
        ) { caller, registration in
            IdentityAction { identity, now in
                let device = try await identity.register(registration, for: caller.principal, at: now)
                return .created(
                    device, UserDevice.codec, at: "/api/v1/user-devices/\(device.id)")
            }
        },
        Endpoint(
            .delete, "/api/v1/user-devices/{user_device_id}", id: "removeDevice",
            summary: "Unregister a device from push notifications",
            details: "The device gets no more push notifications for this account.",
            tag: "Identity", for: SignedIn.self, evenRestricted: true,
            takes: .path("user_device_id", .uuid.described("The registration's id.")),
            answers: [.noContent("Nothing; the registration is gone")],
            problems: [.notFound]
        ) { caller, device in
            IdentityAction { identity, _ in
                try await identity.removeDevice(device, for: caller.principal)
                return .noContent
            }
        },
    ]
}
