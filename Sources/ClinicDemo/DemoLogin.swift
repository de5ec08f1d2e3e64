import Clinic
import ClinicServer
import Endpoints
import EventSourcing
import Identifiers

/// A person who can sign in to the demo.
package struct DemoLogin: Sendable {
    package static let password = "chairside-demo"
    /// The PIN of every demo login on the device `demo-device`.
    package static let pin = "270459"
    package static let device = "demo-device"

    package let clinic: String
    let role: Role
    package let name: String
    package let email: String
    let subject: UUIDBytes

    /// The name of the demo login's role: `patient`, `doctor`, `admin` or `receptionist`.
    package var roleName: String { role.rawValue }

    /// All demo logins, sorted by clinic.
    package static func all(seed: UInt64 = 1) -> [DemoLogin] {
        let today = Instant.now
        return DemoClinic.all.enumerated().flatMap { index, clinic -> [DemoLogin] in
            // Only the logins of this demo plan are used. They do not depend on the plan's zone and opening hours, so
            // any zone and hours can be passed.
            let plan = DemoPlan(
                clinic, id: DemoPlan.clinicID(index), zone: .utc, seed: seed, patients: 3, daysBack: 1,
                today: ClinicZone.utc.date(of: today), hours: .office)
            return plan?.logins ?? []
        }
    }
}

extension DemoPlan {
    /// The id of a demo clinic, which is fixed, so that clients of the demo can be configured.
    static func clinicID(_ index: Int) -> UUIDBytes {
        UUIDBytes(high: 0xc11c_0000_0000_8000, low: 0x8000_0000_0000_0001 + UInt64(index))
    }

    var staff: [(ID<StaffMember>, StaffDetails)] {
        let others: [(ID<StaffMember>, StaffDetails)] = [
            (
                admin,
                StaffDetails(
                    name: "Ada Quist", roles: StaffRoles(.admin), specialty: nil, email: Personal(email("admin")),
                    hours: nil)
            ),
            (
                receptionist,
                StaffDetails(
                    name: "Rosa Lindqvist", roles: StaffRoles(.receptionist), specialty: nil,
                    email: Personal(email("reception")),
                    hours: nil)
            ),
        ]
        return others
            + zip(doctors, clinic.doctors).enumerated().map { index, entry in
                let (id, doctor) = entry
                return (
                    id,
                    StaffDetails(
                        name: doctor.name, roles: StaffRoles(.doctor), specialty: doctor.specialty,
                        email: Personal(email("doctor\(index + 1)")), hours: nil)
                )
            }
    }

    var logins: [DemoLogin] {
        let team = staff.prefix(4).map { id, details in
            DemoLogin(
                clinic: clinic.profile.name, role: Role(details.roles.first), name: details.name,
                email: details.email?.value ?? "", subject: id.uuid)
        }
        let visitors = patients.prefix(3).map { patient in
            DemoLogin(
                clinic: clinic.profile.name, role: .patient, name: patient.details.fullName.value ?? "",
                email: patient.details.contact.email?.value ?? "", subject: patient.id.uuid)
        }
        return team + visitors
    }

    private func email(_ name: String) -> String { "\(name)@\(clinic.slug).example" }
}
