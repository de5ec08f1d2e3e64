import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    static let clinicParts = [profile, service, chair, staff, patient]

    private static let profile = Aggregate(
        name: "the clinic's profile, hours and rules",
        moves: [
            Move("changeClinicProfile", as: .admin, #"{"name":"<word>"}"#),
            Move(
                "setOpeningHours", as: .admin,
                #"{"opening_hours":[{"weekday":<digit>,"opens":"08:00","closes":"18:00"}]}"#
            ),
            Move(
                "addClosure", as: .admin,
                #"{"first_day":"2026-12-0<digit>","last_day":"2026-12-1<digit>","reason":"Fair"}"#,
                makes: "closure"), Move("removeClosure", as: .admin),
            Move(
                "addSpecialHours", as: .admin,
                #"{"first_day":"2026-12-0<digit>","last_day":"2026-12-2<digit>","every_weeks":2,"effect":"extra","#
                    + #""shifts":[{"start":"22:00","end":"02:00"}]}"#, makes: "special_hours"),
            Move(
                "addSpecialHours", as: .admin,
                #"{"first_day":"2026-12-0<digit>","last_day":"2026-12-2<digit>","effect":"closed"}"#,
                makes: "special_hours"), Move("removeSpecialHours", as: .admin),
            Move("setSchedulingRules", as: .admin, standardRules(offerMinutes: 30)),
            Move("setPublicBooking", as: .admin, #"{"enabled":<bool>,"shows_doctors":<bool>}"#),
            Move("setBillingTerms", as: .admin, #"{"tax_percent":<digit>,"payment_term_days":14}"#),
            Move("removeClinicLogo", as: .admin),
            Move(
                "setWaitLimits", as: .admin,
                #"{"arrived_minutes":<digit>,"seated_minutes":10,"ready_for_checkout_minutes":10}"#),
            Move(
                "setNotificationSettings", as: .admin,
                #"{"reminder_minutes":[1440,6<digit>],"language":"de","texts":[]}"#),
            Move(
                "setMobileAccess", as: .admin,
                #"{"patient":["booking"],"doctor":["schedule"],"receptionist":["schedule"],"admin":["statistics"]}"#),
        ],
        documents: [AnyProjection(ClinicProfiles.self), AnyProjection(NotificationSettingsRows.self)])

    private static let terms = #""name":"<word>","duration_minutes":30,"price":<money>"#

    private static let service = Aggregate(
        name: "service",
        moves: [
            Move("createService", as: .admin, #"{"code":"<word>",\#(terms)}"#),
            Move("createService", as: .admin, #"{"code":"<word>",\#(terms),"doctors":["<doctor>"],"minimum_age":18}"#),
            Move("changeService", as: .admin, #"{"code":"<word>",\#(terms)}"#), Move("retireService", as: .admin),
            Move("changeService", as: .admin, #"{"code":"<word>",\#(terms),"capacity":<digit>}"#),
            Move("setRecallRule", as: .admin, #"{"months":6,"days":0}"#), Move("removeRecallRule", as: .admin),
        ],
        documents: [AnyProjection(Services.self)],
        lives: [
            Life(
                Services.self, begins: ["service-created"], ends: ["service-retired"],
                afterwards: ["recall-rule-removed"])
        ], unique: [UniqueMember(Services.self, "code")])

    private static let chair = Aggregate(
        name: "chair",
        moves: [
            Move("addChair", as: .admin, #"{"name":"<word>"}"#), Move("renameChair", as: .admin, #"{"name":"<word>"}"#),
            Move("retireChair", as: .admin), Move("equipChair", as: .admin, #"{"equipment":["<word>"]}"#),
        ],
        documents: [AnyProjection(Chairs.self)],
        lives: [Life(Chairs.self, begins: ["chair-added"], ends: ["chair-retired"])],
        unique: [UniqueMember(Chairs.self, "name")])

    private static let person = #""name":"Dr. <word>","roles":["doctor"],"email":"<word>@clinic.example""#

    private static let staff = Aggregate(
        name: "staff, time off and hours",
        moves: [
            Move("hireStaff", as: .admin, "{\(person)}"), Move("changeStaffDetails", as: .admin, "{\(person)}"),
            Move("deactivateStaff", as: .admin), Move("eraseStaff", as: .admin, #"{"reason":"requested"}"#),
            Move(
                "addTimeOff", as: .admin, #"{"start":"2026-12-0<digit>","end":"2026-12-1<digit>T12:00"}"#,
                makes: "time_off"), Move("removeTimeOff", as: .admin),
            Move(
                "addStaffHours", as: .admin,
                #"{"first_day":"2026-12-0<digit>","last_day":"2026-12-2<digit>","weekdays":[1,3],"effect":"other","#
                    + #""shifts":[{"start":"20:00","end":"01:00"}]}"#, makes: "staff_hours"),
            Move("removeStaffHours", as: .admin),
        ],
        documents: [AnyProjection(StaffMembers.self)],
        lives: [
            Life(
                StaffMembers.self, begins: ["staff-hired"], ends: ["staff-deactivated"],
                afterwards: ["staff-erased", "time-off-removed", "staff-hours-removed"])
        ])

    private static let names = #""given_name":"<word>","family_name":"<word>","birth_date":"1980-01-30""#

    private static let patient = Aggregate(
        name: "patient and guardians",
        moves: [
            Move("registerPatient", #"{\#(names),"allow_duplicate":<bool>}"#),
            Move("changePatient", #"{\#(names),"note":"<word>"}"#),
            Move("changePatient", as: .doctor, #"{\#(names),"phone":"+49 30 12345<digit>"}"#),
            Move("changeOwnContact", as: .patient, #"{"phone":"+49 30 12345<digit>"}"#),
            Move("restrictRecord", as: .admin, #"{"restricted":<bool>}"#),
            Move("breakGlass", as: .doctor, #"{"reason":"Unconscious in the street"}"#), Move("nameGuardian"),
            Move("releaseGuardian"), Move("endOwnGuardianship", as: .patient), Move("acceptPatient"),
            Move("erasePatient", as: .admin, #"{"reason":"requested"}"#),
            Move("mergePatients", #"{"patient_id":"<patient>","reason":"Registered twice"}"#),
            Move("unmergePatients", #"{"reason":"Two people"}"#),
        ],
        documents: [
            AnyProjection(Patients.self), AnyProjection(Guardians.self), AnyProjection(EmergencyAccesses.self),
        ],
        lives: [
            Life(
                Patients.self, begins: ["patient-registered"], ends: ["patient-erased"],
                afterwards: ["patient-records-sealed"])
        ],
        faults: MergeRules.faults(in:))
}
