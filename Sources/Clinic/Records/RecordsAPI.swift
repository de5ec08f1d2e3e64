public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for the timeline of a patient's records.
public enum RecordsAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [listRecords, listOwnRecords]

    private static let details = """
        Visits, notes, vital signs, prescriptions, files, treatment plans, medical history forms, consents, \
        findings on teeth and periodontal examinations in one list. Only kinds that the caller may read are in it.
        """

    private static let listRecords = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/records", id: "listRecords",
        summary: "List a patient's records of all kinds, the latest first",
        details: details + " The reception gets visits, files of the category `document`, plans and consents.",
        tag: ChartAPI.tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .optionalQuery("type", .timelineFilter), .timelineFrom, .timelineTo,
        .page(limit: 50, key: [.millisecond, .uuid]),
        answers: [.page(of: TimelineEntry.codec, "A page of records")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, type, from, to, page throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let zone = model[.basics].zone
            let timeline = Timeline(
                patient: patient, clinic: caller.clinic, range: try TimelineRange(from: from, to: to, page, in: zone),
                today: zone.date(of: now), now: now)
            _ = try reader.opens(patient, &model, at: now)
            var rows: [(type: TimelineType, filter: Statement)] = []
            for kind in TimelineType.allCases where kind.isReadable(by: reader) && kind == (type ?? kind) {
                let column = TimelineRows(kind, forPatients: false).patient
                let open = try reader.openRows(of: patient, column, in: caller.clinic, &model, at: now)
                rows.append((kind, "\(open) AND \(kind.visible(to: reader))"))
            }
            return timeline.query(rows, forPatients: false)
        }
    }

    private static let listOwnRecords = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/records", id: "listOwnRecords",
        summary: "List one's own records of all kinds, the latest first",
        details: details + " Also a dependant's.", tag: ChartAPI.tag, for: PatientOnly.self,
        takes: .dependant, .optionalQuery("type", .timelineFilter), .timelineFrom, .timelineTo,
        .page(limit: 50, key: [.millisecond, .uuid]),
        answers: [.page(of: TimelineEntry.codec, "A page of records")]
    ) { caller, dependant, type, from, to, page throws(Problem) in
        let patient = dependant ?? ID(caller.patient)
        let open = Viewer(caller).maySee(patient)
        return .query { model, now throws(Problem) in
            let zone = model[.basics].zone
            let timeline = Timeline(
                patient: patient, clinic: caller.clinic, range: try TimelineRange(from: from, to: to, page, in: zone),
                today: zone.date(of: now), now: now)
            let kinds = TimelineType.allCases.filter { $0.isForPatients && $0 == (type ?? $0) }
            return timeline.query(
                kinds.map { ($0, "\(open) AND \($0.visibleToPatients)") }, forPatients: true)
        }
    }
}

extension TimelineType {
    fileprivate func isReadable(by reader: RecordReader) -> Bool { isForReception || reader.seesClinicalFiles }

    /// The SQL condition for the rows of one kind that a member of staff sees in the timeline of a record that the
    /// member may open.
    fileprivate func visible(to reader: RecordReader) -> Statement {
        switch self {
        case .note: "n.status <> 'discarded' AND \(NoteQueries.visible(to: reader))"
        case .file: "f.status = 'stored' AND \(FileQueries.visible(to: reader, isOpen: true))"
        default: visibleToAll
        }
    }

    /// The SQL condition for the rows of one kind that patients see in their own timelines.
    fileprivate var visibleToPatients: Statement {
        switch self {
        case .note: "n.shared"
        case .file: "f.status = 'stored'"
        default: visibleToAll
        }
    }

    private var visibleToAll: Statement {
        switch self {
        case .visit: "a.status <> 'entered_in_error'"
        case .vitals: "v.status = 'current'"
        case .note, .file, .prescription, .treatmentPlan, .historyForm, .consent, .toothFinding, .perioExamination:
            "true"
        }
    }
}

extension Codec where Value == TimelineType {
    fileprivate static var timelineFilter: Codec { .stringEnum.described("Only records of this kind.") }
}

extension Input where Value == CivilDate? {
    /// The query parameter `from`: the first day of a patient's timeline; `nil` for no limit.
    fileprivate static var timelineFrom: Input {
        .optionalQuery("from", .date.described("The first day, by the clinic's calendar; absent: no limit."))
    }

    /// The query parameter `to`: the last day of a patient's timeline; `nil` for no limit.
    fileprivate static var timelineTo: Input {
        .optionalQuery("to", .date.described("The last day (inclusive), by the clinic's calendar; absent: no limit."))
    }
}
