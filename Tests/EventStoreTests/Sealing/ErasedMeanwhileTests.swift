import EventLoop
import EventSourcing
import EventStore
import Identifiers
import PostgresClient
import SQL
import TestSupport
import Testing
import Theatre

/// Tests commands of a process whose cached states lack an erasure that another process has appended. The processes of
/// these tests do not notify each other.
@Suite(.database(.guestBook)) struct `An erasure that another process appends` {
    private let ada = UUIDBytes(high: 0xada, low: 1)

    @Test func `a command about a person who was erased after the states were cached is decided again and rejected`()
        async throws
    {
        try await BookProcess.run { process in
            #expect(try await process.isStruck(ada) == false)
            try await BookProcess.run { try await $0.write(.struck(GuestStruck(guest: ada))) }
            let isRejected = await process.signsUnlessStruck(ada)
            #expect(isRejected)
        }
        #expect(try await TestDatabase.current.text("SELECT count(*)::text FROM event") == "1")
    }

    @Test func `a command about a person who is erased while the person key is created is decided again and rejected`()
        async throws
    {
        let database = try TestDatabase.current
        try await BookProcess.run { process in
            try await process.write(.noted(GuestNoted(guest: ada, note: nil)), id: .command(1))
            #expect(try await process.isStruck(ada) == false)
            try await BookProcess.run { other in
                try await database.withConnection { connection in
                    // The erasure has inserted the row of the destroyed key, and cannot commit: it waits for the row of
                    // the stored answer. The command that signs the guest book waits for the key's row.
                    _ = try await connection.perform("BEGIN")
                    _ = try await connection.perform("SELECT FROM command FOR UPDATE")
                    let erasure = Held { try await other.write(.struck(GuestStruck(guest: ada))) }
                    try await erasure.waits(connection)
                    let signature = Held { await process.signsUnlessStruck(ada) }
                    try await signature.waits(connection, 2)
                    _ = try await connection.perform("COMMIT")
                    _ = try await erasure.value
                    #expect(try await signature.value)
                }
            }
        }
        #expect(try await database.text("SELECT count(*)::text FROM event") == "2")
    }
}

private struct GuestIsStruck: EventSourced {
    static let initial = GuestIsStruck()
    static let readsPersonal = false
    private(set) var isSo = false

    mutating func evolve(_ recorded: Recorded<BookEvent>) {
        if case .struck = recorded.event { isSo = true }
    }
}

private struct SignUnlessStruck: Decision {
    enum Rejection: Error, Hashable { case struck }

    let guest: UUIDBytes

    func decide(_ model: inout DecisionModel<BookEvent>, at now: Instant) throws(Rejection) -> [BookEvent] {
        if model[Subject<GuestIsStruck>(.guest(guest))].isSo { throw .struck }
        return [.signed(GuestSigned(guest: guest, name: Personal("Ada")))]
    }
}

extension BookProcess {
    fileprivate func isStruck(_ guest: UUIDBytes) async throws -> Bool {
        try await log.run { log in
            try await log.read(.theatre) { model in model[Subject<GuestIsStruck>(.guest(guest))].isSo }
        }
    }

    /// Signs the guest book with a guest's name.
    ///
    /// - Returns: whether the decision rejected the command, since the guest is struck.
    fileprivate func signsUnlessStruck(_ guest: UUIDBytes) async -> Bool {
        do {
            let envelope = CommandEnvelope(actor: .system, now: Instant(secondsSince1970: 1_795_000_000))
            _ = try await log.run { log in
                try await log.handle(SignUnlessStruck(guest: guest), in: .theatre, as: envelope)
            }
            return false
        } catch { return (error as? LogFailure<SignUnlessStruck.Rejection>)?.isStruck ?? false }
    }
}

extension LogFailure<SignUnlessStruck.Rejection> {
    fileprivate var isStruck: Bool { if case .rejected(.struck) = self { true } else { false } }
}
