import EventSourcing
import Identifiers
import JSON

/// One day's free start times, grouped by doctor.
struct SlotDay {
    let free: FreeTime
    private var starts: [(doctor: StaffMember, atoms: AtomSet)] = []
    private var any = AtomSet()

    init(_ free: FreeTime, _ doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>) {
        self.free = free
        let permitted = free.permitted
        guard !permitted.isEmpty else { return }
        for doctor in doctors {
            let atoms = free.doctor(doctor, &model).intersection(permitted)
            guard !atoms.isEmpty else { continue }
            starts.append((doctor, atoms))
            any = any.union(atoms)
        }
        guard !any.isEmpty else { return }
        any = free.withChair(any.intersection(free.patient(&model)), &model)
    }

    /// Calls `body` for each free start time and doctor, sorted by time and then in the order of the doctors.
    func forEach(_ body: (_ atom: Int, _ doctor: StaffMember) -> Void) {
        var next = any.first(from: 0)
        while let atom = next {
            for (doctor, atoms) in starts where atoms.contains(atom) { body(atom, doctor) }
            next = any.first(from: atom + 1)
        }
    }
}

/// Writes a list of slots as JSON. Repeated text is encoded once and copied.
struct SlotList {
    private var bytes = Array(#"{"items":["#.utf8)
    private var isEmpty = true
    private var doctors: [ID<StaffMember>: [UInt8]] = [:]

    mutating func append(_ day: SlotDay) {
        var lastAtom = -1
        var times: [UInt8] = []
        day.forEach { atom, doctor in
            if atom != lastAtom {
                lastAtom = atom
                times = Array(#"{"start":""#.utf8)
                times += day.free.frame.instant(atom).rfc3339Bytes
                times += Array(#"","end":""#.utf8)
                times += day.free.frame.instant(atom + day.free.length).rfc3339Bytes
            }
            if !isEmpty { bytes.append(UInt8(ascii: ",")) }
            isEmpty = false
            bytes += times
            bytes += tail(doctor)
        }
    }

    mutating func end() -> [UInt8] {
        bytes += Array(#"],"next_cursor":null,"has_more":false}"#.utf8)
        return bytes
    }

    private mutating func tail(_ doctor: StaffMember) -> [UInt8] {
        if let known = doctors[doctor.id] { return known }
        var tail = Array(#"","doctor_id":""#.utf8)
        doctor.id.uuid.appendText(to: &tail)
        tail += Array(#"","doctor_name":"#.utf8)
        tail += RawJSON(quoting: doctor.details.name).bytes
        tail.append(UInt8(ascii: "}"))
        doctors[doctor.id] = tail
        return tail
    }
}
