import EventSourcing
import Identifiers
import JSON

/// One day's free start times, grouped by doctor.
struct SlotDay {
    let frame: DayFrame
    private var starts: [DoctorStarts] = []
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
        guard !permitted.isEmpty || free.group != nil else { return }
        var found: [(doctor: StaffMember, atoms: AtomSet, joins: [Int: Int])] = []
        var any = AtomSet()
        let hygienists = doctors.isEmpty ? nil : free.hygienistStarts(&model)
        for doctor in doctors {
            let atoms = free.doctor(doctor, with: hygienists, &model).intersection(permitted)
            let joins = free.joins(doctor, &model)
            guard !atoms.isEmpty || !joins.isEmpty else { continue }
            found.append((doctor, atoms, joins))
            any = any.union(atoms)
        }
        let room =
            any.isEmpty ? any : free.withChair(any.intersection(free.patient(&model)), &model)
        atoms = atoms.union(room)
        for (doctor, own, joins) in found {
            var all = own.intersection(room)
            for atom in joins.keys { all.insert(atom) }
            atoms = atoms.union(all)
            starts.append(
                DoctorStarts(
                    doctor: doctor, atoms: all, length: free.length, joins: joins, capacity: free.group?.capacity))
        }
    }

    /// Calls `body` with each free start time of the day, sorted by time. Equal times are in the order of the doctors.
    func forEach(_ body: (SlotStart) -> Void) {
        var next = atoms.first(from: 0)
        while let atom = next {
            for start in starts where start.atoms.contains(atom) {
                body(
                    SlotStart(
                        atom: atom, doctor: start.doctor, length: start.length,
                        placesLeft: start.joins[atom] ?? start.capacity))
            }
            next = atoms.first(from: atom + 1)
        }
    }

    /// The offer of a free start time; `nil` for a time that is not on the day.
    func offer(_ start: SlotStart) -> Offer? {
        let slot = Slot(start: frame.instant(start.atom), end: frame.instant(start.atom + start.length))
        return slot.map {
            Offer(
                slot: $0, doctor: start.doctor.id, doctorName: start.doctor.details.name, placesLeft: start.placesLeft)
        }
    }
}

/// The free start times of one doctor on a day, as five-minute atoms.
private struct DoctorStarts {
    let doctor: StaffMember
    let atoms: AtomSet
    let length: Int
    /// The start times at which the patient would join a group visit, each with the number of places left.
    let joins: [Int: Int]
    /// The number of places of a new group visit; `nil` if the visit is for one patient.
    let capacity: Int?
}

/// A free start time of a visit, and the doctor who is free.
struct SlotStart {
    /// The five-minute atom of the day at which the visit would begin.
    let atom: Int
    let doctor: StaffMember
    /// The number of five-minute atoms that the visit would take.
    let length: Int
    /// The number of places that are left in the group visit; `nil` if the visit is for one patient.
    let placesLeft: Int?
}

/// Writes a list of slots as JSON. A text that occurs in many slots is encoded once and then copied.
struct SlotList {
    private var bytes = Array(#"{"items":["#.utf8)
    private var isEmpty = true
    private var doctors: [ID<StaffMember>: [UInt8]] = [:]

    mutating func append(_ day: SlotDay) {
        var last: (atom: Int, length: Int) = (-1, 0)
        var times: [UInt8] = []
        day.forEach { start in
            if last != (start.atom, start.length) {
                last = (start.atom, start.length)
                times = Array(#"{"start":""#.utf8)
                times += day.frame.instant(start.atom).rfc3339Bytes
                times += Array(#"","end":""#.utf8)
                times += day.frame.instant(start.atom + start.length).rfc3339Bytes
            }
            if !isEmpty { bytes.append(UInt8(ascii: ",")) }
            isEmpty = false
            bytes += times
            bytes += tail(start.doctor)
            if let places = start.placesLeft { bytes += Array(#","places_left":\#(places)"#.utf8) }
            bytes.append(UInt8(ascii: "}"))
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
        doctors[doctor.id] = tail
        return tail
    }
}
