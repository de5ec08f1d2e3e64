import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient

/// The endpoints for statements of patients' accounts, and for a day's takings.
enum StatementsAPI {
    static let endpoints: [Endpoint<ServerAction>] = [statement, familyStatement, takings]

    static let mostDays = 3_660

    private static let statement = Endpoint<ServerAction>(
        .get, "/api/v1/patients/{patient_id}/statements", id: "getStatement",
        summary: "Show a statement of a patient's account",
        details: """
            The balance before the first day, every change, and the balance after the last day. Patients see their own \
            account and those of their dependants.
            """,
        tag: "Billing", for: PatientOrFrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID), .query("from", firstDay), .query("to", lastDay),
        answers: [.ok(AccountStatement.codec, "The statement")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, from, to throws(Problem) in
        let days = try range(from, to)
        return .work { services, call in
            let found = try await services.statement(of: patient, days, for: caller, call)
            return WorkAnswer(200, AccountStatement.codec.bytes(found.statement))
        }
    }

    private static let familyStatement = Endpoint<ServerAction>(
        .get, "/api/v1/family-accounts/{patient_id}/statements", id: "getFamilyStatement",
        summary: "Show a statement of a family",
        details: "The accounts of the guarantor and of all members, in one statement.",
        tag: "Billing", for: FrontDesk.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .query("from", firstDay), .query("to", lastDay),
        answers: [.ok(FamilyStatement.codec, "The statement")], problems: [.notFound, .restrictedRecord]
    ) { caller, guarantor, from, to throws(Problem) in
        let days = try range(from, to)
        let reader = RecordReader(caller)
        return .work { services, call in
            let found = try await services.log.read(caller.clinic, fresh: true) {
                model -> (isKnown: Bool, statement: FamilyStatement?) in
                let members = [guarantor] + model[.familyAccount(guarantor)].members
                for member in members where reader.access(to: member, &model, at: call.now) == .refused {
                    return (true, nil)
                }
                let statement = FamilyStatement(of: guarantor, from: days.first, to: days.last, &model)
                return (model[.registration(of: guarantor)].isCurrent, statement)
            }
            guard found.isKnown else { throw Problem.notFound }
            guard let statement = found.statement else { throw Problem(.restrictedRecord) }
            for member in statement.members { try services.accesses.note(member.id, to: call) }
            return WorkAnswer(200, FamilyStatement.codec.bytes(statement))
        }
    }

    static let firstDay = Codec<CivilDate>.date.described("The first day, by the clinic's calendar.")
    static let lastDay = Codec<CivilDate>.date.described("The last day (inclusive), by the clinic's calendar.")

    static func range(_ from: CivilDate, _ to: CivilDate) throws(Problem) -> DateRange {
        guard let days = DateRange(from, to) else {
            throw .malformed([InputIssue(.query, "/to", code: "bad_range", detail: "must not be before from")])
        }
        guard to.daysSince1970 - from.daysSince1970 <= mostDays else {
            throw .malformed([InputIssue(.query, "/to", code: "too_long", detail: "at most ten years")])
        }
        return days
    }

    private static let takings = Endpoint<ServerAction>(
        .get, "/api/v1/day-close/{date}/takings.csv", id: "exportTakings",
        summary: "Download a day's takings as CSV",
        details: """
            Every payment, refund and correction of a drawer's day, one a line (RFC 4180, UTF-8), in their order; the first \
            line has the columns' names. Amounts are decimal numbers in the clinic's currency; refunds are negative.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("date", .closedDate), .drawer,
        answers: [.ok(mediaType: "text/csv", "The file")]
    ) { caller, date, drawer in
        .work { services, call in
            let takings = try await services.log.read(caller.clinic, fresh: true) { model in
                model[.takings(DrawerDayKey(date, drawer))]
            }
            let patients = Array(Set(takings.movements.map { $0.movement.patient.uuid }))
            let isNoted =
                call.principal.map {
                    services.accesses.note(
                        services.accesses.shown(patients), to: $0, by: call.operation.id, at: call.now)
                } ?? false
            guard isNoted else { throw Problem.unavailable() }
            return WorkAnswer(
                200, try await services.shared.heavy.compute { Array(takings.csv.utf8) },
                mediaType: "text/csv; charset=utf-8; header=present",
                fileName: "takings-\(date.iso8601)-\(drawer.number).csv")
        }
    }
}

extension LoopServices {
    /// The statement of a patient's account, and the patient's document. The access to the patient's data is noted.
    ///
    /// - Throws: 404 if the caller may see no such patient; 403 if the patient's record is restricted and the caller,
    ///   as staff, may not open it; 503 if the access cannot be noted.
    func statement(
        of patient: ID<Patient>, _ days: DateRange, for caller: Caller<PatientOrFrontDesk>, _ call: ServerCall
    ) async throws -> (statement: AccountStatement, patient: PatientDocument) {
        guard let row = try await documents.read(PrintedBills.patient(patient, for: caller), of: caller.clinic).first
        else { throw Problem.notFound }
        let reader = RecordReader(account: caller.account, staff: ID(caller.subject), role: caller.role)
        let (statement, records) = try await log.read(caller.clinic, fresh: true) {
            model -> (AccountStatement?, [ID<Patient>]) in
            let records = model.records(shownFor: patient)
            if caller.role != .patient, reader.access(to: patient, &model, at: call.now) == .refused {
                return (nil, records)
            }
            return (AccountStatement(of: patient, from: days.first, to: days.last, &model), records)
        }
        guard let statement else { throw Problem(.restrictedRecord) }
        for record in records { try accesses.note(record, to: call) }
        return (
            statement, try PatientDocument.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
        )
    }
}

extension DrawerTakings {
    /// The payments, refunds and corrections of a drawer's day as CSV (RFC 4180). No value needs quotation marks.
    var csv: String {
        let lines = movements.map { entry in
            [
                entry.at.rfc3339, entry.movement.kind.rawValue, entry.movement.number ?? "",
                entry.movement.method.rawValue, entry.movement.amount.decimalText,
                entry.movement.amount.currency.code, entry.movement.patient.uuid.text, entry.by?.text ?? "",
            ].joined(separator: ",") + "\r\n"
        }
        return (["time,type,number,method,amount,currency,patient_id,account_id\r\n"] + lines).joined()
    }
}
