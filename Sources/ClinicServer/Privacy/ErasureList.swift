import Clinic
import EventSourcing
import Foundation
import Identifiers
import JSON
import PostgresClient
import SQL

/// An erasure that must be repeated in a database restored to an earlier time.
package struct KeptErasure: Hashable, Sendable {
    package enum Subject: String, CaseIterable, Hashable, Sendable {
        case patient, staff, clinical, financial
        case checkIns = "check_ins"
    }

    package let clinic: UUIDBytes
    package let person: UUIDBytes
    /// The erased data: the identity of a patient or of a member of staff, the texts about a patient's treatment or
    /// money, or the check-ins of a person without a clinic.
    package let subject: Subject
    /// The reason for erasing the identity of a patient or of a member of staff; `nil` if texts or
    /// check-ins were erased.
    package let reason: ErasureReason?
    let erasedAt: Instant

    static let codec: Codec<KeptErasure> = object(
        KeptErasure.init(clinic:person:subject:reason:erasedAt:), field("clinic_id", \.clinic, .uuid),
        field("person_id", \.person, .uuid),
        field("erased", \.subject, .stringEnum), optionalField("reason", \.reason, .stringEnum),
        field("erased_at", \.erasedAt, .instant))

    private init(clinic: UUIDBytes, person: UUIDBytes, subject: Subject, reason: ErasureReason?, erasedAt: Instant) {
        self.clinic = clinic
        self.person = person
        self.subject = subject
        self.reason = reason
        self.erasedAt = erasedAt
    }

    /// Reads an erasure from a row of the database.
    ///
    /// - Parameter row: a row with the columns of `Statement.erasures`.
    package init(_ row: Row) throws {
        let event = try ClinicEvent.types.decode(
            type: row.text(2), version: Int(row.int64(3)), data: row.bytes(4))
        switch event {
        case .patient(.patientErased(let erased)): (subject, reason) = (.patient, erased.reason)
        case .patient(.patientRecordsErased(let erased)):
            (subject, reason) = (erased.records == .clinical ? .clinical : .financial, nil)
        case .staff(.staffErased(let erased)): (subject, reason) = (.staff, erased.reason)
        case .recovery(.erased): (subject, reason) = (.checkIns, nil)
        default: throw PostgresError.protocolViolation("an event that erases nobody")
        }
        (clinic, person) = (try row.uuid(0), try row.uuid(1))
        erasedAt = Instant(secondsSince1970: try row.timestamp(5).microsecondsSince1970 / 1_000_000)
    }

    /// A key by which repeated erasures are recognized. It consists of the clinic, the person and the kind of erased
    /// data, without time and reason.
    var name: String { "\(clinic) \(person) \(subject.rawValue)" }
}

extension Statement {
    /// A statement for the erasure events of every person of whom a key was destroyed since a time, or ever if the time
    /// is `nil`.
    package static func erasures(since time: Instant?) -> Statement {
        """
        SELECT e.clinic_id, k.person_id, e.type, e.schema_version::bigint, e.data, e.recorded_at
        FROM (
            SELECT DISTINCT clinic_id, person_id FROM person_key
            WHERE destroyed_at IS NOT NULL AND destroyed_at >= coalesce(\(time), '-infinity')
        ) AS k
        JOIN event_tag AS t ON t.clinic_id = k.clinic_id AND t.subject = k.person_id
        JOIN event AS e ON e.clinic_id = t.clinic_id AND e.position = t.position
        WHERE e.type IN ('patient-erased', 'staff-erased', 'patient-records-erased', 'check-ins-erased')
        GROUP BY e.clinic_id, e.position, k.person_id
        ORDER BY e.recorded_at, e.clinic_id, e.position
        """
    }
}

/// The list of erasures in a folder outside of the database: the file `erasures.jsonl` with a line for each erasure.
/// The lines contain ids and no names.
package struct ErasureList: Sendable {
    private let folder: String

    package init(folder: String) { self.folder = folder }

    private var path: String { "\(folder)/erasures.jsonl" }

    /// The part of the erasure list that a process has in memory.
    package struct Known {
        fileprivate var names: Set<String>?
        fileprivate var askedAt: Instant?

        package init() {}

        /// Whether this process has read all erasures from the database once and has added the missing ones to the
        /// list. Later it reads only the erasures since `askFrom`.
        var isComplete: Bool { names != nil }
        /// The next query reads the erasures since this time. The time is ten minutes before the last query, because a
        /// transaction that began before that query may have committed after it, and because the database's clock may
        /// differ.
        var askFrom: Instant? { askedAt?.adding(seconds: -600) }
    }

    struct Unreadable: Error, CustomStringConvertible {
        let description: String
    }

    /// Adds to the list in the outside folder those of the given erasures that are not in it yet.
    ///
    /// - Parameter askedAt: the time when the database was queried for these erasures.
    /// - Returns: the number of added erasures.
    @discardableResult
    package func keep(_ erasures: [KeptErasure], askedAt: Instant, known: inout Known) async throws -> Int {
        var names = known.names ?? []
        if known.names == nil, FileManager.default.fileExists(atPath: path) { names = Set(try read().map(\.name)) }
        let new = erasures.filter { names.insert($0.name).inserted }
        if !new.isEmpty { try await KeptLines(path: path).append(new.map { KeptErasure.codec.bytes($0) }) }
        known.names = names
        known.askedAt = askedAt
        return new.count
    }

    /// Reads the list of erasures.
    ///
    /// - Throws: an error if the file or a line of it cannot be read. Such a line must not be skipped, since its
    ///   erasure would not be repeated.
    package func read() throws -> [KeptErasure] {
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw Unreadable(description: "cannot read the list of erasures at \(path)")
        }
        return try KeptLines.lines(of: bytes).enumerated().map { number, line in
            do { return try KeptErasure.codec.decode(parsing: line) } catch {
                throw Unreadable(description: "line \(number + 1) of \(path) is no erasure; mend it and run this again")
            }
        }
    }
}
