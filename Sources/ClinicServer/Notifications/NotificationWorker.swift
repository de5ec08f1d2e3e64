import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import PostgresClient
import Push
import SQL

/// Delivers the rows of the notification outbox. Several servers can do this at the same time.
///
/// A server claims some due rows, sends each by its channel, and writes the outcome. A claim is a lease: if the server
/// stops, the row is due again when the claim ends. An outcome of an older claim is not written. So a message can be
/// sent twice, with the same id, but a row is not lost when a server stops.
///
/// Deliveries are independent. Each is in a lane: its push service, or mail. If the service of a lane is slow, the
/// server claims no further rows of this lane, and goes on with the rows of the other lanes.
package final class NotificationWorker {
    package struct Limits: Sendable {
        /// The pause before the next search for due rows of the notification outbox if no rows are due.
        package var pause = Duration.seconds(3)
        package var rowsOfClinicAtOnce = 4
        /// The number of deliveries of one lane that are in progress at the same time.
        package var placesOfLane = 32
        /// The number of deliveries of all lanes that are in progress at the same time.
        package var deliveriesAtOnce = 512
        /// The duration of a claim in seconds. It is longer than `patience`, so the outcome of a slow attempt is
        /// written before the claim ends.
        package var term: Int64 = 120
        /// The maximum duration of an attempt to deliver a notification. If the channel does not answer in this time,
        /// the attempt has failed.
        package var patience = Duration.seconds(30)
        /// The maximum number of old rows of the notification outbox that one statement deletes.
        package var rowsForgottenAtOnce = 5_000

        package init() {}
    }

    let services: LoopServices
    let channels: NotificationChannels
    private let limits: Limits
    private let turns: ClaimedTurns<String>
    /// For each lane that may have more due rows: the clinic of the row that was claimed last. The next search in the
    /// lane begins after this clinic.
    private var lastClinics: [String: UUIDBytes] = [:]
    private var forgetsAt: Instant?

    package init(_ services: LoopServices, _ channels: NotificationChannels, limits: Limits = Limits()) {
        self.services = services
        self.channels = channels
        self.limits = limits
        turns = ClaimedTurns(
            services,
            limits: .init(pause: limits.pause, places: { _ in limits.placesOfLane }, total: limits.deliveriesAtOnce),
            complaint: "notifications cannot be delivered")
    }

    /// Starts the task that delivers due rows of the notification outbox.
    package func start() {
        turns.start { [self] in
            if try await search(at: .now) > 0 { return true }
            try await forget(at: .now)
            return false
        }
    }

    /// Stops the notification worker after the deliveries in progress.
    package func stop() async { await turns.stop(cancelling: false) }

    /// Begins the due deliveries of notifications, and waits until none is in progress.
    ///
    /// - Returns: the number of claimed rows.
    /// - Throws: the last failure of the database, after all rows have been tried.
    package func deliver(at now: Instant) async throws -> Int {
        let count = try await search(at: now)
        try await turns.settleOrThrow()
        return count
    }

    /// Claims due rows of the notification outbox for the free places of the lanes, and begins their deliveries.
    ///
    /// - Returns: the number of claimed rows.
    package func search(at now: Instant) async throws -> Int {
        let room = turns.room
        guard room > 0 else { return 0 }
        let lanes = turns.busyLanes.union(lastClinics.keys).map { name in
            SearchedLane(
                name: name, free: turns.free(in: name), last: lastClinics[name] ?? UUIDBytes(high: 0, low: 0))
        }
        let claim = NotificationOutbox.claim(
            lanes, places: limits.placesOfLane, room: room, rowsOfEach: limits.rowsOfClinicAtOnce, at: now,
            term: limits.term)
        // If the worker stops meanwhile, the rows that the statement has claimed are still delivered.
        let rows = try await services.loop.task { [services] in try await services.reads.perform(claim) }.value
        var claimed: [String: [ClaimedDelivery]] = [:]
        for row in rows {
            let delivery = try ClaimedDelivery(row)
            claimed[delivery.lane, default: []].append(delivery)
        }
        // If there was room for more rows, the searched lanes without a claimed row have no due rows.
        let full = Set(lanes.filter { $0.free == 0 }.map(\.name))
        if rows.count < room { lastClinics = lastClinics.filter { claimed[$0.key] != nil || full.contains($0.key) } }
        for (lane, deliveries) in claimed {
            // A search goes through the clinics after the last one, and then from the first clinic to the last one.
            let before = lastClinics[lane] ?? UUIDBytes(high: 0, low: 0)
            let clinics = deliveries.map(\.clinic)
            lastClinics[lane] = clinics.filter { $0 <= before }.max() ?? clinics.max()
            for delivery in deliveries {
                turns.begin(in: lane) { [self] in try await deliver(delivery, at: now) }
            }
        }
        return rows.count
    }

    private func deliver(_ row: ClaimedDelivery, at now: Instant) async throws {
        guard now < row.expires else {
            // A message that expired before its first attempt is deleted and not shown as a dead delivery: the
            // recipient had quiet hours, or no server has the channel.
            return try await write(row.attempts > 1 ? .settle(row, as: .dead, because: "expired", at: now) : .drop(row))
        }
        if row.isForContact { return try await deliverToContact(row, at: now) }
        let found = try await services.reads.perform(DeliveryDetails.query(row), effect: .reads)
        guard let details = try found.first.flatMap({ try DeliveryDetails($0, of: row) }) else {
            return try await write(.drop(row))
        }
        // This server does not have the channel that the row needs, but another server may have it.
        guard let channel = channels.channel(for: details.target) else {
            return try await write(.postpone(row, to: now.adding(minutes: 10)))
        }
        if let quiet = details.own.preferences.quietHours {
            let zone = try await services.log.read(row.clinic, fresh: false) { model in model[.basics].zone }
            if let end = quiet.end(for: details.item.type, at: now, zone) {
                return try await write(.postpone(row, to: end))
            }
        }
        let message = details.message(row, link: link(to: details, in: row.clinic))
        try await send(message, of: row, by: channel, to: details.target, device: details.device, at: now)
    }

    /// Sends a notification's message by its channel, and writes the outcome.
    ///
    /// - Parameter device: the registration of the device; `nil` for a mail.
    func send(
        _ message: PushMessage, of row: ClaimedDelivery, by channel: any PushChannel, to target: DeliveryTarget,
        device: UUIDBytes?, at now: Instant
    ) async throws {
        let outcome = await ask(channel, message, to: target.token)
        if let way = DeliveryWay(target) { services.metrics.tried(way, DeliveryOutcome(outcome)) }
        try await record(outcome, of: row, to: device, at: now)
    }

    /// The URL of the visit's page for a reminder by mail, because the reader may have no login; `nil` for other
    /// notifications. A guardian's mail has no such URL, since the clinic decides whether guardians may change visits.
    private func link(to details: DeliveryDetails, in clinic: UUIDBytes) -> String? {
        guard details.channel == .mail, details.item.type == .appointmentReminder, let start = details.item.start,
            details.own.dependants[details.item.id] == nil
        else { return nil }
        let token = services.identity.sign(
            VisitToken(clinic: clinic, appointment: details.item.subject.id, start: start))
        return services.identity.url(ofVisit: token)
    }

    /// Sends a message by its channel. If the channel does not answer in time, the outcome is `retry`.
    private func ask(
        _ channel: any PushChannel, _ message: PushMessage, to token: String
    ) async -> PushOutcome {
        let (outcomes, report) = AsyncStream.makeStream(of: PushOutcome.self, bufferingPolicy: .bufferingOldest(1))
        let sending = Task { report.yield(await channel.deliver(message, to: token)) }
        let waiting = services.loop.task { [services, limits] in
            // The sleep that limits the duration of an attempt ends early if the channel answers.
            _ = try? await services.loop.sleep(for: limits.patience)
            report.yield(.retry(after: nil, reason: "no answer in time"))
        }
        var first: PushOutcome?
        for await outcome in outcomes {
            first = outcome
            break
        }
        sending.cancel()
        waiting.cancel()
        return first ?? .retry(after: nil, reason: "the server stops")
    }

    private func record(
        _ outcome: PushOutcome, of row: ClaimedDelivery, to device: UUIDBytes?, at now: Instant
    ) async throws {
        switch outcome {
        case .delivered: try await write(.settle(row, as: .sent, because: nil, at: now))
        case .refused(let reason): try await write(.settle(row, as: .dead, because: Self.short(reason), at: now))
        case .retry(let asked, let reason): try await retry(row, after: asked, because: reason, at: now)
        case .gone(let since):
            // `since` is the time from which the push service regards the device's push token as invalid. If the device
            // has registered the token again after that time, the token is valid again, so the registration is kept.
            let removed = try await services.reads.perform(
                """
                DELETE FROM user_device
                WHERE user_device_id = \(device) AND (\(since)::timestamptz IS NULL OR registered_at <= \(since))
                RETURNING user_device_id
                """)
            if removed.isEmpty, device != nil, since != nil {
                try await retry(row, after: nil, because: "the registration was gone", at: now)
            } else {
                try await write(.settle(row, as: .dead, because: "the registration is gone", at: now))
            }
        }
    }

    private func retry(_ row: ClaimedDelivery, after asked: Int?, because reason: String, at now: Instant) async throws
    {
        guard row.attempts < DeliveryBackoff.mostAttempts else {
            return try await write(.settle(row, as: .dead, because: Self.short(reason), at: now))
        }
        var random = SystemRandomNumberGenerator()
        let pause = DeliveryBackoff.pause(after: row.attempts, asked: asked, using: &random)
        try await write(.retry(row, at: now.adding(seconds: pause), because: Self.short(reason)))
    }

    func write(_ outcome: OutboxOutcome) async throws {
        _ = try await services.reads.perform(outcome.statement)
    }

    /// Deletes settled rows of the notification outbox after 30 days. It looks for them once an hour.
    package func forget(at now: Instant) async throws {
        guard now >= forgetsAt ?? now else { return }
        let limit = limits.rowsForgottenAtOnce
        var deleted = limit
        while deleted == limit, !Task.isCancelled {
            deleted = try await services.reads.perform(NotificationOutbox.forget(at: now, limit: limit)).affected
        }
        forgetsAt = now.adding(hours: 1)
    }

    private static func short(_ reason: String) -> String { String(reason.prefix(200)) }
}
