import Clinic
import EventSourcing
import Identifiers

/// The decisions about prescriptions, for `BoundedReadsTests`.
extension Walk {
    private var prescribed: ID<Prescription> { 0x9f1 }

    mutating func preparePrescriptions() throws {
        try desk.run(prescribe(prescribed), at: noon)
        try desk.run(DispensePrescription(prescribed, number: 1), at: noon)
    }

    /// The number of events that each decision about prescriptions reads, by the decision's name.
    func prescriptionReads() throws -> [(String, Int)] {
        let other = try SampleDrugs.ibuprofen()
        return try [
            read(
                PrescribeDrug(
                    0xff, of: other, for: Practice.patient(1), by: Practice.doctor(1), SampleDrugs.order(),
                    comparing: SampleDrugs.formulary)),
            read(DispensePrescription(prescribed, number: 2)),
            read(EndPrescription(prescribed, .stopped, reason: Personal("Rash"))),
        ]
    }

    private func prescribe(_ id: ID<Prescription>) throws -> PrescribeDrug {
        PrescribeDrug(
            id, of: try SampleDrugs.amoxicillin(), for: Practice.patient(1), by: Practice.doctor(1),
            SampleDrugs.order(refills: 2), comparing: SampleDrugs.formulary)
    }
}
