/// The decisions about prescriptions, medical history forms and consents, for `BoundedReadsTests`.
extension Walk {
    mutating func prepareRecords() throws {
        try preparePrescriptions()
        try prepareHistoryForms()
        try prepareConsents()
    }

    /// The number of events that each decision about prescriptions, medical history forms and consents reads, by the
    /// decision's name.
    func recordReads() throws -> [(String, Int)] {
        try prescriptionReads() + historyFormReads() + consentReads()
    }
}
