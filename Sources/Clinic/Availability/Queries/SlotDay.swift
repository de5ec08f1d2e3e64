import EventSourcing
import Identifiers
import JSON

/// One day's free start times, grouped by doctor.
struct SlotDay {
    let frame: DayFrame
    private var starts: [(doctor: StaffMember, atoms: AtomSet, length: Int)] = []
    /// The five-minute atoms at which an appointment can begin with at least one doctor.
    private(set) var atoms = AtomSet()

    /// Finds the free start times of a day.
    ///
    /// - Parameter groups: the doctors, grouped by the length of their appointments.
    init(
        _ frame: DayFrame, _ groups: [(free: FreeTime, doctors: [StaffMember])],
        _ model: inout DecisionModel<ClinicEvent>
    ) {
        self.frame = frame
        for (free, doctors) in groups { add(free, doctors, &model) }
    }

    private mutating func add(
        _ free: FreeTime, _ doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>
    ) {
        let permitted = free.permitted
        guard !permitted.isEmpty else { return }
        var found: [(doctor: StaffMember, atoms: AtomSet)] = []
        var any = AtomSet()
        let hygienists = doctors.isEmpty ? nil : free.hygienistStarts(&model)
        for doctor in doctors {
            let atoms = free.doctor(doctor, with: hygienists, &model).intersection(permitted)
            guard !atoms.isEmpty else { continue }
            found.append((doctor, atoms))
            any = any.union(atoms)
        }
        guard !any.isEmpty else { return }
        let room = free.withChair(any.intersection(free.patient(&model)), &model)
        for (doctor, atoms) in found { starts.append((doctor, atoms.intersection(room), free.length)) }
        atoms = atoms.union(room)
    }

    func slot(at atom: Int, _ length: Int) -> Slot? {
        Slot(start: frame.instant(atom), end: frame.instant(atom + length))
    }

    /// Calls `body` for each free start time and doctor, sorted by time and then in the order of the doctors.
    func forEach(_ body: (_ atom: Int, _ doctor: StaffMember, _ length: Int) -> Void) {
        var next = atoms.first(from: 0)
        while let atom = next {
            for (doctor, atoms, length) in starts where atoms.contains(atom) { body(atom, doctor, length) }
            next = atoms.first(from: atom + 1)
        }
    }
}

/// Writes a list of slots as JSON. A text that occurs in many slots is encoded once and then copied.
struct SlotList {
    private var bytes = Array(#"{"items":["#.utf8)
    private var isEmpty = true
    private var doctors: [ID<StaffMember>: [UInt8]] = [:]

    mutating func append(_ day: SlotDay) {
        var last: (atom: Int, length: Int) = (-1, 0)
        var times: [UInt8] = []
        day.forEach { atom, doctor, length in
            if last != (atom, length) {
                last = (atom, length)
                times = Array(#"{"start":""#.utf8)
                times += day.frame.instant(atom).rfc3339Bytes
                times += Array(#"","end":""#.utf8)
                times += day.frame.instant(atom + length).rfc3339Bytes
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
