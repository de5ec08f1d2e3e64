public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a patient's new coverage, or replaces what is recorded of one. Claims that exist keep
/// their amounts.
public struct RecordCoverage: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownCoverage
        case coverageRemoved
        case unknownPayer
        case payerRetired
        case otherCurrency(expected: Currency)
        /// The coverage's last day is before its first day.
        case endsBeforeItBegins
        /// The coverage has two shares for the same service. The second one is at `index` in the list of shares.
        case serviceTwice(index: Int)
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownCoverage, .unknownPayer: .notFound
            case .coverageRemoved: Problem(.coverageRemoved)
            case .payerRetired: Problem(.payerRetired)
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .endsBeforeItBegins:
                .malformed(body: "/terms/valid_until", code: "bad_range", detail: "must not be before valid_from")
            case .serviceTwice(let index):
                .malformed(
                    body: "/terms/services/\(index)/service_id", code: "repeated", detail: "each service at most once")
            case .tooMany:
                Problem(.limitReached, "At most \(RecordCoverage.limit) coverages of a patient, with removed ones.")
            }
        }
    }

    /// The maximum number of coverages of one patient. Removed coverages count, because each decision about the
    /// patient's account reads the events of all coverages.
    public static let limit = 50

    public let coverage: ID<Coverage>
    /// The patient of a new coverage; `nil` to change a coverage that is recorded.
    public let newPatient: ID<Patient>?
    public let payer: ID<InsurancePayer>
    public let memberNumber: Personal<String>
    public let terms: CoverageTerms

    public init(
        _ coverage: ID<Coverage>, of newPatient: ID<Patient>?, by payer: ID<InsurancePayer>,
        memberNumber: Personal<String>, _ terms: CoverageTerms
    ) {
        self.coverage = coverage
        self.newPatient = newPatient
        self.payer = payer
        self.memberNumber = memberNumber
        self.terms = terms
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let patient: ID<Patient>
        var isOldPayer = false
        if let newPatient {
            guard model[.registration(of: newPatient)].isCurrent else { throw .unknownPatient }
            let coverages = model[.patientAccount(newPatient)].insurance.coverages
            guard coverages.count < RecordCoverage.limit else { throw .tooMany }
            patient = newPatient
        } else {
            guard
                let owner = model[.coverageOwner(coverage)].patient,
                let known = model[.patientAccount(owner)].insurance[coverage]
            else { throw .unknownCoverage }
            guard !known.isRemoved else { throw .coverageRemoved }
            patient = owner
            isOldPayer = known.payer == payer
        }
        switch model[.insurancePayer(payer)] {
        case .unknown: throw .unknownPayer
        case .active: break
        case .retired: guard isOldPayer else { throw .payerRetired }
        }
        let currency = model[.basics].currency
        for amount in [terms.yearlyMaximum, terms.deductible] {
            if let amount, amount.currency != currency { throw .otherCurrency(expected: currency) }
        }
        if let last = terms.validUntil, last < terms.validFrom { throw .endsBeforeItBegins }
        if let index = terms.repeatedService { throw .serviceTwice(index: index) }
        return [
            .insurance(
                .coverageRecorded(
                    CoverageRecorded(
                        coverage: coverage, patient: patient, payer: payer, memberNumber: memberNumber, terms: terms)))
        ]
    }
}

struct CoverageDetails: Sendable {
    let payer: ID<InsurancePayer>
    let memberNumber: Personal<String>
    let terms: CoverageTerms

    static let codec = object(
        CoverageDetails.init(payer:memberNumber:terms:),
        field("payer_id", \.payer, .payerID), field("member_number", \.memberNumber, .memberNumber),
        field(
            "terms", \.terms,
            CoverageTerms.codec.described("The terms of the coverage: the days and shares of its payments."))
    ).described("The data of a coverage.").named("CoverageDetails")
}

struct CoverageDraft: Sendable {
    let patient: ID<Patient>
    let details: CoverageDetails

    static let codec = object(
        CoverageDraft.init(patient:payer:memberNumber:terms:),
        field("patient_id", \.patient, .patientID), field("payer_id", \.details.payer, .payerID),
        field("member_number", \.details.memberNumber, .memberNumber),
        field(
            "terms", \.details.terms,
            CoverageTerms.codec.described("The terms of the coverage: the days and shares of its payments."))
    ).described("The coverage to record.").named("CoverageDraft")

    private init(
        patient: ID<Patient>, payer: ID<InsurancePayer>, memberNumber: Personal<String>, terms: CoverageTerms
    ) {
        self.patient = patient
        details = CoverageDetails(payer: payer, memberNumber: memberNumber, terms: terms)
    }
}

extension Codec where Value == Personal<String> {
    fileprivate static var memberNumber: Codec {
        .personal(.contact, .string(1...100)).described("The patient's number at the payer.")
    }
}

extension InsuranceAPI {
    static let recordCoverage = Endpoint<ClinicAction>(
        .post, "/api/v1/coverages", id: "recordCoverage", summary: "Record a patient's coverage",
        details: """
            A patient can have several: at most \(RecordCoverage.limit), with removed ones. Send the same `Idempotency-Key` again \
            to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .body(CoverageDraft.codec),
        answers: [.created(Coverages.codec, "The coverage")],
        problems: [.payerRetired, .otherCurrency, .limitReached, .patientMerged, .notFound, .restrictedRecord],
        idempotency: .required
    ) { caller, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { ids in
            let id: ID<Coverage> = ids()
            return ClinicCommand(
                RecordCoverage(
                    id, of: body.patient, by: body.details.payer, memberNumber: body.details.memberNumber,
                    body.details.terms), answer: .coverage(id, location: "/api/v1/coverages/\(id)")
            ).opening(for: reader) { _ in body.patient }
        }
    }

    static let changeCoverage = Endpoint<ClinicAction>(
        .put, "/api/v1/coverages/{coverage_id}", id: "changeCoverage", summary: "Change a coverage",
        details: "The body replaces what is recorded. Claims that exist keep their amounts.",
        tag: "Billing", for: FrontDesk.self, takes: .path("coverage_id", .coverageID), .body(CoverageDetails.codec),
        answers: [.ok(Coverages.codec, "The coverage as it is now")],
        problems: [.coverageRemoved, .payerRetired, .otherCurrency, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                RecordCoverage(id, of: nil, by: body.payer, memberNumber: body.memberNumber, body.terms),
                answer: .coverage(id)
            ).opening(for: RecordReader(caller)) { $0[.coverageOwner(id)].patient })
    }
}
