public import Endpoints
import EventLoop
public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// A booking request of a person without an account, as its sender asks for it.
public struct NewBookingRequest: Sendable {
    let clinic: UUIDBytes
    let email: String
    let form: [UInt8]
    let digest: [UInt8]
    let key: IdempotencyKey?

    /// Makes a booking request.
    ///
    /// - Parameters:
    ///   - form: the request's content, which is stored encrypted.
    ///   - digest: the digest of the HTTP request.
    ///   - key: the idempotency key, if the sender gave one. A request with the same key is stored once.
    public init(clinic: UUIDBytes, email: String, form: [UInt8], digest: [UInt8], key: IdempotencyKey?) {
        self.clinic = clinic
        self.email = EmailRules.normalized(email)
        self.form = form
        self.digest = digest
        self.key = key
    }
}

/// A booking request whose sender has shown the code from the mail.
public struct OpenedBookingRequest: Sendable {
    /// The id of the patient whom the confirmation of the booking request registers.
    public let patient: UUIDBytes
    /// The id of the appointment that the confirmation of the booking request makes.
    public let appointment: UUIDBytes
    /// The content of the booking request; `nil` if the appointment was made already.
    public let form: [UInt8]?
}

extension AttemptRule {
    /// The limit on booking requests from one network.
    static let bookingFromNetwork = AttemptRule(kind: "booking from", free: 10, forgetsAfter: 120, longestWait: 600)
    /// The limit on booking requests to one clinic. The limit bounds the number of stored requests, and of requested
    /// appointments that wait for the front desk.
    static let bookingInClinic = AttemptRule(kind: "booking in", free: 100, forgetsAfter: 30, longestWait: 60)
    /// The limit on codes that are mailed to one address, for all clinics together. Booking requests above the limit
    /// get the same answer, but no mail is sent.
    static let bookingToAddress = AttemptRule(kind: "booking to", free: 3, forgetsAfter: 600, longestWait: 3600)
}

extension Identity {
    /// Stores a booking request and mails its code. The answer does not show whether the address is known, nor whether
    /// a mail is sent.
    ///
    /// - Parameter network: the sender's network, by which requests are counted.
    /// - Returns: the request's id, and the time until which it can be confirmed.
    /// - Throws: `tooManyAttempts` if the network or the clinic has had too many requests; a problem with status 409 if
    ///   the idempotency key was used for another request.
    public func askForBooking(
        _ request: NewBookingRequest, from network: String, at now: Instant
    ) async throws -> (id: UUIDBytes, expiresAt: Instant) {
        loop.preconditionCurrent()
        do { return try await store(request, from: network, at: now) } catch let rejection as IdentityRejection {
            throw rejection.problem
        }
    }

    private func store(
        _ request: NewBookingRequest, from network: String, at now: Instant
    ) async throws -> (id: UUIDBytes, expiresAt: Instant) {
        guard EmailRules.isAcceptable(request.email) else { throw IdentityRejection.malformedEmail }
        let id = id(of: request, at: now)
        let expiresAt = now.adding(seconds: OneTimePurpose.booking.lifetime)
        guard try await mayMailBooking(request, from: network, at: now) else { return (id, expiresAt) }
        let row = BookingRequestStore.Row(
            id: id, clinic: request.clinic, patient: newID(at: now), appointment: newID(at: now),
            digest: request.digest, sealed: try shared.pepper.seal(Self.usage, request.form, for: id.bytes),
            email: request.email)
        let rows = try await pool.perform(BookingRequestStore.make(row, at: now))
        guard let stored = rows[2].first else { return (id, expiresAt) }
        guard try stored.bytes(0) == request.digest else { throw Problem(.idempotencyKeyReused) }
        shared.post.isDue()
        return (id, try stored.instant(1))
    }

    /// The booking request whose sender has shown its code; `nil` if the code is wrong, too many wrong codes were sent,
    /// or the request has expired or does not exist. All these cases take the same work.
    public func openBooking(
        _ id: UUIDBytes, in clinic: UUIDBytes, code: String, at now: Instant
    ) async throws -> OpenedBookingRequest? {
        loop.preconditionCurrent()
        let isRight = BookingCode(id, shared.pepper).isSame(as: code)
        let rows = try await pool.perform(BookingRequestStore.open(id, in: clinic, isRight: isRight, at: now))
        guard isRight, let row = rows.first else { return nil }
        let opened = try row.optionalBytes(2).map { shared.pepper.open(Self.usage, $0, for: id.bytes) }
        // A booking request cannot be read if a server with a different pepper stored it.
        if case .some(nil) = opened { return nil }
        return OpenedBookingRequest(patient: try row.uuid(0), appointment: try row.uuid(1), form: opened ?? nil)
    }

    /// Erases the personal data of a booking request whose appointment is made.
    public func closeBooking(_ id: UUIDBytes, at now: Instant) async throws {
        loop.preconditionCurrent()
        _ = try await pool.perform(BookingRequestStore.close(id, at: now))
    }

    private static let usage: StaticString = "booking-request"

    /// The id of a booking request. If the sender gave an idempotency key, the id is computed from the clinic and the
    /// key. It cannot be guessed.
    private func id(of request: NewBookingRequest, at now: Instant) -> UUIDBytes {
        guard let key = request.key else { return newID(at: now) }
        let code = shared.pepper.authenticate("booking-key", [request.clinic.bytes, Array(key.text.utf8)])
        return UUIDBytes(bytes: code.prefix(16)) ?? newID(at: now)
    }

    /// Whether a code may be mailed for a booking request. The request is counted for the network first, so that a
    /// network above its limit does not use up the clinic's limit.
    private func mayMailBooking(
        _ request: NewBookingRequest, from network: String, at now: Instant
    ) async throws -> Bool {
        let caller = AttemptBucket(.bookingFromNetwork, [network], shared.pepper)
        let own = try await pool.perform([caller.count(at: now), AttemptBucket.waits([caller])])
        if try own[0].first?.bool(0) == false { try Attempts.check(own[1], at: now) }
        let clinic = AttemptBucket(.bookingInClinic, [request.clinic.text], shared.pepper)
        let address = AttemptBucket(.bookingToAddress, [request.email], shared.pepper)
        let rows = try await pool.perform([
            clinic.count(at: now), address.count(at: now), AttemptBucket.waits([clinic]),
        ])
        if try rows[0].first?.bool(0) == false { try Attempts.check(rows[2], at: now) }
        return try rows[1].first?.bool(0) ?? false
    }
}
