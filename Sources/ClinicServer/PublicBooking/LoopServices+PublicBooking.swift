import Clinic
import Crypto
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import HTTPServer
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL

extension LoopServices {
    /// Answers a request of a person without an account from the states of a clinic.
    ///
    /// - Throws: 429 if the person's network asks this clinic too often; 404 if the clinic does not exist. In both
    ///   cases the cache of states loads nothing.
    func answerPublic<Value: Sendable>(
        _ clinic: UUIDBytes, _ peer: PeerAddress, _ call: ServerCall,
        _ answer: @escaping @Sendable (inout DecisionModel<ClinicEvent>) throws(Problem) -> Value
    ) async throws -> Value {
        try limitPublic(clinic, peer)
        try await checkExists(clinic)
        return try await ofLog(call) { () throws(LogFailure<Problem>) in
            try await homes[clinic].answer(clinic) { model throws(Problem) in try answer(&model) }
        }
    }

    /// Stores a booking request and mails its code. Before that, the request is checked as if it were confirmed now, so
    /// that its sender learns at once if the time is not free. The check reads no data of patients.
    func ask(
        _ request: PublicRequest, in clinic: UUIDBytes, _ peer: PeerAddress, _ call: ServerCall
    ) async throws -> PublicRequestAnswer {
        try await answerPublic(clinic, peer, call) { model throws(Problem) in
            do throws(BookForNewPatient.Rejection) { try request.check(&model, at: call.now) } catch {
                throw error.problem
            }
        }
        let key = call.request.headers.joined("idempotency-key").flatMap { IdempotencyKey($0) }
        let new = NewBookingRequest(
            clinic: clinic, email: request.address ?? "", form: PublicRequest.codec.bytes(request),
            digest: call.request.hash(of: nil), key: key)
        let (id, expiresAt) = try await identity.askForBooking(new, from: peer.network, at: call.now)
        return PublicRequestAnswer(id: id, expiresAt: expiresAt)
    }

    /// Confirms a booking request, and books its time if the time is still free. A repeated confirmation returns the
    /// appointment that the first one made.
    ///
    /// - Throws: 409 if the code is not right, or if the time is not free any more. If the time is not free, the
    ///   request can be confirmed for another time until the request expires.
    func confirm(
        _ id: UUIDBytes, _ body: ConfirmationBody, in clinic: UUIDBytes, _ peer: PeerAddress, _ call: ServerCall
    ) async throws -> RequestedVisit {
        try limitPublic(clinic, peer)
        guard let opened = try await identity.openBooking(id, in: clinic, code: body.code, at: call.now) else {
            throw Problem(.publicRequestInvalid)
        }
        let appointment = ID<Appointment>(opened.appointment)
        if let form = opened.form {
            var request = try PublicRequest.codec.decode(parsing: form)
            if let start = body.start { request = request.at(start, with: body.doctor) }
            let command = ClinicCommand(
                BookForNewPatient(appointment, for: ID(opened.patient), request),
                answer: DocumentAnswer(Appointments.self, DocumentKey(appointment)))
            try await run(command, in: clinic, as: .publicBooking, call)
            try await identity.closeBooking(id, at: call.now)
        }
        return try await ofLog(call) { () throws(LogFailure<Problem>) in
            try await log.read(clinic) { model throws(Problem) in try RequestedVisit.of(appointment, &model) }
        }
    }

    private func limitPublic(_ clinic: UUIDBytes, _ peer: PeerAddress) throws(Problem) {
        let caller = UUIDBytes(SHA256.hash(data: clinic.bytes + Array(peer.network.utf8)))
        if let notice = shared.rates.ofPublicBooking(caller, at: loop.now), notice.isRefusal {
            metrics.limited(by: notice.limit)
            throw notice.problem
        }
    }

    private func checkExists(_ clinic: UUIDBytes) async throws {
        let rows = try await reads.perform(
            "SELECT FROM clinic_profile WHERE clinic_id = \(clinic)", effect: .reads)
        guard !rows.isEmpty else { throw Problem(.publicBookingClosed) }
    }
}
