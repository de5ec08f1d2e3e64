// Reading a patient's list of appointments.
import { today } from '../../core/format.js'

const over = ['cancelled', 'no_show', 'entered_in_error', 'completed']

/**
 * Appointments that are still to come or under way, the next first.
 * @param {any[]} rows the API's list: `{appointment}`
 * @returns {any[]}
 */
export function upcoming(rows) {
    const now = Date.now()
    return rows.map((row) => row.appointment).filter((one) => !over.includes(one.status) && (Date.parse(one.end) >= now || one.date >= today() && one.status !== 'booked')).sort((a, b) => a.start.localeCompare(b.start))
}

/**
 * All other appointments, the latest first.
 * @param {any[]} rows
 * @returns {any[]}
 */
export function past(rows) {
    const next = new Set(upcoming(rows).map((one) => one.id))
    return rows.map((row) => row.appointment).filter((one) => !next.has(one.id)).sort((a, b) => b.start.localeCompare(a.start))
}

/**
 * The day on which a patient should come again, by a service's rule.
 * @param {string} day the last completed visit
 * @param {{months?: number, days?: number}} rule
 */
export function dueDay(day, rule) {
    const [year, month, date] = day.split('-').map(Number)
    const last = new Date(Date.UTC(year, month - 1 + (rule.months || 0) + 1, 0, 12))
    last.setUTCDate(Math.min(date, last.getUTCDate()) + (rule.days || 0))
    return last.toISOString().slice(0, 10)
}

/**
 * The services for which a patient should come again: the last completed visit of a service with a recall rule, without an
 * appointment for it. The list of the reception says the same; this finds it for one patient.
 * @param {any[]} rows
 * @param {any[]} services
 * @returns {{service: any, due: string, last: string}[]}
 */
export function recallsOf(rows, services) {
    const next = upcoming(rows)
    return services.filter((service) => service.recall && service.active).flatMap((service) => {
        const last = past(rows).find((one) => one.status === 'completed' && one.service_id === service.id)
        if (!last || next.some((one) => one.service_id === service.id)) return []
        return [{ service, due: dueDay(last.date, service.recall), last: last.date }]
    }).sort((a, b) => a.due.localeCompare(b.due))
}
