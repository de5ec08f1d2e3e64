import EventSourcing
import Identifiers
import SQL

// The conditions under which the appointment `a` cannot take place in its chair or because of a block.

extension AffectedAppointments {
    /// Whether an override chose the appointment's time although it breaks one of the given rules of booking.
    static func wasChosen(_ rules: String...) -> Statement {
        "coalesce((a.document -> 'override' -> 'rules')::jsonb ?| \(rules)::text[], false)"
    }

    /// Whether the appointment's chair was retired.
    static func isChairRetired(_ settings: ClinicSettings) -> Statement {
        "a.chair_id <> ALL (\(settings.activeChairs.map(\.id.uuid))::uuid[])"
    }

    /// Whether the appointment's chair lacks equipment that one of the visit's services needs.
    static func lacksEquipment(_ settings: ClinicSettings) -> Statement {
        var lacking: (chairs: [UUIDBytes], services: [UUIDBytes]) = ([], [])
        for service in settings.services.all where service.details.limits.needs != nil {
            for chair in settings.activeChairs where !chair.has(service.details.limits.needs) {
                lacking.chairs.append(chair.id.uuid)
                lacking.services.append(service.id.uuid)
            }
        }
        // Most clinics have no such chair. Their appointments' documents need not be read for it.
        guard !lacking.chairs.isEmpty else { return "false" }
        return """
            EXISTS (
                SELECT FROM unnest(\(lacking.chairs)::uuid[], \(lacking.services)::uuid[]) AS lacking (chair_id, service_id)
                WHERE lacking.chair_id = a.chair_id AND (
                    lacking.service_id = (a.document ->> 'service_id')::uuid
                    OR (a.document -> 'further_services')::jsonb
                        @> jsonb_build_array(jsonb_build_object('service_id', lacking.service_id::text))))
            """
    }

    /// Whether a block keeps the time of the doctor, of the hygienist or of the chair free.
    static func isBlocked(_ days: ClosedRange<CivilDate>) -> Statement {
        """
        coalesce((
            SELECT true FROM time_block AS b
            WHERE b.clinic_id = a.clinic_id AND b.active
                AND b.first_day <= \(days.upperBound) AND b.last_day >= \(days.lowerBound) AND (
                    EXISTS (
                        SELECT FROM \(treating) AS treats
                        WHERE (b.document -> 'doctor_ids')::jsonb ? treats.staff_id::text
                            AND b.starts_at < treats.until AND treats.since < (b.document ->> 'end')::timestamptz)
                    OR (b.document -> 'chair_ids')::jsonb ? a.chair_id::text
                        AND b.starts_at < a.ends_at + coalesce(a.buffer_after, 0) * interval '1 minute'
                        AND a.starts_at - coalesce(a.buffer_before, 0) * interval '1 minute'
                            < (b.document ->> 'end')::timestamptz)
            LIMIT 1), false) AND NOT \(wasChosen("doctor_busy", "hygienist_busy", "chair_busy"))
        """
    }
}
