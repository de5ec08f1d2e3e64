import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import Printing
import SQL

/// The endpoints for treatment plans as PDF files.
enum TreatmentPlanFilesAPI {
    static let endpoints: [Endpoint<ServerAction>] = [file, ownFile]

    private static let details = """
        A4, by phase and alternative, with fees without tax, and room for a signature. 503: too many files are being made; try \
        again.
        """

    private static let file = Endpoint<ServerAction>(
        .get, "/api/v1/treatment-plans/{treatment_plan_id}/pdf", id: "getTreatmentPlanFile",
        summary: "Download a treatment plan as PDF", details: details, tag: TreatmentPlansAPI.tag, for: Staff.self,
        takes: .path("treatment_plan_id", .treatmentPlanID),
        answers: [.ok(mediaType: "application/pdf", "The file")], problems: [.notFound, .restrictedRecord]
    ) { caller, id in
        let reader = RecordReader(caller)
        return .work { services, call in
            let statement = try await services.ofLog(call) { () throws(LogFailure<Problem>) in
                try await services.log.read(caller.clinic) { model throws(Problem) in
                    try PrintedTreatmentPlans.statement(id, for: reader, in: caller.clinic, &model, at: call.now)
                }
            }
            return try await services.treatmentPlan(statement, id, in: caller.clinic, call)
        }
    }

    private static let ownFile = Endpoint<ServerAction>(
        .get, "/api/v1/patient/treatment-plans/{treatment_plan_id}/pdf", id: "getOwnTreatmentPlanFile",
        summary: "Download one's own treatment plan as PDF", details: "Also a dependant's. " + details,
        tag: TreatmentPlansAPI.tag, for: PatientOnly.self, takes: .path("treatment_plan_id", .treatmentPlanID),
        answers: [.ok(mediaType: "application/pdf", "The file")], problems: [.notFound]
    ) { caller, id in
        .work { services, call in
            try await services.treatmentPlan(
                PrintedTreatmentPlans.statement(id, for: caller), id, in: caller.clinic, call)
        }
    }
}

extension LoopServices {
    /// The file of the treatment plan that a statement of `PrintedTreatmentPlans` reads. The access log records the
    /// access.
    fileprivate func treatmentPlan(
        _ statement: Statement, _ id: ID<TreatmentPlan>, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws -> WorkAnswer {
        guard let row = try await documents.read(statement, of: clinic).first else { throw Problem.notFound }
        let patient = try PatientDocument.codec.decode(parsing: try row.bytes(0), unknownMembers: .ignored)
        let plan = try TreatmentPlans.codec.decode(parsing: try row.bytes(1), unknownMembers: .ignored)
        try accesses.note(patient.id, to: call)
        let settings = try await log.read(clinic, fresh: false) { model in model[.settings] }
        let printed = PrintedTreatmentPlan(
            clinic: settings.profile, patient: patient, plan: plan, now: call.now)
        return WorkAnswer(
            200, try await shared.printing.pdf(printed.document), mediaType: "application/pdf",
            fileName: "treatment-plan-\(plan.proposedOn.iso8601)-\(id).pdf")
    }
}
