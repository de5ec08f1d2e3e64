import ClinicTestSupport
import Crypto
import Endpoints
import EventSourcing
import Foundation
import JSON

/// Example requests about signing in, accounts, sessions and devices.
extension ExampleWalk {
    static let password = "seven wet umbrellas"
    static let patientPassword = "tea before breakfast"

    /// Signs a person in, without keeping the request as an example.
    func signIn(
        _ name: String, _ email: String, _ password: String = ExampleWalk.password, more: String = ""
    ) async throws -> App {
        let answer = try await practice.nobody.post(
            "auth/login", #"{"email":"\#(email)","password":"\#(password)","platform":"web"\#(more)}"#)
        let app = try practice.app(of: answer)
        ids["\(name) session"] = try answer.text("session_id")
        ids["\(name) account"] = try answer.text("account_id")
        return app
    }

    func showSigningIn() async throws {
        try await show(
            "choosePassword", "The clinic's first admin chooses a password", by: anyone,
            body: #"{"token":"\#(clinic.invitation)","password":"\#(Self.password)"}"#)
        let login = #"{"email":"\#(ExampleClinic.adminEmail)","password":"\#(Self.password)","#
        let tokens = try await show(
            "login", "An admin signs in at a desk", by: anyone,
            body: login + #""device_id":"desk-1","device_name":"Front desk","platform":"web"}"#)
        remember("admin", try practice.app(of: tokens))
        try await show("listSessions", "An admin lists their sessions", by: admin)
        let old = try await show(
            "loginV1", "An admin signs in by the old path", by: anyone, body: login + #""platform":"web"}"#)
        try await show(
            "endSession", "An admin ends another session", by: admin, ["session_id": try old.text("session_id")])
        try await show("getMe", "An admin reads their profile", by: admin)
        try await show("changeMe", "An admin changes their name", by: admin, body: #"{"name":"Noa Berg-Lind"}"#)
        try await show(
            "changePassword", "An admin changes the password", by: admin,
            body: #"{"current_password":"\#(Self.password)","new_password":"eight wet umbrellas"}"#)
    }

    func showTokens() async throws {
        func tokens() async throws -> (access: App, refresh: App) {
            let answer = try await practice.nobody.post(
                "auth/login",
                #"{"email":"mara.holm@linden.example","password":"\#(Self.password)","role":"doctor","platform":"web"}"#
            )
            let app = try practice.app(of: answer)
            return (app, App(practice: practice, token: try answer.text("refresh_token"), subject: app.subject))
        }
        let refreshed = try await show(
            "refresh", "A client exchanges its refresh token", by: anyone,
            body: #"{"refresh_token":"\#(try await tokens().refresh.token ?? "")"}"#)
        try await show(
            "refreshV1", "A client exchanges its refresh token by the old path", by: anyone,
            body: #"{"refresh_token":"\#(try refreshed.text("refresh_token"))"}"#)
        try await show("logout", "A client signs out", by: Person(name: "anyone", app: try await tokens().access))
        try await show(
            "logoutV1", "A client signs out by the old path", by: Person(name: "anyone", app: try await tokens().access)
        )
        try await show(
            "switchMembership", "A doctor goes on as an admin",
            by: Person(name: "doctor", app: try await tokens().access),
            body: #"{"role":"admin"}"#)
    }

    func showRegistering() async throws {
        let form = #"{"email":"ida.falk@mail.example","password":"\#(Self.patientPassword)","name":"Ida Falk"}"#
        try await show("register", "Somebody registers an account", by: anyone, body: form)
        let token = try await mailbox.token(for: "ida.falk@mail.example")
        try await show(
            "registerV1", "Somebody registers an account by the old path", by: anyone,
            body: form.replacing("ida.falk", with: "max.falk").replacing("Ida", with: "Max"))
        try await show(
            "confirmEmail", "The reader of the mail confirms the address", by: anyone, body: #"{"token":"\#(token)"}"#)
        try await show(
            "askForPassword", "Somebody has forgotten the password", by: anyone,
            body: #"{"email":"ida.falk@mail.example"}"#)
        try await show("askForVerification", "A patient asks for a mail to confirm the address", by: patient)
    }

    func showDevices() async throws {
        let device = try await show(
            "registerDevice", "A patient's phone registers for push notifications", by: patient,
            body:
                #"{"platform":"ios","push_token":"\#(String(repeating: "0f1e2d3c", count: 8))","environment":"production"}"#
        )
        try await show("getWebPushKey", "A web page asks for the key with which it subscribes", by: patient)
        let key = try P256.KeyAgreement.PrivateKey(rawRepresentation: [UInt8](repeating: 8, count: 32))
        let point = Base64URL.encode(Array(key.publicKey.x963Representation))
        try await show(
            "registerDevice", "The reception's web page registers for push notifications", by: receptionist,
            body: """
                {"platform":"web","subscription":{"endpoint":"https://push.example/send/c4a7","expirationTime":null,\
                "keys":{"p256dh":"\(point)","auth":"\(Base64URL.encode([UInt8](repeating: 9, count: 16)))"}},\
                "environment":"production"}
                """)
        try await show(
            "removeDevice", "A patient's phone wants no more push notifications", by: patient,
            ["user_device_id": try device.text("id")])
        try await show(
            "reportDevice", "The app has found nothing suspicious", by: patient,
            body: #"{"compromised":false,"signals":[]}"#)
    }

    func showUnlocking() async throws {
        let key = try P256.Signing.PrivateKey(rawRepresentation: [UInt8](repeating: 7, count: 32))
        let point = Base64URL.encode(Array(key.publicKey.x963Representation))
        try await show(
            "setPIN", "A patient sets a PIN and registers the phone's key", by: patient,
            body: #"{"pin":"270459","device_key":"\#(point)"}"#)
        try await show("verifyPIN", "A patient unlocks by PIN", by: patient, body: #"{"pin":"270459"}"#)
        try await show(
            "changePIN", "A patient changes the PIN", by: patient, body: #"{"current_pin":"270459","new_pin":"385716"}"#
        )
        try await show(
            "unlockByPassword", "A patient unlocks by password", by: patient,
            body: #"{"password":"\#(Self.patientPassword)"}"#)
        let challenge = try await show("beginUnlock", "A patient's phone asks for a challenge", by: patient)
            .text("challenge")
        let message = "chairside-unlock.\(try id("patient session")).\(challenge)"
        let signature = Base64URL.encode(Array(try key.signature(for: Data(message.utf8)).rawRepresentation))
        try await show(
            "unlockBySignature", "A patient's phone signs the challenge", by: patient,
            body: #"{"challenge":"\#(challenge)","signature":"\#(signature)"}"#)
    }

    func showSecondFactor() async throws {
        try await show("getSecondFactor", "An admin has no second factor yet", by: admin)
        let secret = try await show(
            "beginSecondFactor", "An admin begins to set up a second factor", by: admin,
            body: #"{"password":"eight wet umbrellas"}"#
        ).text("secret")
        let now = try await practice.now()
        let codes = try await show(
            "confirmSecondFactor", "An admin confirms it by the app's first code", by: admin,
            body: #"{"code":"\#(totp(secret, at: now.secondsSince1970))"}"#)
        func first(_ answer: HTTPAnswer) -> String { answer["recovery_codes"]?.elements?.first?.string ?? "" }
        let renewed = try await show(
            "renewRecoveryCodes", "An admin replaces the recovery codes", by: admin,
            body: #"{"code":"\#(first(codes))"}"#)
        try await show(
            "removeSecondFactor", "An admin removes the second factor", by: admin,
            body: #"{"code":"\#(first(renewed))"}"#)
    }

    /// The code of an authenticator app (RFC 6238).
    private func totp(_ secret: String, at seconds: Int64) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = secret.flatMap { letter -> [Bool] in
            let value = letters.firstIndex(of: letter) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 == 1 }
        }
        let key = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: (seconds / 30) >> (56 - 8 * Int64($0))) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: SymmetricKey(data: key)))
        let offset = Int(mac[19] & 15)
        let number = mac[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7fff_ffff
        return String(String(1_000_000 + number % 1_000_000).dropFirst())
    }
}
