public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a reading: vital signs of a patient that were measured at one time.
public struct RecordVitals: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case inTheFuture
        case tooOld
        /// The measurement of a vital sign at `index` is refused.
        case faulty(index: Int, MeasurementFault)

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .inTheFuture:
                .malformed(body: "/measured_at", code: "in_the_future", detail: "must not be later than now")
            case .tooOld:
                .malformed(
                    body: "/measured_at", code: "too_early",
                    detail: "must be within the last \(RecordVitals.daysBack) days")
            case .faulty(let index, let fault): fault.problem(at: index)
            }
        }
    }

    /// The maximum age of a measurement in days. This limit refuses most dates with a wrong year.
    static let daysBack: Int64 = 366
    /// The number of minutes by which the clock of a device may be ahead of the server's clock.
    static let minutesAhead: Int64 = 5

    public let reading: ID<VitalsReading>
    public let patient: ID<Patient>
    /// The time of the vital signs' measurement; `nil` for the time of the command.
    public let measuredAt: Instant?
    public let source: VitalsSource
    /// The member of staff who records the reading; `nil` if a device records it.
    public let by: ID<StaffMember>?
    public let measurements: [VitalMeasurement]

    public init(
        _ reading: ID<VitalsReading>, of patient: ID<Patient>, measuredAt: Instant? = nil,
        source: VitalsSource = .clinic, by: ID<StaffMember>?, _ measurements: [VitalMeasurement]
    ) {
        self.reading = reading
        self.patient = patient
        self.measuredAt = measuredAt
        self.source = source
        self.by = by
        self.measurements = measurements
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.require(.registration(of: patient), { $0.isCurrent }, else: Rejection.unknownPatient)
        let measuredAt = measuredAt ?? now
        guard measuredAt <= now.adding(minutes: Self.minutesAhead) else { throw .inTheFuture }
        guard measuredAt >= now.adding(days: -Self.daysBack) else { throw .tooOld }
        try checkMeasurements()
        return [
            .vitals(
                .recorded(
                    VitalsRecorded(
                        reading: reading, patient: patient, measuredAt: measuredAt, source: source, by: by,
                        measurements: measurements)))
        ]
    }

    private func checkMeasurements() throws(Rejection) {
        var values: [VitalType: Int64] = [:]
        for (index, measurement) in measurements.enumerated() {
            if let fault = measurement.fault { throw .faulty(index: index, fault) }
            guard values.updateValue(measurement.thousandths, forKey: measurement.type) == nil else {
                throw .faulty(index: index, .repeated)
            }
        }
        if let systolic = values[.systolicBloodPressure], let diastolic = values[.diastolicBloodPressure],
            diastolic >= systolic,
            let index = measurements.firstIndex(where: { $0.type == .diastolicBloodPressure })
        {
            throw .faulty(index: index, .pressures)
        }
    }
}

extension MeasurementFault {
    /// The problem with the measurement at an index of the request's list.
    func problem(at index: Int) -> Problem {
        func text(_ thousandths: Int64) -> String { Codec<Int64>.text(ofThousandths: thousandths) }
        let (member, code, detail): (String, String, String) =
            switch self {
            case .unit: ("unit", "wrong_unit", "the vital sign is not measured in this unit")
            case .outside(let range):
                (
                    "value", "implausible",
                    "plausible values are from \(text(range.lowerBound)) to \(text(range.upperBound))"
                )
            case .notWhole: ("value", "too_precise", "must be a whole number")
            case .repeated: ("type", "repeated", "each vital sign at most once")
            case .pressures: ("value", "implausible", "must be lower than the systolic blood pressure")
            }
        return .malformed(body: "/measurements/\(index)/\(member)", code: code, detail: detail)
    }
}

struct VitalsBody: Sendable {
    let measuredAt: Instant?
    let measurements: [VitalMeasurement]

    static let codec = object(
        VitalsBody.init(measuredAt:measurements:),
        optionalField(
            "measured_at", \.measuredAt,
            .instant.described("When the vital signs were measured, in UTC, within the last year; absent: now.")),
        field(
            "measurements", \.measurements,
            .array(VitalMeasurement.codec, 1...VitalType.allCases.count).described(
                "The measurements: at most one for each vital sign, with plausible values."))
    ).described("Vital signs that were measured at one time.").named("VitalsDraft")
}

extension VitalsAPI {
    static let recordVitals = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/vitals", id: "recordVitals", summary: "Record a patient's vital signs",
        details: """
            All staff may record vital signs. Receptionists cannot read them afterwards. Implausible values get 400 \
            with the plausible range.
            """,
        tag: tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .body(VitalsBody.codec),
        answers: [.created(Vitals.codec, "The reading")], problems: [.patientMerged, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { newID in
            let id: ID<VitalsReading> = newID()
            return ClinicCommand(
                RecordVitals(
                    id, of: patient, measuredAt: body.measuredAt, by: reader.staff, body.measurements),
                answer: .vitals(id, location: "/api/v1/vitals/\(id)")
            ).opening(for: reader) { _ in patient }
        }
    }
}
