import Clinic
import EventSourcing
import Identifiers

/// The rules for merges of records, which must hold after every sequence of commands.
enum MergeRules {
    /// The faults of all merges: a merge that only one of its two records has, or a merge of an erased or a restricted
    /// record.
    static func faults(in clinic: ClinicInMemory) -> [String] {
        (1...3 as ClosedRange<UInt64>).flatMap { number -> [String] in
            let patient = Practice.patient(number)
            let known = clinic.state(Subject<Registration>.registration(of: patient))
            guard let merge = known.merge else { return [] }
            let other = clinic.state(Subject<Registration>.registration(of: merge.other))
            let mirrored: RecordMerge = known.mergedInto == nil ? .into(patient) : .with(patient)
            var faults: [String] = []
            if other.merge != mirrored {
                faults.append("the other record of patient \(number) is not merged with theirs")
            }
            if !known.isCurrent { faults.append("patient \(number) is merged, but erased") }
            if known.isRestricted { faults.append("patient \(number) is merged, but restricted") }
            return faults
        }
    }
}
