import Clinic
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Logging
import PostgresClient
import SQL

/// Runs the decisions that become due at a time, without a request. They concern offers of the waitlist that have
/// expired or whose times are no longer free, check-ins that were missed, reminders of check-ins, visits and recalls,
/// items of treatment plans that a server of the previous release left in a wrong status, and patients whom it erased
/// without sealing their records.
///
/// The times are columns of read models, so they survive restarts. Every server looks for due timed steps in all
/// clinics. If two servers find the same one, the second decision appends nothing.
package final class TimedSteps {
    /// A kind of timed steps: the statement that finds the steps that are due, and the command that is run for each of
    /// them.
    package struct Kind: Sendable {
        /// The name of the kind of timed steps in log messages.
        let name: StaticString
        /// The time between two searches in seconds, if it is longer than the pause of the task.
        var interval: Int64 = 0
        /// A statement that selects the clinic and the id of each entity with a timed step that is due at an instant.
        let due: @Sendable (_ now: Instant) -> Statement
        let take:
            @Sendable (_ log: LoopBound<EventLog<ClinicEvent>>, _ clinic: UUIDBytes, UUIDBytes, Instant) async throws
                -> Void
    }

    private let services: LoopServices
    private var work: Task<Void, Never>?
    private var failing: Set<String> = []
    /// For each kind of timed step, by its name, the time at which the next search for due timed steps begins.
    private var next: [String: Instant] = [:]

    /// The pause between two searches for due timed steps. An offer lasts up to an hour, and the shortest check-in
    /// interval is an hour, so half a minute more is hardly noticed.
    private static let pause = Duration.seconds(30)
    /// The maximum number of entities whose timed steps are run after one search. Many visits begin at the same time,
    /// so many reminders are due at once.
    private static let mostAtOnce = 1_000

    package init(_ services: LoopServices) { self.services = services }

    /// Starts to search for due timed steps, at regular intervals.
    func start() {
        services.loop.preconditionCurrent()
        work = services.loop.task { [self] in
            while !Task.isCancelled {
                _ = try? await services.loop.sleep(for: Self.pause)
                for kind in Kind.all {
                    guard !Task.isCancelled else { return }
                    let now = Instant.now
                    guard now >= next["\(kind.name)"] ?? now else { continue }
                    do {
                        try await step(kind, at: now)
                        next["\(kind.name)"] = now.adding(seconds: kind.interval)
                        failing.remove("\(kind.name)")
                    } catch { report(error, kind) }
                }
            }
        }
    }

    /// Stops the searches for due timed steps, after the command in progress.
    func stop() async {
        work?.cancel()
        await work?.value
    }

    /// Runs the timed steps of a kind that are due by `now`, for at most `mostAtOnce` entities. If more entities have
    /// due steps, the entities are chosen at random. Otherwise, entities whose commands always fail could be chosen
    /// each time, and the due steps of all other entities would wait.
    ///
    /// - Throws: the last failure, after all commands have been tried.
    package func step(_ kind: Kind, at now: Instant) async throws {
        let rows = try await services.reads.perform(
            "\(kind.due(now)) ORDER BY random() LIMIT \(Self.mostAtOnce)", effect: .reads)
        var failure: (any Error)?
        for row in rows where !Task.isCancelled {
            let (clinic, id) = try (row.uuid(0), row.uuid(1))
            do { try await kind.take(services.homes[clinic], clinic, id, now) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Logs the first failure of a kind of timed steps as a warning. Later ones are logged at debug level, until one
    /// search for this kind and its commands succeed.
    private func report(_ error: any Error, _ kind: Kind) {
        guard !Task.isCancelled else { return }
        let isFirst = failing.insert("\(kind.name)").inserted
        services.logger.log(
            level: isFirst ? .warning : .debug, "steps that are due by time cannot be taken",
            metadata: ["reason": "\(error)", "steps": "\(kind.name)"])
    }
}

extension TimedSteps.Kind {
    static let all = [
        expiredOffers, lostOffers, dueCheckIns, dueCheckInReminders, dueReminders, dueRecalls, voidedItems,
        unsealedRecords,
    ]

    /// Closes the offers of the waitlist that have expired. The decision that closes an offer also offers its time to
    /// the next patient.
    package static let expiredOffers = TimedSteps.Kind(
        name: "expired offers of the waitlist",
        due: { "SELECT clinic_id, entry_id FROM waitlist_entry WHERE offer_expires_at <= \($0)" },
        take: { log, clinic, entry, now in
            _ = try await log.handle(
                ExpireWaitlistOffers(ID(entry)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })

    /// Closes the open offers of the waitlist whose times cannot be booked any more.
    package static let lostOffers = TimedSteps.Kind(
        name: "open offers of the waitlist",
        due: { "SELECT clinic_id, entry_id FROM waitlist_entry WHERE offer_expires_at > \($0)" },
        take: { log, clinic, entry, now in
            _ = try await log.handle(
                CloseLostOffers(ID(entry)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })

    /// Runs the due steps of plans of check-ins. Missed check-ins are counted, the contacts of the plans are told of
    /// them, and plans that have run out end.
    package static let dueCheckIns = TimedSteps.Kind(
        name: "due check-ins",
        due: { "SELECT clinic_id, patient_id FROM check_in_plan WHERE next_step_at <= \($0)" },
        take: { log, clinic, patient, now in
            _ = try await log.handle(
                SettleCheckIns(of: CheckInOwner(ID(patient), in: clinic)), in: clinic,
                as: CommandEnvelope(actor: .system, now: now))
        })

    /// Reminds patients and persons without a clinic of check-ins that are due soon.
    package static let dueCheckInReminders = TimedSteps.Kind(
        name: "due reminders of check-ins",
        due: { "SELECT clinic_id, patient_id FROM check_in_plan WHERE remind_at <= \($0)" },
        take: { log, clinic, patient, now in
            _ = try await log.handle(
                RemindOfCheckIn(of: CheckInOwner(ID(patient), in: clinic)), in: clinic,
                as: CommandEnvelope(actor: .system, now: now))
        })

    /// Reminds patients of their visits.
    package static let dueReminders = TimedSteps.Kind(
        name: "due reminders of visits",
        due: { VisitReminderPlans.due($0) },
        take: { log, clinic, appointment, now in
            _ = try await log.handle(
                RemindOfVisit(ID(appointment)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })

    /// Reminds patients of recalls, at the times that their clinics have set.
    package static let dueRecalls = TimedSteps.Kind(
        name: "due reminders of recalls",
        due: { DueRecallNotices.due($0) },
        take: { log, clinic, visit, now in
            _ = try await log.handle(
                RemindOfRecall(after: ID(visit)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })

    /// Marks items of treatment plans as done again if a server of an earlier release voided their invoice, or credited
    /// all of it.
    package static let voidedItems = TimedSteps.Kind(
        name: "items of treatment plans whose charge was taken back", interval: 3_600,
        due: { _ in
            """
            SELECT clinic_id, treatment_plan_id FROM treatment_plan AS t
            WHERE EXISTS (
                SELECT FROM json_array_elements(t.document -> 'items') AS item
                JOIN invoice AS i ON i.clinic_id = t.clinic_id AND i.invoice_id = (item ->> 'invoice_id')::uuid
                WHERE i.status IN ('void', 'credited'))
            """
        },
        take: { log, clinic, plan, now in
            _ = try await log.handle(
                ReleaseVoidedItems(of: ID(plan)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })

    /// Seals the records of patients whom a server of the previous release erased.
    package static let unsealedRecords = TimedSteps.Kind(
        name: "records of erased patients that are not sealed", interval: 3_600,
        due: { _ in
            """
            SELECT k.clinic_id, k.person_id FROM person_key AS k
            JOIN patient AS p ON p.clinic_id = k.clinic_id AND p.patient_id = k.person_id
            WHERE k.retention = 1 AND k.destroyed_at IS NOT NULL AND EXISTS (
                SELECT FROM person_key AS o
                WHERE o.clinic_id = k.clinic_id AND o.person_id = k.person_id AND o.retention <> 1
                    AND o.wrapped IS NOT NULL AND o.sealed_at IS NULL)
            """
        },
        take: { log, clinic, patient, now in
            _ = try await log.handle(
                SealRecords(of: ID(patient)), in: clinic, as: CommandEnvelope(actor: .system, now: now))
        })
}
