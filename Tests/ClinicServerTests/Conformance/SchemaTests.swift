import ClinicServer
import Endpoints
import JSON
import Testing

extension Conformance {
    /// Tests the schemas of answers, problems and requests in the API's description.
    @Suite struct Schemas {
        /// Adds all object schemas inside a schema to `seen`, each once, by its name or its path.
        private static func objects(_ schema: Schema, _ place: String, _ seen: inout [String: Schema]) {
            let place = schema.name ?? place
            if schema.name != nil, seen[place] != nil { return }
            if schema.properties != nil { seen[place] = schema }
            for property in schema.properties ?? [] { objects(property.schema, "\(place).\(property.name)", &seen) }
            for part in schema.items + schema.additionalProperties + schema.oneOf { objects(part, place, &seen) }
        }

        private static func answers() -> [String: Schema] {
            var seen: [String: Schema] = [:]
            for operation in ServerAPI.operations {
                for answer in operation.answers {
                    guard case .json(let schema) = answer.content else { continue }
                    objects(schema, operation.id, &seen)
                }
            }
            return seen
        }

        private static func names(_ schema: Schema) -> Set<String> { Set((schema.properties ?? []).map(\.name)) }

        @Test func `O7 every entity in the API's description has an id and a version`() {
            let answers = Self.answers()
            // A health sample has the members that its client expects, and never changes. A finding on a tooth is a
            // part of a dental chart, and an item a part of a treatment plan: their version is that of the chart or the
            // plan.
            let exceptions: Set<String> = ["HealthSample", "ToothFinding", "TreatmentPlanItem"]
            let bare = answers.filter {
                !exceptions.contains($0.key) && Self.names($0.value).contains("id")
                    && !Self.names($0.value).contains("version")
            }
            #expect(bare.keys.sorted() == [])
            for entity in [
                "Account", "AuditEvent", "Certificate", "Closure", "EmergencyAccess", "Guardian", "Hold", "Refund",
                "Session", "Tablet", "TimeOff", "UserDevice",
            ] {
                let schema = answers[entity]
                let required = Set((schema?.properties ?? []).filter(\.isRequired).map(\.name))
                #expect(required.isSuperset(of: ["id", "version"]), "\(entity)")
            }
        }

        /// Schemas of list elements that need no id and version, since they are values and not entities.
        private static let values: Set<String> = [
            // `Slot` has no id, since it is a free time that is not booked. `OpenEndpoint` is an operation of this API.
            // `JSONWebKey` is a key by RFC 7517, which its `kid` identifies.
            "Slot", "OpenEndpoint", "JSONWebKey",
            // `FreeDay` and `CalendarDay` have no id, since each is a day of a calendar, which its date identifies. An
            // `Interval` is the time between two instants. `ProblemType` is identified by its `type`.
            "FreeDay", "CalendarDay", "Interval",
            "ProblemType",
            // `TabletPerson` is a person who may use a tablet, identified by `account_id`. `MembershipChoice` is a
            // membership of the caller, identified by clinic and role.
            "TabletPerson", "MembershipChoice",
            // `ScheduledAppointment`, `AgendaEntry`, `AffectedAppointment`, `WaitingPatient`, `QueueEntry`,
            // `PossibleDuplicate`, `ListedInsuranceClaim`, `ListedMissedCheckIn` and `ListedThread` have no id of their
            // own, since they consist of two entities, each with its id and version.
            "ScheduledAppointment", "AgendaEntry", "AffectedAppointment", "WaitingPatient", "QueueEntry",
            "PossibleDuplicate",
            "ListedInsuranceClaim", "ListedMissedCheckIn", "ListedThread",
            // `ReviewedDrug` is a prescription or a medication, which its id identifies, with the warnings about it.
            "ReviewedDrug",
            // `OwnListedThread` is a thread, with its own id and version, and the number of its unread messages.
            "OwnListedThread",
            // `TreatmentPlanItem` has an id and no version, since it is a part of its treatment plan.
            "TreatmentPlanItem",
            // `NotificationText` is a text of the clinic's, identified by its type and language.
            "NotificationText",
            // `LinkedTime` is a time that is offered, identified by its start.
            "LinkedTime",
            // `PublicService` is a service as people without an account see it: with its id, and without a version.
            // `PublicTime` is a free time as they see it, identified by its start.
            "PublicService", "PublicTime",
            // `DueRecall` is a patient and a service, which the two ids identify.
            "DueRecall",
            // `EntityChange` has no id, since it is a change of an entity, identified by its position in the feed.
            "EntityChange",
            // `KPIBar`, `PayrollLine`, `ReceivablesByAge`, `StatusCount` and `NewPatients` have no id and version,
            // since they are sums over many entities.
            "KPIBar", "PayrollLine", "ReceivablesByAge", "StatusCount", "NewPatients",
            // `TimelineEntry` is a record with its own id and version, its kind and its time. `DeviceVital` is the
            // latest value of a vital sign, identified by the vital sign.
            "TimelineEntry", "DeviceVital",
            // `EntityVersion` has no id, since it is a version of one entity of the vault, which the request names.
            "EntityVersion",
        ]

        @Test
        func `O7 every element of an answer's list has an id and a version, unless the test lists its kind as a value`()
        {
            var bare: Set<String> = []
            for list in Self.answers().values {
                for property in list.properties ?? [] where ["items", "keys", "open", "people"].contains(property.name)
                {
                    for element in property.schema.items {
                        let isEntity = Self.names(element).isSuperset(of: ["id", "version"])
                        if !isEntity { bare.insert(element.name ?? "\(Self.names(element).sorted())") }
                    }
                }
            }
            #expect(bare.subtracting(Self.values) == [])
        }

        @Test func `every amount of money in the API's description is next to its currency`() {
            var seen = Self.answers()
            for operation in ServerAPI.operations {
                if let body = operation.body { Self.objects(body, "the body of \(operation.id)", &seen) }
                for problem in operation.allProblems {
                    for member in problem.members {
                        Self.objects(member.schema, "\(problem.name).\(member.name)", &seen)
                    }
                }
            }
            let money = seen.filter { Self.names($0.value) == ["amount", "currency"] }
            #expect(Set(money.keys) == ["Money", "Price"])
            let amounts: Set<String> = [
                "amount", "total", "paid", "balance", "credit", "refunded", "refundable", "open", "unit_price", "price",
                "revenue", "outstanding", "rounding",
            ]
            var (bare, count) = ([String](), 0)
            for (place, schema) in seen where money[place] == nil {
                for property in schema.properties ?? [] where amounts.contains(property.name) {
                    let shapes = [property.schema] + property.schema.oneOf
                    if shapes.contains(where: { ["Money", "Price"].contains($0.name) }) {
                        count += 1
                    } else {
                        bare.append("\(place).\(property.name)")
                    }
                }
            }
            // `DashboardDay.open` is a number of appointments, `DrugPage.total` a number of drugs, `Entry.open` a list
            // of operations, and `CalendarDay.open` a list of times. None is an amount.
            #expect(Set(bare) == ["CalendarDay.open", "DashboardDay.open", "DrugPage.total", "Entry.open"])
            #expect(count >= 20)
        }
    }
}
